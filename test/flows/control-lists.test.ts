import { writeFile } from 'node:fs/promises';
import should from 'should';
import type { Cue } from '../../dist/cues/list.js';
import { get } from '../nodes/endpoints/endpoints.js';
import { useTimeLapse } from '../time-lapse.js';
import { control } from './control-stage.js';
import { CueStage, cueOf, set } from './cue-stage.js';
import { setOpacity as setByOthers } from './event-stage.js';
import { LookStage } from './look-stage.js';
import { key } from './panel-stage.js';
import { literal, type Message, type NodeOf } from './stage.js';

describe('a control of a cue list', () => {
  useTimeLapse();
  const STANDBY = [0x30, 0, 0xff];
  const RUNNING = [0xc0, 0xc0, 0x80];
  const FAILED = [255, 0, 255];
  const DARK = [0, 0, 0];
  const UNKNOWN = [128, 128, 128];

  const THREE: Record<string, Cue> = {
    10: cueOf('Anchor', [set(0.1)]),
    // Its second step waits until the test stops it.
    20: cueOf('Guest', [set(0.2), set(0.25, 600)]),
    30: cueOf('End', [set(0.3)]),
  };

  /** The control of an operation on a list: key N of a Stream Deck, with the name of the operation. */
  const keyOf = (index: number, cueOperation: string, fields: object = {}): NodeOf =>
    control({
      ...{ id: cueOperation, name: '', control: `key ${index}`, wires: [['lights'], ['answers']] },
      actions: [{ on: 'press', does: 'cue', cueOperation, ...fields }],
    });

  const KEYS = [keyOf(0, 'go'), keyOf(1, 'back'), keyOf(2, 'next'), keyOf(3, 'stop'), keyOf(4, 'goto', { cue: '20' })];
  const HELPERS: NodeOf[] = ['lights', 'answers'].map((id) => ({ id, type: 'helper' }));

  const show = CueStage.forEach();
  const open = (controls: NodeOf[] = KEYS, fields: object = {}) => show.open(THREE, fields, [...controls, ...HELPERS]);

  /** The colour and the text of a key. */
  function lightOf(index: number): unknown[] {
    const { value, text }: Message =
      show.stage.received('lights').findLast(({ topic }) => topic === index)?.payload ?? {};
    return [value, text];
  }
  /** Waits until a key has a colour and a text. */
  const isLit = (index: number, colour: readonly number[], text: string) =>
    show.stage
      .until(() => JSON.stringify(lightOf(index)) === JSON.stringify([colour, text]))
      .catch(() => should(lightOf(index)).eql([colour, text]));

  /** A press and a release of a key at its control. The message of the press ends with its cue. */
  let sent = 0;
  async function press(id: string, index: number, fields: object = {}): Promise<Message> {
    sent += 1;
    const _msgid = `p${sent}`;
    show.stage.node(id).receive({ _msgid, ...key(index, 1), ...fields });
    show.stage.node(id).receive(key(index, 0));
    const ended = () => show.stage.caught.concat(show.stage.completed).find((msg) => msg._msgid === _msgid);
    await show.stage.until(() => ended() !== undefined);
    return ended()!;
  }

  it('goes, moves back and next, stops and goes to a cue, and shows number and name', async () => {
    await open();
    await isLit(0, STANDBY, '10 Anchor');
    await isLit(1, STANDBY, 'Back');
    await isLit(2, STANDBY, 'Next');
    await isLit(3, STANDBY, 'Stop');
    // The key of cue 20 is dark while the list is about another cue.
    await isLit(4, DARK, '20 Guest');
    await press('go', 0);
    const answers = () => show.stage.received('answers');
    await show.stage.until(() => answers().length > 0);
    should(answers().at(-1)).match({
      cue: { number: '10', name: 'Anchor' },
      hub: { operation: 'goCue', outcome: 'done' },
    });
    await isLit(0, STANDBY, '20 Guest');
    await isLit(4, STANDBY, '20 Guest');
    await press('next', 2);
    await isLit(0, STANDBY, '30 End');
    await press('back', 1);
    await press('back', 1);
    await isLit(0, STANDBY, '10 Anchor');
    should(show.values).eql([0.1]);
    const ended = press('goto', 4);
    await isLit(0, RUNNING, '20 Guest');
    await isLit(4, RUNNING, '20 Guest');
    for (const id of ['go', 'goto']) await show.stage.until(() => show.stage.status(id).text === 'cue running');
    await press('stop', 3);
    await isLit(0, STANDBY, '20 Guest');
    await ended;
    should(show.values).eql([0.1, 0.2]);
    should(show.stage.caught).be.empty();
  });

  it('are dark as soon as a second list is deployed, also while a watch of the hub fails', async () => {
    const params = { engineId: literal(1), nodePath: literal('Übergabe'), propertyPath: literal('日本語') };
    const watch = { id: 'watch', type: 'hub-watch', operation: 'getProperty', params, interval: '0.1' };
    await open([...KEYS, watch]);
    await isLit(0, STANDBY, '10 Anchor');
    await show.stage.until(() => show.stage.status('watch').fill === 'red');
    const second = { id: 'second', type: 'hub-cues', z: 'flow', hub: 'config', list: '日本語', wires: [[], []] };
    await show.stage.deploy((flow) => [...flow, second], 'nodes');
    await isLit(0, UNKNOWN, '');
    should(await press('go', 0)).match({ hub: { code: 'BAD_INPUT', outcome: 'not-sent' } });
  });

  it('shows a failure until the next operation, and names the panel that moved the list', async () => {
    await open([{ ...keyOf(0, 'go'), name: 'Desk' }]);
    await isLit(0, STANDBY, '10 Anchor');
    const refuse = show.hub.trouble({ operation: 'setProperty', status: 409 });
    await press('go', 0);
    await isLit(0, FAILED, '10 Anchor');
    should(show.stage.caught).have.length(1);
    should(show.stage.caught[0]).match({
      cue: { number: '10', name: 'Anchor' },
      error: { message: /Cue 10 Anchor, step 1/, source: { id: 'go' } },
    });
    await show.becomes(({ state }) => state === 'failed');
    should(show.state.by).equal('Desk');
    await show.stage.until(() => show.stage.status('go').text?.startsWith('not accepted') ?? false);
    refuse();
    await press('go', 0);
    await isLit(0, STANDBY, '20 Guest');
    await show.stage.until(() => show.stage.status('go').text === 'cue on standby');
  });

  it('fails on the key of another cue too, while the file of the list is broken', async () => {
    await open([keyOf(4, 'goto', { cue: '20' })]);
    await isLit(4, DARK, '20 Guest');
    await writeFile(show.file, '{');
    await isLit(4, FAILED, '20 Guest');
  });

  it('is unknown while its cue is not in the list', async () => {
    await open([keyOf(4, 'goto', { cue: '20' })]);
    await isLit(4, DARK, '20 Guest');
    const { 20: guest, ...others } = THREE;
    await show.write(others);
    await isLit(4, UNKNOWN, '');
    const { error } = await press('goto', 4);
    should(String(error.message)).match(/no cue "20" – choose 10, 30\./);
    await show.write({ ...others, ...(guest && { 20: guest }) });
    await isLit(4, DARK, '20 Guest');
  });

  it('does not send a step that waited longer than its action allows', async () => {
    await open([keyOf(0, 'go', { expiry: '0.2' })]);
    await isLit(0, STANDBY, '10 Anchor');
    show.hub.trouble({ operation: 'setProperty', never: true });
    // The command of this panel fills the lane.
    show.stage.node('cues').receive({ operation: 'go' });
    await show.stage.until(() => show.values.length === 1);
    show.stage.node('go').receive(key(0, 1));
    await show.stage.until(() => show.stage.caught.length === 1);
    should(show.stage.caught[0]).match({ cue: { number: '20' }, hub: { code: 'EXPIRED', outcome: 'not-sent' } });
    should(show.values).eql([0.1]);
  });

  it('is unknown without the list, and names the missing node', async () => {
    await open([keyOf(0, 'go'), keyOf(4, 'goto', { cue: '99' })]);
    await isLit(0, STANDBY, '10 Anchor');
    // This cue does not exist.
    await isLit(4, UNKNOWN, '');
    await show.stage.node('cues').close();
    await isLit(0, UNKNOWN, '');
    await press('go', 0);
    should(show.stage.caught).have.length(1);
    should(show.stage.caught[0]).match({
      error: { message: /no hub cues\. Choose one\./, source: { id: 'go' } },
      hub: { code: 'BAD_INPUT', outcome: 'not-sent' },
    });
  });
});

