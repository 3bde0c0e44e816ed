import should from 'should';
import type { Recording } from '../../dist/recording/recording.js';
import { FileSpace, parseRecording, RecordingError, recordingText } from '../../dist/recording/recording-file.js';

const HOUSE: Recording = {
  format: 'graphics-hub-recording',
  version: 1,
  recordedAt: '2026-11-23T14:00:00.000Z',
  hub: { dialect: 2, linearSegment: 'lino', isEarly: false },
  isAnonymous: false,
  missing: [{ operation: 'listGraphs', params: {}, reason: 'lost' }],
  reads: [
    { operation: 'listNodes', params: { engineId: 4 }, answer: [{ NodePath: 'B' }, { NodePath: 'A', NodeName: '' }] },
    { operation: 'listEngines', params: {}, answer: [{ id: 4, displayName: 'Studio', constructor: 1 }] },
    { operation: 'listProjects', params: {}, refusal: 403 },
  ],
};

/** The problem of a text that is not a recording. */
function problemOf(text: string): unknown {
  try {
    parseRecording(text);
  } catch (error) {
    if (error instanceof RecordingError) return { problem: error.problem, ...error.facts };
    throw error;
  }
  return undefined;
}

const withField = (field: object) => JSON.stringify({ ...HOUSE, ...field });

describe('the file of a recording', () => {
  it('has one value per line, with sorted fields and reads, and rows in the order of the hub', () => {
    const text = recordingText(HOUSE);
    const lines = text.split('\n').map((line) => line.trim());
    should(lines.filter((line) => line.startsWith('"operation"'))).eql([
      '"operation": "listGraphs",',
      '"operation": "listEngines",',
      '"operation": "listNodes",',
      '"operation": "listProjects",',
    ]);
    should(lines.indexOf('"constructor": 1,')).be.below(lines.indexOf('"displayName": "Studio",'));
    should(lines.indexOf('"NodePath": "B"')).be.below(lines.indexOf('"NodePath": "A"'));
    should(text.endsWith('}\n')).be.true();
  });

  it('is read again without a difference', () => {
    const [nodes, engines, projects] = HOUSE.reads;
    should(parseRecording(recordingText(HOUSE))).eql({ ...HOUSE, reads: [engines, nodes, projects] });
  });

  for (const [name, text, expected] of [
    ['is no JSON', '{"format": ', { problem: 'notJson' }],
    ['is of another format', '{}', { problem: 'wrongField', place: '/format' }],
    ['is of a newer version', withField({ version: 2 }), { problem: 'wrongField', place: '/version' }],
    ['has an unknown field', withField({ headers: {} }), { problem: 'wrongField', place: '/headers' }],
    ['has a command', withField({ reads: [{ operation: 'launch', params: {} }] }), { place: '/reads/0/operation' }],
    ['has a wrong status', withField({ reads: [{ ...HOUSE.reads[2], refusal: 7 }] }), { place: '/reads/0/refusal' }],
    ['is too deep', withField({ deep: JSON.parse('['.repeat(300) + ']'.repeat(300)) }), { problem: 'tooDeep' }],
  ] as const)
    it(`is refused with place and reason if it ${name}`, () => {
      should(problemOf(text)).match(expected);
    });

  it('has space for the names of many missing reads after all space for answers was taken', () => {
    const space = new FileSpace();
    const answer = 'x'.repeat(1_000_000);
    let answers = 0;
    while (space.reserve({ operation: 'getRgraph', params: { graphId: answers }, answer })) answers += 1;
    // 200 MB without the names.
    should(answers).be.within(150, 199);
    should(space.reserve({ operation: 'getRgraph', params: {}, answer: '' })).be.true();
    for (let graphId = 0; graphId < 10_000; graphId += 1)
      should(space.reserve({ operation: 'getRgraph', params: { graphId }, reason: 'size' })).be.true();
  });

  it('has space for a part as large as it is in the file, with the indentation of each line', () => {
    const rows = Array.from({ length: 1000 }, (_, id) => ({ id }));
    const partOf = (length: number) => ({
      operation: 'listEngines' as const,
      params: {},
      answer: [...rows, 'x'.repeat(length)],
    });
    const sizeOf = (...reads: Recording['reads']) => Buffer.byteLength(recordingText({ ...HOUSE, reads }));
    const empty = sizeOf(partOf(0), partOf(0)) - sizeOf(partOf(0));
    // 200 MB without 10 MB for gaps, and 1 kB for the other fields of a recording.
    const longest = 200_000_000 - 10_000_000 - 1000 - empty;
    should(new FileSpace().reserve(partOf(longest))).be.true();
    should(new FileSpace().reserve(partOf(longest + 1))).be.false();
  });
});
