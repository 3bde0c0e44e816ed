import should from 'should';
import type { Pace } from '../../dist/hub/lists/read-only-client.js';
import { gentlePace } from '../../dist/recording/crawl.js';
import { HubReader } from '../../dist/recording/reader.js';
import { RECORD_LIMITS, recordHub } from '../../dist/recording/record.js';
import { type Recording, readKey } from '../../dist/recording/recording.js';
import { parseRecording, recordingText } from '../../dist/recording/recording-file.js';
import {
  type JournalEntry,
  type Simulator,
  type SimulatorOptions,
  startSimulator,
} from '../../dist/simulator/index.js';
import { namedPrivacy, SETTINGS } from './direct-reader.js';

/** The most requests that arrived within one second. */
function busiestSecond(arrivals: readonly JournalEntry[]): number {
  const times = arrivals.map(({ at }) => at);
  return Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + 1000).length));
}

/** The answers of a recording, by operation and parameters. */
const answersOf = ({ reads }: Recording): Map<string, unknown> =>
  new Map(reads.map((read) => [readKey(read), 'answer' in read ? read.answer : read.refusal]));

describe('a recording', function () {
  this.timeout(120_000);
  let simulator: Simulator;
  let reader: HubReader;
  const arrivals: JournalEntry[] = [];

  const start = async (options: SimulatorOptions = {}, pace: Pace = (send) => send()) => {
    arrivals.length = 0;
    simulator = await startSimulator({ ...options, onArrival: (entry) => arrivals.push(entry) });
    reader = new HubReader({ ...SETTINGS, baseUrl: simulator.url }, pace);
    return (await reader.detect()).hub;
  };

  const record = async (hub: Recording['hub'], options: Partial<Parameters<typeof recordHub>[2]> = {}) =>
    recordHub(reader, hub, {
      ...RECORD_LIMITS,
      signal: new AbortController().signal,
      privacy: namedPrivacy(),
      ...options,
    });

  afterEach(async () => {
    reader.close();
    await simulator.close();
  });

  for (const [name, options, hub] of [
    ['revision 1', {}, { dialect: 1, linearSegment: 'linear', isEarly: false }],
    ['revision 1 under lino', { linearSegment: 'lino' }, { dialect: 1, linearSegment: 'lino', isEarly: false }],
    ['revision 2', { dialect: 2 }, { dialect: 2, linearSegment: 'lino', isEarly: false }],
    ['an early revision 2', { dialect: 2, early: true }, { dialect: 2, linearSegment: 'lino', isEarly: true }],
  ] as const)
    it(`of ${name} has every list and every thing, and only reads`, async () => {
      const found = await start(options);
      should(found).eql(hub);
      const recording = await record(found);
      const answers = answersOf(recording);
      const { engines, playout, newsroom } = simulator.state;
      should(answers.get(readKey({ operation: 'listEngines', params: {} }))).have.length(engines.length);
      for (const { host, nodes } of engines)
        for (const { path, properties } of nodes) {
          const params = { engineId: host.id, nodePath: path };
          should(answers.get(readKey({ operation: 'listProperties', params }))).have.length(properties.length);
        }
      for (const { id, items } of playout.rundowns)
        should(answers.get(readKey({ operation: 'listItems', params: { rundownId: id } }))).have.length(items.length);
      for (const { ncsID, roID, roSlug } of newsroom.rundowns)
        should(answers.get(readKey({ operation: 'getNewsroomRundown', params: { ncsID, roID } }))).match({ roSlug });
      should(arrivals.filter(({ method }) => method !== 'GET')).eql([]);
      should(parseRecording(recordingText(recording)).reads).have.length(recording.reads.length);
    });

  it('asks fewer than 20 reads a second', async () => {
    await start({}, gentlePace());
    const limits = Object.fromEntries(Object.keys(RECORD_LIMITS.limits).map((kind) => [kind, 1]));
    await record({ dialect: 1, linearSegment: 'linear', isEarly: false }, { limits });
    should(arrivals.length).be.above(20);
    should(busiestSecond(arrivals)).be.belowOrEqual(20);
  });

  it('ends if the hub is lost, and continues later', async () => {
    const hub = await start();
    const whole = await record(hub);
    let remaining = 30;
    const asked: string[] = [];
    const ask: HubReader['ask'] = async (read) => {
      asked.push(read.operation.name);
      remaining -= 1;
      return remaining >= 0 ? reader.ask(read) : { failure: 'HUB_UNREACHABLE' };
    };
    const options = { ...RECORD_LIMITS, signal: new AbortController().signal, privacy: namedPrivacy() };
    const part = await recordHub({ ask }, hub, options);
    // A late answer of the other request in flight counts as a sign of life.
    should(asked.length).be.within(33, 40);
    should(part.reads).have.length(30);
    should(part.missing.map(({ reason }) => reason))
      .containEql('HUB_UNREACHABLE')
      .and.containEql('lost');
    remaining = 1000;
    asked.length = 0;
    const resumed = await recordHub({ ask }, hub, { ...options, earlier: part });
    should(answersOf(resumed)).eql(answersOf(whole));
    should(asked).have.length(whole.reads.length - 30);
    // The hub is lost again.
    remaining = 20;
    const again = await recordHub({ ask }, hub, { ...options, earlier: part });
    const keys = again.reads.map((read) => readKey(read));
    should(keys).have.length(50);
    should(again.missing.filter((gap) => keys.includes(readKey(gap)))).eql([]);
  });

  it('continues after things with wrong ids', async () => {
    const hub = await start();
    const rows = ['a', 'b', 'c', 'd'].map((id) => ({ id, name: id }));
    simulator.trouble({ operation: 'listRundowns', contentType: 'application/json', body: JSON.stringify(rows) });
    const { reads, missing } = await record(hub);
    should(missing.filter(({ reason }) => reason === 'BAD_INPUT')).have.length(8);
    should(missing.filter(({ reason }) => reason === 'lost')).eql([]);
    should(reads.some(({ operation }) => operation === 'getNewsroomRundown')).be.true();
  });

  it('names the signal as the reason of the reads that it ended, and not their failures before it', async () => {
    const hub = await start();
    const interruption = new AbortController();
    const { signal } = interruption;
    let asked = 0;
    const ask: HubReader['ask'] = async () => {
      asked += 1;
      if (asked === 3) interruption.abort();
      return { failure: asked === 1 ? 'HUB_TIMEOUT' : 'CLOSED' };
    };
    const { reads, missing } = await recordHub({ ask }, hub, { ...RECORD_LIMITS, signal, privacy: namedPrivacy() });
    should(reads).be.empty();
    const reasons = missing.map(({ reason }) => reason);
    should(reasons).containEql('HUB_TIMEOUT').and.containEql('interrupted');
    should(new Set(reasons.slice(2))).eql(new Set(['interrupted']));
  });
});
