import { writeFile } from 'node:fs/promises';
import should from 'should';
import type { Cue } from '../../dist/cues/list.js';
import { control } from './control-stage.js';
import { CueStage, cueOf, set } from './cue-stage.js';
import { key } from './panel-stage.js';
import { literal, logOf, type Message, type NodeOf } from './stage.js';

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

describe('a control of a cue list', function () {
  this.timeout(60_000);
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

  it('keeps its failure when a later press is ignored', async () => {
    await open([keyOf(0, 'go')], { lockout: '600' });
    await isLit(0, STANDBY, '10 Anchor');
    show.hub.trouble({ operation: 'setProperty', status: 409 });
    await press('go', 0);
    const isFailed = () => show.stage.status('go').text?.startsWith('not accepted') ?? false;
    await show.stage.until(isFailed);
    await press('go', 0);
    await show.stage.until(() => show.stage.status('go').text === 'press ignored');
    await show.stage.until(isFailed);
  });

  it('shares the lockout of the list with all other panels', async () => {
    const second = { ...keyOf(5, 'go'), id: 'second' };
    await open([keyOf(0, 'go'), second], { lockout: '600' });
    await isLit(5, STANDBY, '10 Anchor');
    await press('go', 0);
    await press('second', 5);
    await show.stage.until(() => show.stage.status('second').text === 'press ignored');
    should(show.values).eql([0.1]);
    should(show.state).match({ standby: { number: '20' }, by: 'key 0' });
  });

  it('asks for a second press after an unknown outcome', async () => {
    await open([keyOf(0, 'go')]);
    await isLit(0, STANDBY, '10 Anchor');
    const lose = show.hub.trouble({ operation: 'setProperty', status: 500 });
    await press('go', 0);
    await show.becomes(({ state }) => state === 'holding');
    lose();
    await press('go', 0);
    await show.becomes(({ asking }) => asking);
    await isLit(0, [255, 160, 0], '10 Anchor');
    should(show.values).eql([0.1]);
    await new Promise((resolve) => setTimeout(resolve, 600));
    await press('go', 0);
    await isLit(0, STANDBY, '20 Guest');
    should(show.values).eql([0.1, 0.1]);
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

  it('is unknown if the list could not be read since the start', async () => {
    await show.write({});
    await writeFile(show.file, '{');
    await show.start({}, [keyOf(0, 'go'), keyOf(4, 'goto', { cue: '20' }), ...HELPERS]);
    await isLit(0, FAILED, '');
    await isLit(4, UNKNOWN, '');
    should(logOf('goto')).be.empty();
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
