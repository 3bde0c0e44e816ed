import should from 'should';
import type { Cue } from '../../dist/cues/list.js';
import { startSimulator } from '../../dist/simulator/index.js';
import { useTimeLapse } from '../time-lapse.js';
import { CueStage, cueOf, set } from './cue-stage.js';
import { lamp } from './lamp-stage.js';
import type { Message, NodeOf } from './stage.js';

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

describe('lamps and displays of a cue list', function () {
  this.timeout(60_000);
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
