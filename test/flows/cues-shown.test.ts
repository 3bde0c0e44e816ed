import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import helper from 'node-red-node-test-helper';
import should from 'should';
import { cuesText } from '../../dist/cues/cue-text.js';
import { type Cue, sortCues } from '../../dist/cues/list.js';
import { startSimulator } from '../../dist/simulator/index.js';
import { get } from '../nodes/endpoints/endpoints.js';
import { useTimeLapse } from '../time-lapse.js';
import { control } from './control-stage.js';
import { CueStage, cueOf, message, set } from './cue-stage.js';
import { lamp } from './lamp-stage.js';
import { key as press } from './panel-stage.js';
import { host, panel, RemoteStage } from './remote-stage.js';
import type { Message, NodeOf } from './stage.js';

describe('lamps and displays of a cue list', () => {
  const THREE: Record<string, Cue> = {
    10: cueOf('Anchor', [set(0.1)]),
    20: cueOf('Gäste', [set(0.2)]),
    30: cueOf('End', [set(0.3)]),
  };

  /** The surfaces that show a list, each with its own output. */
  const SURFACES: Readonly<Record<string, object>> = {
    deck: { surface: 'streamdeck', control: 'key 0' },
    next: { surface: 'streamdeck', control: 'key 1', states: [{ state: 'cueStandby', value: 'next: {{next}}' }] },
    mqtt: { surface: 'mqtt', control: 'desk' },
    osc: { surface: 'osc', control: '/go', states: [{ state: 'cueStandby', value: '{{standby}}' }] },
    companion: { surface: 'template', control: '{"topic":"cues","payload":"{{state}}: {{current}} > {{standby}}"}' },
    upper: { surface: 'mcuStrip', control: 'strip 1 upper {{current}}' },
    lower: { surface: 'mcuStrip', control: 'strip 1 lower' },
    tsl: { surface: 'tsl31', control: '5' },
    umd: { surface: 'tsl50', control: '5 NOW {{current}}' },
  };

  const lamps: NodeOf[] = Object.entries(SURFACES).flatMap(([id, fields]) => [
    lamp({ id, ...fields, wires: [[`${id}-out`]] }),
    { id: `${id}-out`, type: 'helper' },
  ]);

  useTimeLapse();
  const show = CueStage.forEach();

  /** The list is wired to all lamps. */
  async function open(cues = THREE, names = Object.keys(SURFACES), fields: object = {}): Promise<void> {
    const nodes = lamps.filter(({ id }) => names.includes(String(id).replace('-out', '')));
    await show.open(cues, { wires: [['results'], ['states', ...names]], ...fields }, nodes);
  }
  const shown = (name: string): Message | undefined => show.stage.received(`${name}-out`).at(-1);
  const state = (name: string) => show.stage.status(name).text;
  const text = (bytes: Iterable<number>) => String.fromCharCode(...bytes).trim();
  /** The characters of a line on a display. */
  const line = (name: string) => text([...(shown(name)?.payload ?? [])].slice(7, -1));

  it('show number and name of the current cue and of the one on standby', async () => {
    await open();
    await show.stage.until(() => state('deck') === 'cue on standby' && line('lower') === '10 Anch');
    should(shown('deck')?.payload).match({ value: [0x30, 0, 0xff], text: '10 Anchor' });
    await show.send('go');
    await show.stage.until(() => line('lower') === '20 Gast');
    await show.stage.until(() => shown('deck')?.payload.text === '20 Gäste');
    should(shown('next')?.payload.text).equal('next: 30 End');
    should(shown('mqtt')?.payload).equal('cueStandby');
    should(shown('osc')).match({ topic: '/go', payload: '20 Gäste' });
    should(shown('companion')?.payload).equal('cueStandby: 10 Anchor > 20 Gäste');
    should(line('upper')).equal('10 Anch');
    // Byte 1: full brightness, no tally. A display of TSL has ASCII.
    should([...(shown('tsl')?.payload ?? [])].slice(0, 2)).eql([0x85, 0x30]);
    should(text([...(shown('tsl')?.payload ?? [])].slice(2))).equal('20 G?ste');
    should(text([...(shown('umd')?.payload ?? [])].slice(12))).equal('NOW 10 Anchor');
  });

  it('show running, failed, asking, holding, restarted and the end, each in its own way', async () => {
    const cues = { 10: cueOf('Anchor', [set(0.1), set(0.2, 1)]), 20: cueOf('Guest', [set(0.3)]) };
    await open(cues, ['mqtt', 'deck']);
    await show.stage.until(() => shown('mqtt')?.payload === 'cueStandby');
    const done = show.send('go');
    await show.stage.until(() => shown('mqtt')?.payload === 'cueRunning');
    should(shown('deck')?.payload.text).equal('10 Anchor');
    await done;
    await show.stage.until(() => shown('mqtt')?.payload === 'cueStandby');
    const refuse = show.hub.trouble({ operation: 'setProperty', status: 409 });
    await show.send('go');
    await show.stage.until(() => shown('mqtt')?.payload === 'failed');
    should(shown('deck')?.payload).match({ value: [0xff, 0, 0xff], text: '20 Guest' });
    refuse();
    const lose = show.hub.trouble({ operation: 'setProperty', status: 500 });
    await show.send('go');
    await show.stage.until(() => shown('mqtt')?.payload === 'cueHolding');
    lose();
    await show.send('go');
    await show.stage.until(() => shown('mqtt')?.payload === 'armed');
    // The question ends by itself.
    await show.send('next');
    await show.stage.until(() => shown('mqtt')?.payload === 'off');
    await show.send('back');
    await show.stage.until(() => shown('mqtt')?.payload === 'cueStandby');
    await show.end();
    await open(cues, ['mqtt']);
    await show.stage.until(() => shown('mqtt')?.payload === 'cueRestarted');
  });

  it('are unknown while the hub is lost, and show the place in the list all the time', async () => {
    await open(THREE, ['mqtt', 'lower', 'companion']);
    await show.stage.until(() => shown('mqtt')?.payload === 'cueStandby' && line('lower') === '10 Anch');
    const { port } = new URL(show.hub.url);
    await show.hub.close();
    await show.stage.until(() => shown('mqtt')?.payload === 'unknown');
    should(shown('companion')?.payload).equal('unknown:  > 10 Anchor');
    should(line('lower')).equal('10 Anch');
    show.hub = await startSimulator({ port: Number(port) });
    await show.stage.until(() => shown('mqtt')?.payload === 'cueStandby');
  });
});

