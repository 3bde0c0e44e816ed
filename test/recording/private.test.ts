import should from 'should';
import { Privacy } from '../../dist/recording/private.js';
import { RecordedReads } from '../../dist/recording/recorded-reads.js';
import type { Recording } from '../../dist/recording/recording.js';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { recordAtOnce } from './direct-reader.js';

/** An answer after the filter, and the number of blanked values. */
function filtered(given: unknown) {
  const privacy = new Privacy({ isAnonymous: false });
  return { answer: privacy.answer(given, {}), blanked: privacy.blanked };
}

const property = (DisplayName: string, Value: unknown) => ({
  PropertyPath: `Login//${DisplayName}/0`,
  DisplayName,
  Value,
});

describe('the secrets in a recording', () => {
  for (const [name, answer, expected] of [
    ['a password in a URL', ['rtsp://admin:hunter2@10.0.0.5/live'], ['rtsp://admin:…@10.0.0.5/live']],
    ['a bearer token', ['Authorization: Bearer abcdef123456'], ['Authorization: Bearer …']],
    ['a key of a hub', ['rh_0123456789'], ['rh_…']],
    ['a password with a quote in it', [String.raw`password = "hun\"ter2", user = "a"`], ['password = "…", user = "a"']],
    ['a password in the text of a graph', ['{"user":"a","password":"hunter2"}'], ['{"user":"a","password":"…"}']],
    [
      'fields',
      { password: 'a', ApiToken: 'b', api_key: 'c', key: 'd' },
      { password: '…', ApiToken: '…', api_key: '…', key: '…' },
    ],
    ['the value of a property', [property('Stream Password', 'hunter2')], [property('Stream Password', '…')]],
    [
      'the value of a property in a group with the name of a secret',
      [{ PropertyPath: 'Password//Value/0', DisplayName: 'Value', Value: 'hunter2' }],
      [{ PropertyPath: 'Password//Value/0', DisplayName: 'Value', Value: '…' }],
    ],
    [
      'the XML element after its name, and no later one',
      ['<key>PIN</key><string>1234</string><key>Title</key><string>News</string><name>Anchor</name>'],
      ['<key>PIN</key><string>…</string><key>Title</key><string>News</string><name>Anchor</name>'],
    ],
    [
      'the text after its name in a list of arguments',
      ['--fast', '--password', 'hunter2', 'in'],
      ['--fast', '--password', '…', 'in'],
    ],
  ] as const)
    it(`are blanked and counted: ${name}`, () => {
      should(filtered(answer).answer).eql(expected);
      should(filtered(answer).blanked).be.above(0);
    });

  for (const [name, answer] of [
    ['the key of a button', { buttons: [{ id: 'b1', key: 'in', label: 'In' }] }],
    ['a keyer', [property('Key', 0.5), property('Chroma Key', 'Green'), property('Keyer', 'Luma')]],
    ['an empty password', { password: '' }],
    ['another word', { monkey: 'Bob' }],
    ['an address without a password', 'http://10.0.0.5:8080/live'],
  ] as const)
    it(`do not include ${name}`, () => {
      should(filtered(answer)).eql({ answer, blanked: 0 });
    });
});

describe('an anonymous recording', function () {
  this.timeout(120_000);
  let simulator: Simulator;
  let recording: Recording;
  let anonymous: Recording;

  before(async () => {
    simulator = await startSimulator({ dialect: 2 });
    recording = await recordAtOnce(simulator.url);
    anonymous = await recordAtOnce(simulator.url, 2000, new Privacy({ isAnonymous: true }));
  });
  after(() => simulator.close());

  it('has no name and no text of the hub', () => {
    const text = JSON.stringify([anonymous.reads, anonymous.missing]);
    for (const word of ['Studio', 'Mixer', 'Overlay', 'Evening', 'Anchor', 'Müller', 'Headline', 'Geneva', 'ENPS'])
      should(text).not.match(new RegExp(word, 'i'));
  });

  /** Small numbers of the recording stay, with two decimals. */
  const numberOf = (number: number) => (Math.abs(number) < 100_000 ? Math.round(number * 100) / 100 : 'large');

  it('keeps structure, types and small numbers', () => {
    const shapeOf = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(shapeOf);
      if (typeof value === 'object' && value !== null) return Object.values(value).map(shapeOf);
      return typeof value === 'number' ? numberOf(value) : typeof value;
    };
    should(anonymous.isAnonymous).be.true();
    // Two reads at once end in any order.
    const shapesOf = ({ reads }: Recording) => reads.map((read) => JSON.stringify(shapeOf(read))).sort();
    should(shapesOf(anonymous)).eql(shapesOf(recording));
  });

  it('keeps the connection of names and things, and different names different', () => {
    const reads = new RecordedReads(anonymous);
    const nodes = reads.find('listNodes', { engineId: 1 })?.answer as { NodePath: string; NodeName: string }[];
    const paths = nodes.map(({ NodePath }) => NodePath);
    should(new Set(paths).size).equal(paths.length);
    for (const nodePath of paths)
      should(reads.find('listProperties', { engineId: 1, nodePath })).have.property('answer');
    const mixer = nodes[paths.findIndex((path) => path.endsWith('_0'))];
    should(mixer?.NodePath.startsWith(mixer.NodeName.split(' ')[0] ?? '')).be.true();
  });
});

describe('the linear segment of an anonymous recording', () => {
  it('is one of the interface, that of its revision', () => {
    for (const [isAnonymous, dialect, linearSegment, expected] of [
      [true, 1, 'studio-zwölf', 'linear'],
      [true, 2, 'studio-zwölf', 'lino'],
      [true, 1, 'lino', 'lino'],
      [true, 2, 'linear', 'linear'],
      [false, 1, 'studio-zwölf', 'studio-zwölf'],
    ] as const)
      should(new Privacy({ isAnonymous }).hub({ dialect, linearSegment, isEarly: false })).eql({
        ...{ dialect, linearSegment: expected, isEarly: false },
      });
  });
});
