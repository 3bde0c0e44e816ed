import axios from 'axios';
import should from 'should';
import { type Recording, readKey } from '../../../dist/recording/recording.js';
import { parseRecording, recordingText } from '../../../dist/recording/recording-file.js';
import { type Simulator, type SimulatorOptions, startSimulator } from '../../../dist/simulator/index.js';
import { recordAtOnce } from '../../recording/direct-reader.js';

const JSON_TYPE = { 'Content-Type': 'application/json' };

const answersOf = ({ reads }: Recording): Map<string, unknown> =>
  new Map(reads.map((read) => [readKey(read), 'answer' in read ? read.answer : read.refusal]));

describe('a simulator that serves a recording', function () {
  this.timeout(120_000);
  const running: Simulator[] = [];
  const start = async (options: SimulatorOptions) => {
    const simulator = await startSimulator(options);
    running.push(simulator);
    return simulator;
  };
  afterEach(() => Promise.all(running.splice(0).map((simulator) => simulator.close())));

  /** A simulator of the recording of another one. */
  const serve = async (options: SimulatorOptions = {}, prepare: (hub: Simulator) => unknown = () => undefined) => {
    const hub = await start(options);
    await prepare(hub);
    const recording = parseRecording(recordingText(await recordAtOnce(hub.url)));
    const served = await start({ recording });
    const call = async (method: string, path: string, data?: unknown) => {
      const url = `${served.url}/api/rest/v1${path}`;
      return (await axios.request({ method, url, data, headers: JSON_TYPE, validateStatus: () => true })).data;
    };
    return { recording, served, call };
  };

  for (const [name, options] of [
    ['revision 1', {}],
    ['revision 1 under lino', { linearSegment: 'lino' }],
    ['revision 2', { dialect: 2 }],
    ['an early revision 2', { dialect: 2, early: true }],
  ] as const)
    it(`answers every read of ${name} as it was recorded`, async () => {
      const { recording, served } = await serve(options);
      const again = await recordAtOnce(served.url);
      should(again.hub).eql(recording.hub);
      should(answersOf(again)).eql(answersOf(recording));
    });

  it('keeps refusals, rows and fields that the simulator does not have', async () => {
    const { recording, served } = await serve({}, (hub) => {
      hub.trouble({ operation: 'listProjects', status: 403 });
      hub.trouble({
        operation: 'listTemplates',
        body: JSON.stringify([{ id: 31, name: 'Lower Third', hidden: true }]),
      });
    });
    should(answersOf(await recordAtOnce(served.url))).eql(answersOf(recording));
  });

  it('keeps the fields of the hub in functions whose values or names have changed', async () => {
    const functions = '/engines/1/nodes/Mixer_0/functions';
    const { call, served } = await serve({}, async (hub) => {
      const { data } = await axios.get(`${hub.url}/api/rest/v1${functions}`);
      const body = JSON.stringify(data.map((row: object, index: number) => ({ ...row, Hotkey: index })));
      hub.trouble({ operation: 'listFunctions', contentType: 'application/json', body });
    });
    const before = await call('GET', functions);
    should(before[0]).match({ FunctionPath: 'Default//Cut/0', Hotkey: 0 });
    const transition = `${functions}/${encodeURIComponent('Default//DoTransition/0')}`;
    const { Properties } = await call('GET', transition);
    const [parameter = '', property] = Object.entries<{ PropertyPath: string }>(Properties)[0] ?? [];
    const path = encodeURIComponent(property?.PropertyPath ?? '');
    await call('PATCH', `/engines/1/nodes/Mixer_0/properties/${path}`, { Value: 7 });
    should((await call('GET', transition)).Properties[parameter]).match({ ...property, Value: 7 });
    should(await call('GET', functions)).eql(before);
    const { functions: present } = served.state.engines[0]!.nodes.find((node) => node.path === 'Mixer_0')!;
    present[0] = { ...present[0]!, name: 'Hard cut' };
    present.push({ ...present[0]!, path: 'Default//New/0', name: 'New' });
    const [first, ...others] = before;
    should(await call('GET', functions)).eql([
      { ...first, FunctionName: 'Hard cut' },
      ...others,
      { FunctionPath: 'Default//New/0', FunctionName: 'New' },
    ]);
  });

  it('draws the recorded items', async () => {
    const { call, served } = await serve({ dialect: 2 });
    const items = await call('GET', '/lino/rundown/101/201/items');
    await call('PUT', `/lino/rundown/101/play/${items[1].id}/0`);
    const { data } = await axios.get(`${served.url}/picture.svg`);
    should(data).containEql('Rail strike ends');
  });
});