describe('the journal and the as-run file of a cue list', () => {
  /** A command with the labels that the pickers saved. */
  const named = (() => {
    const step = set(0.4);
    if (step.does !== 'command') throw new Error('A command is expected');
    const engineId = { ...step.params.engineId!, label: 'Studio A' };
    return { ...step, params: { ...step.params, engineId } };
  })();

  const show = CueStage.forEach();
  const rows = async (): Promise<Message[]> => (await get('journal/config')).body.rows;

  it('have one row for each cue with its steps, and lines with the number of the cue', async () => {
    const file = join(show.folder, 'as-run.jsonl');
    const log = { id: 'log', type: 'hub-event', version: 1, file, asRun: true, wires: [[]] };
    await show.open(
      { 10: cueOf('Anchor', [named, message('atem'), set(0.6, 0.2)]), '20.5': cueOf('Guest', [set(0.2)]) },
      {},
      [log],
    );
    await show.send('go');
    await show.send('go');
    const [first, second, ...more] = await rows();
    should(more).be.empty();
    should(first).match({
      node: 'cues',
      outcome: 'done',
      group: { does: 'cue', number: '10', name: 'Anchor', count: 2 },
    });
    should(first?.group.steps).match([
      { operation: 'setProperty', value: '0.4', names: { engineId: 'Studio A' } },
      { operation: 'setProperty', value: '0.6' },
    ]);
    should(second).match({ group: { does: 'cue', number: '20.5', count: 1 } });
    await show.stage.close();
    const lines = (await readFile(file, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    should(lines.map(({ cue, value }) => [cue, value])).eql([
      ['10', 0.4],
      ['10', 0.6],
      ['20.5', 0.2],
    ]);
    should(lines[0].names).match({ engineId: 'Studio A' });
  });
  const rowsAfter = async (count: number): Promise<Message[]> => {
    const end = performance.now() + 5000;
    let found = await rows();
    while (found.length < count && performance.now() < end) found = await rows();
    return found;
  };

  it('have a row for a Go that plays no cue, and for another operation that names no cue of the list', async () => {
    const key = control({
      ...{ id: 'key', name: 'Go', control: 'key 0', wires: [[], []] },
      actions: [{ on: 'press', does: 'cue', cueOperation: 'goto', cue: '20', cuesNode: 'gone' }],
    });
    await show.open({ 10: cueOf('Übergabe', [message('atem')]) }, {}, [key]);
    await show.send('standby', { cue: '99' });
    await show.send('go', { remote: { deadline: 0 } });
    await show.send('goto', { cue: '99' });
    show.stage.node('key').receive(press(0, 1));
    await rowsAfter(4);
    await writeFile(show.file, '{');
    await show.becomes(({ state }) => state === 'unreadable');
    await show.send('go');
    const found = await rowsAfter(5);
    should(found.map(({ node, failure, group }) => [node, group.number, failure.code, failure.facts.sentence])).eql([
      ['cues', undefined, 'BAD_INPUT', undefined],
      ['cues', '10', 'EXPIRED', 'cueLate'],
      ['cues', '99', 'BAD_INPUT', undefined],
      ['key', '20', 'BAD_INPUT', 'noCuesNode'],
      ['cues', '10', 'BAD_INPUT', 'stored_endsEarly'],
    ]);
    should(found.map(({ failed, outcome }) => [failed, outcome])).eql(Array(5).fill([true, 'not-sent']));
  });
});

describe('a cue list over MQTT', () => {
  const CUES = { 10: cueOf('Anchor', [set(0.1)]), 20: cueOf('Guest', [set(0.2)]) };

  /** A list at the host. Its states are wired to the host, whose commands are wired to it. */
  const list: NodeOf = {
    ...{ id: 'cues', type: 'hub-cues', version: 1, list: 'Show', lockout: '0', wires: [['results'], ['host']] },
  };

  useTimeLapse();
  const show = RemoteStage.forEach();
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cues-'));
    await mkdir(join(folder, 'graphics-hub-cues'));
    await writeFile(join(folder, 'graphics-hub-cues', 'Show.json'), cuesText(sortCues(Object.entries(CUES))));
    helper.settings({ userDir: folder });
    await show.open([
      host({ wires: [['wire'], ['cues'], ['cues']] }),
      panel({ name: 'Gallery 2', wires: [['wire'], ['lamp', 'out'], ['answers']] }),
      list,
      lamp({ surface: 'mqtt', control: 'key', hub: '', wires: [[]] }),
    ]);
    await show.connected();
  });
  afterEach(async () => {
    helper.settings({});
    await rm(folder, { recursive: true });
  });

  const shows = (text: string) => show.stage.until(() => show.stage.status('lamp').text === text);
  /** The last state at the panel. */
  const state = (): Message => show.stage.out.filter(({ topic }) => topic === 'cues').at(-1)?.payload ?? {};
  const values = () => show.commands().map(({ body }) => (body as { readonly Value: unknown }).Value);

  it('is shown at a panel, plays its operations, and names the panel', async () => {
    await shows('cue on standby');
    should(state()).match({ state: 'standby', standby: { number: '10', name: 'Anchor' } });
    await show.press({ topic: 'cues', operation: 'go', payload: true });
    should(show.answers.at(-1)).match({ hub: { operation: 'goCue', outcome: 'done' } });
    await show.stage.until(() => state().standby?.number === '20');
    should(state()).match({ current: { number: '10' }, by: 'Gallery 2' });
    await show.press({ topic: 'cues', operation: 'standby', cue: '10', by: 'Ann', payload: true });
    await show.stage.until(() => state().by === 'Ann');
    should(state()).match({ standby: { number: '10' } });
    await show.press({ topic: 'cues', operation: 'goto', cue: 20, payload: true });
    await show.stage.until(() => state().state === 'end');
    await shows('off');
    should(values()).eql([0.1, 0.2]);
    should(show.stage.caught).be.empty();
  });

  it('shows a failure at the panel, and is unknown while the hub or the host is lost', async () => {
    await shows('cue on standby');
    const refuse = show.hub.trouble({ operation: 'setProperty', status: 409 });
    await show.press({ topic: 'cues', operation: 'go', payload: true });
    should(show.stage.caught.at(-1)).match({ hub: { outcome: 'refused', code: 'HUB_REJECTED' } });
    refuse();
    await shows('failed');
    should(state()).match({ state: 'failed', failed: { cue: { number: '10' }, step: 1 } });
    show.isConnected = false;
    await shows('unknown');
    show.isConnected = true;
    await shows('failed');
    await show.hub.close();
    await shows('unknown');
  });
});