describe('a control of a look', () => {
  useTimeLapse();
  const WHITE = [255, 255, 255];
  const EMPTY = [112, 88, 64];
  const CHANGED = [0, 64, 96];
  const UNKNOWN = [128, 128, 128];

  const evening = (on: string, fields: object = {}) => ({ on, does: 'look', look: 'Evening', ...fields });
  const answers = { id: 'answers', type: 'helper', wires: [] };

  const show = LookStage.forEach();

  /** The last messages to the keys, by key. */
  const colourOf = (index: number) =>
    show.stage.out.filter(({ topic, payload }) => topic === index && payload.command).at(-1)?.payload;
  const isColoured = (wanted: readonly number[], index = 0) =>
    show.stage.until(() => JSON.stringify(colourOf(index)?.value) === JSON.stringify(wanted));
  const setOpacity = (Value: number) => setByOthers(show.hub, Value);

  it('stores at a hold, recalls at a short press, and shows the state of the look', async () => {
    const actions = [evening('press'), evening('hold', { lookOperation: 'store' })];
    await show.open([control({ actions, holdTime: '0.3' }), show.look('looks', ['opacity']), answers]);
    await isColoured(EMPTY);
    should(colourOf(0)?.text).equal('Evening');
    await setOpacity(0.75);
    show.stage.node('control').receive(key(0, 1));
    await isColoured(WHITE);
    await show.send('control', key(0, 0));
    await setOpacity(0.25);
    await isColoured(CHANGED);

    // Both in one turn, so that it is not a hold on a busy machine.
    show.stage.node('control').receive(key(0, 1));
    await show.send('control', key(0, 0));
    await isColoured(WHITE);
    should(show.value('opacity')).equal(0.75);
    await show.stage.until(() => show.stage.status('control').text === 'look on');
    should(show.stage.caught).be.empty();
  });

  it('finds the only node of its hub, and asks for one of several', async () => {
    const second = show.look('second', ['zoom'], { file: `${show.file}.2` });
    const first = show.look('first', ['opacity'], { operation: 'store' });
    const chosen = control({ id: 'chosen', control: 'key 1', actions: [evening('press', { lookNode: 'first' })] });
    await show.open([control({ actions: [evening('press')] }), chosen, first, second, answers]);
    await show.send('first', { look: 'Evening', payload: true });
    await isColoured(WHITE, 1);
    await isColoured(UNKNOWN, 0);
    await show.send('chosen', key(1, 1));
    should(show.stage.caught).be.empty();
    await show.send('control', key(0, 1));
    should(show.stage.caught).have.length(1);
    should(show.stage.caught[0]).match({
      error: { message: /no hub look\. Choose one\./, source: { id: 'control' } },
      hub: { code: 'BAD_INPUT', outcome: 'not-sent', config: 'config' },
    });
    await show.stage.until(() => show.stage.status('control').text?.startsWith('bad input') ?? false);
    const { rows } = (await get('journal/config')).body;
    should(rows.at(-1)).match({
      ...{ node: 'control', failed: true, outcome: 'not-sent', failure: { facts: { sentence: 'noLookNode' } } },
      group: { does: 'recall', name: 'Evening', count: 0 },
    });
  });

  it('is unknown again as soon as there are two nodes, and after a deploy of one of them', async () => {
    const other = show.look('other', ['zoom'], { file: `${show.file}.2` });
    await show.open([control({ actions: [evening('press')] }), show.look('looks', ['opacity']), answers]);
    await show.send('looks', { operation: 'store', look: 'Evening' });
    await isColoured(WHITE);
    await show.stage.deploy((flow) => [...flow, { ...other, z: 'flow', hub: 'config' }], 'nodes');
    await isColoured(UNKNOWN);
    const sent = show.stage.out.length;
    const renamed = (flow: readonly NodeOf[]) =>
      flow.map((each) => (each.id === 'looks' ? { ...each, name: '夜' } : each));
    await show.stage.deploy(renamed, 'nodes');
    await show.send('looks', { operation: 'list' });
    await isColoured(UNKNOWN);
    // Between both, the other node is the only one, and has no look of this name.
    should(show.stage.out.slice(sent).map(({ payload }) => payload.value)).not.containEql(WHITE);
  });

  it('sends nothing after its close, and does not call a recall that was sent not sent', async () => {
    await show.open([control({ actions: [evening('press')] }), show.look('looks', ['opacity']), answers]);
    await show.send('looks', { operation: 'store', look: 'Evening' });
    await setOpacity(0.5);
    await isColoured(CHANGED);
    show.hub.trouble({ operation: 'setProperty', times: 1, delay: 1000 });
    show.stage.node('control').receive({ _msgid: 'last', ...key(0, 1) });
    const writes = () => show.hub.journal.filter(({ method }) => method === 'PATCH').length;
    await show.stage.until(() => writes() === 2);
    const sent = show.stage.out.length;
    await show.stage.node('control').close();
    await show.stage.until(() => show.stage.caught.length === 1);
    should(show.stage.caught).match([{ _msgid: 'last', hub: { code: 'CLOSED', outcome: 'unknown' } }]);
    should(show.stage.out.slice(sent)).be.empty();
  });

  it('blends the look by a fader', async () => {
    const fader = control({ surface: 'osc', control: '/1/fader1', kind: 'fader', light: '-', actions: [evening('')] });
    const wide = { ...fader, id: 'wide', control: '/1/fader2', low: '-1', high: '2' };
    await show.open([fader, wide, show.look('looks', ['opacity']), answers]);
    await setOpacity(1);
    await show.send('looks', { operation: 'store', look: 'Evening' });
    await setOpacity(0);
    for (const payload of [0.25, 0.5]) await show.send('control', { topic: '/1/fader1', payload });
    should(show.received('opacity').slice(2)).match([{ Value: 0.25 }, { Value: 0.5 }]);
    should(show.stage.caught).be.empty();
    for (const payload of [0, 1]) await show.send('wide', { topic: '/1/fader2', payload });
    should(show.stage.caught.map(({ error }) => error.message)).match([/Blend .*-1/, /Blend .*2/]);
  });
});
