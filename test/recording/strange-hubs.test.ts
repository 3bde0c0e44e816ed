import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import should from 'should';
import { HubReader } from '../../dist/recording/reader.js';
import { RECORD_LIMITS, recordHub } from '../../dist/recording/record.js';
import { type Recording, readKey } from '../../dist/recording/recording.js';
import { parseRecording, recordingText } from '../../dist/recording/recording-file.js';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { AnsweringHub } from './answering-hub.js';
import { DESCRIBED } from './described-hub.js';
import { namedPrivacy, recordAtOnce, SETTINGS } from './direct-reader.js';

const run = promisify(execFile);

const answersOf = ({ reads }: Recording): Map<string, unknown> =>
  new Map(reads.map((read) => [readKey(read), 'answer' in read ? read.answer : read.refusal]));

/** Names that break programs which build paths, HTML or shells from them. */
const NAMES = [
  '"quoted" \'name\'',
  'a/b\\c//0',
  '\u202Eright to left\u202C',
  '</script><b>',
  '__proto__',
  'Ω'.repeat(10_000),
];

const NODES = 100;
const PROPERTIES = 20_000;

/** A large hub that refuses a third of its modules to the key. */
function largeHub(count: number): Map<string, unknown> {
  const nodes = Array.from({ length: NODES }, (_, index) => ({
    NodePath: `${NAMES[index % 5]} ${index}`,
    NodeName: NAMES[index % NAMES.length],
  }));
  const answers = new Map<string, unknown>([
    ['engines', [{ id: 1, name: 'E', displayName: NAMES[2], instances: [] }]],
    ['engines|1', { id: 1, name: 'E', displayName: NAMES[2], instances: [] }],
    ['engines|1|nodes', nodes],
    ['playout|rundowns', NAMES.map((name, id) => ({ id, name }))],
    ['playout|templates', []],
    ...['launcher', 'graphs', 'rgraphs', 'ustates', 'projects', 'linear|engines'].map((list) => [list, 403] as const),
  ]);
  for (const [index, name] of NAMES.entries()) {
    answers.set(`playout|rundowns|${index}`, { id: index, name });
    answers.set(`playout|rundowns|${index}|items`, []);
  }
  for (const node of nodes) {
    const path = `engines|1|nodes|${node.NodePath}`;
    const properties = Array.from({ length: Math.ceil(count / NODES) }, (_, index) => {
      const name = NAMES[index % NAMES.length];
      return {
        PropertyPath: `${name?.slice(0, 50)}/${index}`,
        DisplayName: name?.slice(0, 200),
        Value: { x: index, y: name?.slice(0, 200) },
      };
    });
    answers.set(path, node);
    answers.set(`${path}|properties`, properties);
    answers.set(`${path}|functions`, []);
    for (const property of properties.slice(0, 3)) answers.set(`${path}|properties|${property.PropertyPath}`, property);
  }
  return answers;
}

describe('a recording of a hub that nobody here wrote', function () {
  this.timeout(120_000);
  let hub: AnsweringHub;
  let served: Simulator | undefined;

  afterEach(async () => {
    hub.close();
    await served?.close();
  });

  for (const [name, answers, delay] of [
    ['from the published description alone', () => DESCRIBED, 5],
    ['with 100 nodes, strange names and refused modules', () => largeHub(3000), 0],
  ] as const)
    it(`is served without a difference: ${name}`, async () => {
      hub = new AnsweringHub(answers(), delay);
      const recording = await recordAtOnce(await hub.start(), 100_000);
      should([...hub.methods]).eql(['GET']);
      served = await startSimulator({ recording: parseRecording(recordingText(recording)) });
      const again = await recordAtOnce(served.url, 100_000);
      should(again.missing).eql(recording.missing);
      should(answersOf(again)).eql(answersOf(recording));
    });

  it('has at most two requests in flight at a slow hub, also while it detects the revision', async () => {
    hub = new AnsweringHub(DESCRIBED, 150);
    const reader = new HubReader({ ...SETTINGS, baseUrl: await hub.start() });
    const { hub: found } = await reader.detect();
    const { reads } = await recordHub(reader, found, {
      ...RECORD_LIMITS,
      privacy: namedPrivacy(),
      signal: new AbortController().signal,
    });
    reader.close();
    should(reads.length).be.above(30);
    should(hub.mostInFlight).equal(2);
  });

  it('needs at most 256 MB of heap for 20,000 properties', async () => {
    hub = new AnsweringHub(largeHub(PROPERTIES));
    const program = `
      const { recordAtOnce } = require('./.test/recording/direct-reader.js');
      const { recordingText, parseRecording } = require('./dist/recording/recording-file.js');
      recordAtOnce(process.argv[1], 100_000).then((recording) => {
        const lists = parseRecording(recordingText(recording)).reads.filter(({ operation }) => operation === 'listProperties');
        console.log(lists.reduce((sum, { answer }) => sum + answer.length, 0));
      });`;
    const { stdout } = await run(process.execPath, ['--max-old-space-size=256', '-e', program, await hub.start()]);
    should(Number(stdout)).be.aboveOrEqual(PROPERTIES);
  });
});
