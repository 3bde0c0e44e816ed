import should from 'should';
import { secretPatterns } from '../../dist/hub/wire/secrets.js';
import type { CrawledRead, Settled } from '../../dist/recording/crawl.js';
import { Privacy } from '../../dist/recording/private.js';
import { RECORD_LIMITS, recordHub } from '../../dist/recording/record.js';
import type { Recording } from '../../dist/recording/recording.js';
import { parseRecording, recordingText } from '../../dist/recording/recording-file.js';
import { DESCRIBED } from './described-hub.js';

const HUB = { dialect: 1, linearSegment: 'linear', isEarly: false } as const;
const LOST = { failure: 'HUB_UNREACHABLE' } as const;

const ENGINE = { operation: 'getEngine', params: { engineId: 7 } } as const;
const GRAPH = { operation: 'getRgraph', params: { rgraphId: 4 } } as const;

/** The key of the hub, which it got after the earlier recording. */
const KEY = 'rh_0815';
const credentials = secretPatterns({ headers: { 'X-API-Key': KEY } });
const privacy = new Privacy({ isAnonymous: false, credentials });

/** An earlier recording with one read and these gaps. */
const earlierWith = (missing: Recording['missing'], key = KEY): Recording => ({
  format: 'graphics-hub-recording',
  version: 1,
  recordedAt: '2026-11-23T14:00:00.000Z',
  hub: HUB,
  isAnonymous: false,
  missing,
  reads: [{ ...ENGINE, answer: { id: 7, name: `Übergabe ${key}` } }],
});

describe('a recording of a hub that is lost', () => {
  let asked: string[];

  /** Records with the end of each read by its number, from 0. */
  const record = (
    endOf: (index: number, read: CrawledRead) => Settled,
    earlier?: Recording,
    signal = new AbortController().signal,
  ) => {
    asked = [];
    const ask = async (read: CrawledRead): Promise<Settled> => {
      asked.push(read.operation.name);
      return endOf(asked.length - 1, read);
    };
    return recordHub({ ask }, HUB, { ...RECORD_LIMITS, signal, privacy, earlier });
  };

  for (const [name, sign] of [
    ['an answer', { answer: [] }],
    ['a refusal', { refusal: 403 }],
    ['an answer that cannot be read', { failure: 'HUB_BAD_ANSWER' }],
    ['an answer that is too large', { failure: 'tooLarge' }],
  ] as const)
    it(`does not end if each third read has ${name}`, async () => {
      const recording = await record((index) => (index % 3 === 2 ? sign : LOST));
      should(asked.length).be.above(10);
      should(recording.missing.filter(({ reason }) => reason === 'lost')).eql([]);
      should(recording.missing.filter(({ reason }) => reason === 'HUB_UNREACHABLE').length).be.above(6);
    });

  it('keeps the answers and the gaps of the earlier recording that it did not reach, also after Ctrl-C', async () => {
    const gaps = [
      { ...GRAPH, reason: 'limit' },
      { operation: 'listNodes', params: { engineId: 7 }, reason: 'HUB_TIMEOUT' },
    ] as const;
    for (const signal of [undefined, AbortSignal.abort()]) {
      const recording = await record(() => LOST, earlierWith([...gaps]), signal);
      should(recording.reads).eql(earlierWith([], '•••').reads);
      should(recording.missing).containDeep(gaps);
    }
  });

  it('has no earlier gap that it has read, and none if it was not lost', async () => {
    const answers = new Map([
      ['listEngines', DESCRIBED.get('engines')],
      ['listRgraphs', DESCRIBED.get('rgraphs')],
      ['getRgraph', DESCRIBED.get('rgraphs|4')],
    ]);
    const gaps = [
      { ...GRAPH, reason: 'lost' },
      { operation: 'getUstate', params: { ustateId: 9 }, reason: 'lost' },
    ] as const;
    const recording = await record(
      (_, { operation }) => (answers.has(operation.name) ? { answer: answers.get(operation.name) } : { refusal: 404 }),
      earlierWith([...gaps]),
    );
    should(recording.missing).eql([]);
    should(asked).containEql('getRgraph').and.not.containEql('getEngine');
  });

  it('has each gap once, with its newest reason', async () => {
    const earlier = earlierWith([{ operation: 'listEngines', params: {}, reason: 'HUB_TIMEOUT' }]);
    const { missing } = await record(() => LOST, earlier);
    should(missing.filter(({ operation }) => operation === 'listEngines')).eql([
      { operation: 'listEngines', params: {}, reason: 'HUB_UNREACHABLE' },
    ]);
  });

  it('has a text that can be read, although its answers are larger than a file may be', async () => {
    const list = Array.from({ length: 140 }, (_, id) => ({ id, name: `Übergabe ${id}` }));
    // A control character takes six bytes as JSON.
    const content = Array(6700).fill('\u0001'.repeat(100));
    const recording = await record((_, { operation: { name } }) => {
      if (name === 'listRgraphs') return { answer: list };
      return name === 'getRgraph' ? { answer: { parts: content } } : { refusal: 404 };
    });
    const missing = recording.missing.filter(({ operation, reason }) => operation === 'getRgraph' && reason === 'size');
    should(missing.length).be.within(90, 100);
    const text = recordingText(recording);
    should(Buffer.byteLength(text)).be.belowOrEqual(200_000_000);
    should(parseRecording(text).missing).have.length(missing.length);
  });
});
