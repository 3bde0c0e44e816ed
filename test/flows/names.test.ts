import should from 'should';
import { CueStage, cueOf } from './cue-stage.js';
import { fader } from './event-stage.js';
import { LookStage } from './look-stage.js';
import { fromMessage, literal, type Message, type NodeOf, perform } from './stage.js';

/** One name, as the hub has it and as a file of a Mac has it. */
const NFC = '\u00dcbergabe 日本';
const NFD = ' U\u0308bergabe\u3000日本\u00a0';

/** Two names that nobody can separate by eye. */
const PLAIN = 'Gast 1';
const NO_BREAK = 'Gast\u00a01';

const button: NodeOf = {
  id: 'button',
  type: 'hub-playout-item',
  operation: 'pressItemButton',
  params: { rundownId: literal(51), itemId: literal(514), buttonKey: fromMessage('button') },
};

describe('a name that only looks the same', () => {
  describe('of an item or its button', () => {
    const show = CueStage.forEach();

    beforeEach(() => {
      const [evening] = show.hub.state.playout.rundowns;
      const [opener, anchor, reporter, weather] = evening?.items ?? [];
      if (!opener || !anchor || !reporter || !weather) throw new Error('The simulated rundown has other items');
      const [next] = weather.template.buttons;
      if (!next) throw new Error('The simulated item has no button');
      const labels = [NFC, PLAIN, NO_BREAK];
      const buttons = labels.map((label, index) => ({ ...next, id: `b-${index}`, key: `key${index}`, label }));
      weather.template = { ...weather.template, buttons };
      [opener.name, anchor.name, reporter.name] = [NFC, PLAIN, NO_BREAK];
    });

    /** The item and the button of each press that arrived. */
    const presses = () =>
      show.hub.journal
        .filter(({ method }) => method === 'POST')
        .map(({ path }) => path.replace('/api/rest/v1/playout/rundowns/51/items/', ''));

    it('presses the button of the hub by its key, beside a fader, and none of two', async () => {
      show.stage = await perform({ baseUrl: show.hub.url, auth: 'none' }, [button, { ...fader, wires: [] }]);
      const texts = [NFD, PLAIN, 'key2', 'Gast\u20091', NFC];
      const ended: Message[] = [];
      for (const [index, text] of texts.entries()) {
        show.stage.node('fader').receive({ payload: index / 10 });
        show.stage.node('button').receive({ _msgid: `press ${index}`, button: text });
        const find = () =>
          [...show.stage.caught, ...show.stage.completed].find(({ _msgid }) => _msgid === `press ${index}`);
        await show.stage.until(() => find() !== undefined);
        ended.push(find() ?? {});
      }
      should(presses()).eql(['514/key0', '514/key2', '514/key0']);
      const hub = { code: 'BAD_INPUT', outcome: 'not-sent' };
      for (const index of [1, 3]) {
        should(ended[index]?.hub).match(hub);
        should(ended[index]?.error.message).match(/key1 \(Gast 1\), key2 \(Gast\u00a01\)/);
      }
      await show.stage.until(() => show.values.at(-1) === 0.4);
    });

    it('plays a cue with the item of the hub, and holds it if there are two', async () => {
      const clip = (label: string) => ({
        ...{ does: 'command' as const, operation: 'pressItemButton', delay: 0 },
        params: {
          rundownId: literal('51'),
          itemId: { type: 'str', value: '0', label },
          buttonKey: literal('b-331'),
        },
      });
      await show.open({ '10': cueOf('Opener', [clip(NFD)]), '20': cueOf('Guest', [clip(PLAIN)]) });
      await show.send('go');
      should(presses()).eql(['511/play']);
      await show.send('go');
      should(show.stage.caught[0]?.error.message).match(/“Gast 1”.*512, 513/);
      await show.becomes(({ failed }) => failed !== null);
      should(presses()).eql(['511/play']);
    });
  });

  describe('of a look or its properties', () => {
    const show = LookStage.forEach();

    beforeEach(() => {
      const [engine] = show.hub.state.engines;
      if (!engine) throw new Error('The simulated hub has no engine');
      Object.assign(engine.host, { displayName: NFC });
    });

    it('is stored, recalled and shown under its first spelling, and a safe property stays safe', async () => {
      const named = (property: string, recall: boolean) => ({ engine: NFD, node: 'Mixer', property, recall });
      const properties = [named('Overlay\u00a0Opacity', true), named('Overlay  Tint', false)];
      const others = [named('Overlay Opacity', true), named('Overlay Tint', false)].map((row) => ({
        ...row,
        engine: NFC,
      }));
      await show.open([show.look('store', [], { properties }), show.look('recall', [], { properties: others })]);
      await show.send('store', { operation: 'store', look: NFC, payload: true });
      const engine = show.hub.state.engines[0]?.host.id;
      const url = `${show.hub.url}/api/rest/v1/engines/${engine}/nodes/Mixer_0/properties`;
      const headers = { 'content-type': 'application/json' };
      const set = (path: string, Value: unknown) =>
        fetch(`${url}/${encodeURIComponent(path)}`, { method: 'PATCH', headers, body: JSON.stringify({ Value }) });
      await set('Overlay//Opacity/0', 0.125);
      await set('Overlay//Tint/0', { x: 0, y: 0, z: 0, w: 1 });
      const before = show.hub.journal.length;

      const recalled = await show.send('recall', { operation: 'recall', look: NFD, payload: true });
      should(recalled.hub).match({ outcome: 'done' });
      should(recalled.payload).have.length(1);
      const sent = show.hub.journal.slice(before).filter(({ method }) => method === 'PATCH');
      should(sent.map(({ path }) => decodeURIComponent(path).split('/properties/')[1])).eql(['Overlay//Opacity/0']);
      const compared = await show.send('recall', { operation: 'compare', look: NFD, payload: true });
      should(compared.payload.map(({ property }: Message) => property)).eql(['Overlay  Tint']);

      const listed = await show.send('store', { operation: 'list' });
      should(listed.payload).eql([NFC]);
      await show.send('store', { operation: 'store', look: NFD, payload: true });
      should((await show.send('store', { operation: 'list' })).payload).eql([NFC]);
    });
  });
});
