import should from 'should';
import type { Cue, Step } from '../../dist/cues/list.js';
import { isCommand } from '../joined-reads.js';
import { opacity } from '../operations/values.js';
import { useTimeLapse } from '../time-lapse.js';
import { control, plays } from './control-stage.js';
import { CueStage, cueOf, set } from './cue-stage.js';
import { batch, fader, pause } from './event-stage.js';
import { nameOf } from './look-stage.js';
import { key } from './panel-stage.js';
import { literal, type NodeOf } from './stage.js';

const program = { engineId: literal(101), preview: literal('program') };
const next: NodeOf = {
  id: 'next',
  type: 'hub-linear-play',
  operation: 'playNext',
  params: program,
  wires: [['answers']],
};
const playsNext: Step = { does: 'command', operation: 'playNext', params: program, delay: 0 };
const answers: NodeOf = { id: 'answers', type: 'helper' };

/** Presses the button of an item. Its key is looked up by its label. */
const presses = (id: string, itemId: number, button: string): NodeOf => ({
  ...{ id, type: 'hub-playout-item', operation: 'pressItemButton', wires: [['answers']] },
  params: { rundownId: literal(51), itemId: literal(itemId), buttonKey: literal(button) },
});

/** Every test compares all that the hub got. */
describe('things that happen together', () => {
  useTimeLapse();
  const show = CueStage.forEach();

  /** All commands that the hub got, in order: the operation, and what tells it from others. */
  const commands = () =>
    show.hub.journal.filter(isCommand).map(({ operation, path, body }) => {
      const { Value } = (body ?? {}) as { Value?: unknown };
      return `${operation} ${Value ?? path.split('/').slice(-2).join('/')}`;
    });
  const received = () => show.stage.received('answers');
  const commanded = (count: number) => show.stage.until(() => commands().length === count);

  it('asks at the next Go if the second step of a cue is unknown, and its first one is refused after that', async () => {
    await show.open({ 10: cueOf('Übergabe', [set(0.1), playsNext]), 20: cueOf('日本語', [set(0.2)]) });
    show.hub.trouble({ operation: 'setProperty', delay: 600, status: 409, times: 1 });
    show.hub.trouble({ operation: 'playNext', hangUp: 'before', times: 1 });
    await show.send('go');
    await show.becomes(({ state }) => state === 'holding');
    should(show.state).match({ standby: { number: '10' }, failed: { cue: { number: '10', name: 'Übergabe' } } });
    // The lanes of both have no order.
    const both = ['playNext playnext/0', 'setProperty 0.1'];
    should(commands().sort()).eql(both);
    await show.send('go');
    await show.becomes(({ state, asking }) => state === 'asking' && asking);
    should(commands()).have.length(2);
    await pause(600);
    await show.send('again');
    await show.becomes(({ standby }) => standby?.number === '20');
    should(commands().slice(2).sort()).eql(both);
  });

  it('cuts to a look in a cue with a fade of 0, and fades without one', async () => {
    const look = { id: 'look', type: 'hub-look', interval: '0', file: `${show.folder}/looks.json`, fade: '2' };
    const step = (fields: object) => ({ does: 'look', look: 'Soirée', delay: 0, ...fields }) as const;
    const cues: Record<string, Cue> = { 10: cueOf('Cut', [step({ fade: 0 })]), 20: cueOf('Blende', [step({})]) };
    await show.open(cues, {}, [{ ...look, properties: [nameOf('opacity'), nameOf('zoom')], wires: [[], []] }]);
    await show.stage.send('look', { _msgid: 'store', operation: 'store', look: 'Soirée' });
    await show.send('go');
    await show.send('go');
    const bodies = show.hub.journal.filter(isCommand).flatMap(({ body }) => {
      const entries = Array.isArray(body) ? (body as { body: object }[]).map((entry) => entry.body) : [body];
      return entries.map((each) => Object.keys(each as object).sort());
    });
    const faded = ['Duration', 'Interpolation', 'Value'];
    should(bodies).eql([['Value'], ['Value'], faded, faded]);
  });

  it('gives a flow no result in rehearsal, from any node, and one result of each after it', async () => {
    const look = { id: 'look', type: 'hub-look', interval: '0', file: `${show.folder}/looks.json` };
    await show.open({ 10: cueOf('Übergabe', [set(0.25)]) }, { wires: [['answers'], ['states']] }, [
      ...[{ id: 'event', type: 'hub-event', wires: [[]] }, answers],
      ...[
        fader,
        batch,
        next,
        presses('press', 512, 'In'),
        control({ actions: [plays(2012)], wires: [[], ['answers']] }),
      ],
      { ...look, properties: [nameOf('zoom')], wires: [['answers'], []] },
    ]);
    await show.stage.send('look', { _msgid: 'store', operation: 'store', look: '日本語' });
    const entry = { operation: 'setProperty', params: { ...opacity, Value: 1 } };
    const sendAll = async (name: string) => {
      for (const [id, msg] of Object.entries({
        ...{ fader: { payload: 0.5 }, batch: { payload: [entry] }, next: { payload: 1 }, press: { payload: 1 } },
        ...{ control: key(0, 1), look: { look: '日本語' }, cues: { operation: 'goto', cue: '10' } },
      }))
        await show.stage.send(id, { _msgid: `${name} ${id}`, ...msg });
      await show.stage.send('control', { _msgid: `${name} release`, ...key(0, 0) });
    };
    const stored = received().splice(0);
    should(stored).have.length(1);
    await show.stage.send('event', { _msgid: 'on', payload: true });
    await sendAll('rehearsed');
    should(received()).eql([]);
    should(commands()).eql([]);
    await show.stage.send('event', { _msgid: 'off', payload: false });
    await pause(600);
    await sendAll('sent');
    should(received().map(({ _msgid }) => _msgid)).eql(
      ['fader', 'batch', 'next', 'press', 'control', 'look', 'cues'].map((id) => `sent ${id}`),
    );
    should(commands()).have.length(7);
  });

  it('sends a press beside look-ups in flight, and the one that waited for them once', async () => {
    // From the start, because the node keeps a description of its item. Reads that meet are a batch.
    for (const operation of ['getItem', 'listItems', 'batch']) show.hub.trouble({ operation, delay: 100_000 });
    const nodes = [next, control({ actions: [plays(2012)], wires: [[], []] }), answers];
    await show.open({}, {}, [{ ...presses('label', 512, 'In'), expiry: '600' }, ...nodes], { timeout: '600' });
    for (const id of ['label', 'next']) show.stage.node(id).receive({ _msgid: `Übergabe ${id}`, payload: true });
    show.stage.node('control').receive(key(0, 1));
    await commanded(2);
    should(commands().sort()).eql(['playItem 2012/0', 'playNext playnext/0']);
    await commanded(3);
    await pause(150_000);
    should(commands().slice(2)).eql(['pressItemButton 512/in']);
    should(received().map(({ _msgid }) => _msgid)).eql(['Übergabe next', 'Übergabe label']);
    should(show.stage.caught).be.empty();
  });

  it('takes each press once, and every release for none, beside a feed on the same wire and a fader', async () => {
    await show.open({}, {}, [control({ actions: [plays(2012)], wires: [[], ['answers']] }), next, fader, answers]);
    let value = 0;
    const feed = () => {
      value += 1;
      show.stage.node('control').receive({ topic: 'studio/Übergabe', payload: value / 100, qos: 0, retain: false });
      show.stage.node('fader').receive({ payload: value / 100 });
    };
    const feeding = setInterval(feed, 20);
    for (let press = 1; press <= 3; press += 1) {
      for (const pressed of [1, 0] as const) {
        show.stage.node('control').receive(key(0, pressed));
        feed();
        show.stage.node('next').receive({ topic: 'desk/日本語', payload: pressed, qos: 0, retain: false });
        await pause(100);
      }
    }
    clearInterval(feeding);
    const isValue = (command: string) => command.startsWith('setProperty');
    await show.stage.until(() => commands().findLast(isValue) === `setProperty ${value / 100}`);
    const [values, others] = [commands().filter(isValue), commands().filter((command) => !isValue(command))];
    should(others.sort()).eql([...Array(3).fill('playItem 2012/0'), ...Array(3).fill('playNext playnext/0')]);
    should(values).eql([...new Set(values)].sort((one, other) => Number(one.slice(12)) - Number(other.slice(12))));
    should(received().filter(({ hub }) => hub.operation !== 'setProperty')).have.length(6);
    should(show.stage.caught).be.empty();
  });

  it('drops a command at its expiry or at the deadline of its panel, whichever is earlier, and sends it before both', async () => {
    const [short, long] = ['0.3', '5'].map((expiry) => ({ ...next, id: `expiry ${expiry}`, expiry }));
    await show.open({}, {}, [short!, long!, answers]);
    show.hub.trouble({ operation: 'playNext', delay: 1000, times: 1 });
    const before = performance.now();
    const ended = [
      ['expiry 5', 5000],
      ['expiry 0.3', 5000],
      ['expiry 5', 300],
      ['expiry 0.3', 600],
      ['expiry 5', 5000],
    ].map(([id, life], index) => {
      const msg = { _msgid: `日本語 ${index}`, payload: true, remote: { deadline: before + Number(life) } };
      return show.stage
        .send(String(id), msg)
        .then(({ hub }) => [hub.code ?? hub.outcome, performance.now() - before < 900]);
    });
    should(await Promise.all(ended)).eql([
      ['done', false],
      ['EXPIRED', true],
      ['EXPIRED', true],
      ['EXPIRED', true],
      ['done', false],
    ]);
    should(commands()).eql(['playNext playnext/0', 'playNext playnext/0']);
    should(received().map(({ _msgid }) => _msgid)).eql(['日本語 0', '日本語 4']);
  });
});
