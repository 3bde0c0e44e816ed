import should from 'should';
import { Privacy } from '../../dist/recording/private.js';
import { RecordedReads } from '../../dist/recording/recorded-reads.js';
import type { Recording } from '../../dist/recording/recording.js';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { anonymousPrivacy, recordAtOnce } from './direct-reader.js';

/** A name of a person, a place or a show. Each field gets its own. */
const secretOf = (path: string): string => `Zwölfte${path.replaceAll('.', '')}`;

/** Marks a field that can hold a name or a text of a person, a newsroom or a studio. */
const TEXT = Symbol('a text of the house');

/** All such fields, by hand from docs/develop/interface.md "Resources". The other fields are sent with them. */
const BUTTON = { id: 'b1', key: TEXT, label: TEXT };

const ANSWERS = {
  'an engine host': {
    ...{ id: 1, name: TEXT, ip: TEXT, role: TEXT, status: TEXT, cacheDir: TEXT, displayName: TEXT, engineType: 'RE5' },
    instances: [
      {
        ...{ id: 1, projectTag: TEXT, streaming: TEXT, status: 'Loaded', pid: TEXT, engineHostId: 1, editorPath: TEXT },
        ...{ engineType: 'RE5', engineVersion: TEXT, statusDescription: TEXT },
      },
    ],
  },
  'a node': [{ NodePath: TEXT, NodeName: TEXT }],
  'a property': { PropertyPath: TEXT, DisplayName: TEXT, Value: TEXT },
  'a property with a list': { PropertyPath: 'a', DisplayName: 'b', Value: { data: [TEXT, { note: TEXT }] } },
  'a property with an object': {
    PropertyPath: 'a',
    DisplayName: 'b',
    Value: { memory: TEXT, offset: TEXT, remark: TEXT },
  },
  'a function': {
    FunctionPath: TEXT,
    FunctionName: TEXT,
    Properties: { First: { PropertyPath: TEXT, DisplayName: TEXT, Value: TEXT } },
  },
  'a playout rundown': [{ id: 1, name: TEXT }],
  'a playout item': {
    ...{ id: 1, name: TEXT, template: TEXT, data: { headline: TEXT, list: [{ name: TEXT }] }, buttons: [BUTTON] },
    order: 1,
  },
  'a newsroom rundown': {
    ...{ ncsID: TEXT, roID: TEXT, roSlug: TEXT, status: TEXT, roChannel: TEXT, roEdStart: TEXT, roEdDur: TEXT },
    ...{ roTrigger: TEXT, macroIn: TEXT, macroOut: TEXT, mosExternalMetadata: TEXT, readyToAir: true },
    items: [
      {
        ...{ storyID: TEXT, itemID: TEXT, storySlug: TEXT, itemSlug: TEXT },
        mosObject: {
          ...{ objID: TEXT, objSlug: TEXT, mosAbstract: TEXT, objGroup: TEXT, objTB: 1, objRev: 1, objDur: 100 },
          ...{ status: TEXT, objAir: TEXT, objPaths: [TEXT], createdBy: TEXT, created: TEXT, changedBy: TEXT },
          ...{ changed: TEXT, description: TEXT, objType: TEXT, template: TEXT, data: { guest: TEXT } },
          ...{ mosExternalMetadata: { payload: TEXT }, buttons: [BUTTON] },
        },
      },
    ],
  },
  'metadata of a newsroom as a list': { roID: '1', mosExternalMetadata: [{ mosSchema: TEXT, mosPayload: TEXT }] },
  'a launch configuration': { id: 1, name: TEXT, renderers: [1] },
  'a linear engine': {
    ...{ id: 1, name: TEXT, started: true, loadedRundownInfo: [{ id: TEXT }] },
    engines: [{ id: 1, devices: [{ id: TEXT, profileId: TEXT }] }],
  },
  'a linear item': {
    ...{ id: TEXT, name: TEXT, itemNo: 1, template: TEXT, templateId: TEXT, data: { title: TEXT }, itemType: TEXT },
    ...{ status: TEXT, buttons: { In: { label: TEXT }, Out: TEXT } },
  },
  'a graph': { id: 1, name: TEXT, content: TEXT, xmlContent: TEXT, ustateData: { any: TEXT } },
} as const;

/** The answer with a text of its own in each marked field, and these texts. */
function filled(given: unknown, texts: string[], path = ''): unknown {
  if (given === TEXT) {
    texts.push(secretOf(path));
    return secretOf(path);
  }
  if (Array.isArray(given)) return given.map((each, index) => filled(each, texts, `${path}.${index}`));
  if (typeof given !== 'object' || given === null) return given;
  return Object.fromEntries(
    Object.entries(given).map(([name, each]) => [name, filled(each, texts, `${path}.${name}`)]),
  );
}

describe('an anonymous recording of', () => {
  for (const [name, given] of Object.entries(ANSWERS))
    it(`${name} has no text of the newsroom or the studio in any field`, () => {
      const texts: string[] = [];
      const answer = filled(given, texts);
      const text = JSON.stringify(anonymousPrivacy().answer(answer));
      should(texts).not.be.empty();
      for (const each of texts) should(text).not.containEql(each);
      should(text).not.match(/zwölfte/i);
    });

  it('an object whose names are texts of the studio has other names', () => {
    const answer = {
      id: 1,
      data: { 'Anchor Zwölfte': 1 },
      buttons: { 'In Zwölfte': 'x' },
      Properties: { Zwölfte: {} },
      Zwölfte: 1,
    };
    should(JSON.stringify(anonymousPrivacy().answer(answer))).not.match(/zwölfte/i);
  });

  it('a value has no large number of either sign, and no exact place', () => {
    const large = [491_705_550_199, -491_705_550_199, 100_000, -100_000, -1e6];
    const privacy = anonymousPrivacy();
    const answerOf = (numbers: readonly number[]) => (privacy.answer({ data: numbers }) as { data: number[] }).data;
    const replaced = answerOf(large);
    for (const number of replaced) should(large).not.containEql(number);
    should(new Set(replaced).size).equal(large.length);
    should(answerOf(large)).eql(replaced);
    should(answerOf([99_999, -99_999, 48.137154, -11.575382, 0])).eql([99_999, -99_999, 48.14, -11.58, 0]);
  });

  it('a value has the names of its parts, so that a picker offers them, and no other name', () => {
    const vector = { x: 1, y: 2.5, z: -3 };
    const value = { location: vector, rotation: { ...vector, w: 0 }, colour: 1, name: 2, id: 3, status: 4 };
    const { Value } = anonymousPrivacy().answer({ PropertyPath: 'a', Value: value }) as {
      Value: Record<string, unknown>;
    };
    should(Value).match({ location: vector, rotation: { ...vector, w: 0 } });
    should(Object.keys(Value).filter((name) => name in value)).eql(['location', 'rotation']);
    should(Object.values(Value)).eql(Object.values(value));
  });

  // Replaced words would still show the structure of the newsroom's own document.
  for (const [field, document, empty] of [
    ['mosExternalMetadata', { mosPayload: { guest: 'Zwölfte' } }, {}],
    ['mosExternalMetadata', [{ mosPayload: 'Zwölfte' }], []],
    ['mosExternalMetadata', '<mosPayload/>', ''],
    ['content', '<graph/>', ''],
    ['xmlContent', '<graph/>', ''],
    ['ustateData', { level: 1 }, {}],
  ] as const)
    it(`${field} is empty: ${JSON.stringify(document)}`, () => {
      should(anonymousPrivacy().answer({ [field]: document })).eql({ [field]: empty });
    });
});

/** Texts that can lead to a studio or its people. */
const PRIVATE = [
  ...'Zoltan wombat Ñandú ZEBRA quokkaStudio O’Brien Şahin École हिन्दी स्टूडियो スタジオ 東京 王 北京一台 Студия'.split(
    ' ',
  ),
  ...'Ελλάδα استوديو אולפן สตูดิโอ 스튜디오 🦓 ₿ ٠١٢٣٤٥ lena@example.tv 0170/555-0188 192.168.77.41 @lena_tv'.split(' '),
  ...'cam7.example.tv:8443 00:1A:2B:3C:4D:5E 001a.2b3c.4d60 fe80::77ab:cd12 K7XQ2-9WMPT-4HJRD-8VCNB'.split(' '),
  ...['LIC-2026-00871', 'D:\\Cache\\Lena', '/mnt/lena/show', '\\\\nas-lena\\clips', 'file:///srv/lena.mov'],
  ...['+49 170 5550199', '01 70 55 50 17', '(555) 867-5309', 'Karl-Marx-Str. 12'],
];

/** The whole text, and each part of it that would show it. */
const partsOf = (text: string) =>
  [text, ...text.split(/[^\p{L}\p{M}\p{N}\p{S}]+/u)]
    .map((part) => part.toLowerCase())
    .filter((part) => /[^\x20-\x7f]|\w{3}/u.test(part) || part === text.toLowerCase());

describe('a text in an anonymous recording', () => {
  it('has no part that leads to a studio, as value, as name of a field or as id', () => {
    for (const text of PRIVATE) {
      const privacy = anonymousPrivacy();
      const field = `${text}_0`;
      const answer = privacy.answer([
        { NodePath: field, Value: [text], data: { [text]: 1 }, [field]: { [text]: text } },
      ]);
      const texts = new Set<string>();
      JSON.stringify([answer, privacy.params({ nodePath: field })], (key, value) => {
        for (const each of [key, value]) if (typeof each === 'string') texts.add(each.toLowerCase());
        return value;
      });
      const recorded = [...texts].filter((each) => !['nodepath', 'value', 'data'].includes(each)).join(' ');
      should(partsOf(text).filter((part) => recorded.includes(part))).eql([], text);
      should(privacy.params({ nodePath: field })).eql({ nodePath: (answer as [{ NodePath: string }])[0].NodePath });
    }
  });
});

describe('the times, words and versions of the interface in an anonymous recording', () => {
  const anonymous = (answer: object) => anonymousPrivacy().answer(answer);
  const TIME = '2026-11-24T17:00:00.000Z';

  it('stay in their fields', () => {
    const rundown = {
      ...{ roID: '', status: 'NCS CTRL', roEdStart: TIME, roEdDur: '00:30:00', createdAt: TIME, updatedAt: TIME },
      items: [{ mosObject: { created: '2026-11-24T17:00:00', changed: TIME, objAir: 'READY', objType: 'STILL' } }],
    };
    const { items } = rundown;
    should(anonymous({ ...rundown, items: [{ mosObject: { ...items[0]?.mosObject, created: TIME } }] })).eql({
      ...rundown,
      items: [{ mosObject: { ...items[0]?.mosObject, created: TIME } }],
    });
    const instance = { status: 'Cooking', engineType: 'RE5', engineVersion: '5.3.2' };
    should(anonymous([{ role: 'Broadcast', status: 'ready', instances: [instance] }])).eql([
      { role: 'Broadcast', status: 'ready', instances: [instance] },
    ]);
  });

  it('are replaced in other fields, and with any other text around them', () => {
    for (const row of [
      { roSlug: TIME },
      { name: '00:30:00 Cooking' },
      { createdAt: `${TIME} by Anna` },
      { roEdDur: 'Anna 00:30:00' },
      { status: 'READY for Anna' },
      { role: 'READY' },
    ])
      should(anonymous(row)).not.eql(row);
  });
});

describe('an anonymous recording of a whole hub', function () {
  this.timeout(120_000);
  let simulator: Simulator;
  let recording: Recording;
  let anonymous: Recording;

  before(async () => {
    simulator = await startSimulator({ dialect: 2 });
    recording = await recordAtOnce(simulator.url);
    anonymous = await recordAtOnce(simulator.url, 2000, anonymousPrivacy());
  });
  after(() => simulator.close());

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

  it('keeps the connection of names and things, different names different, and is served', async () => {
    const reads = new RecordedReads(anonymous);
    const nodes = reads.find('listNodes', { engineId: 1 })?.answer as { NodePath: string; NodeName: string }[];
    const paths = nodes.map(({ NodePath }) => NodePath);
    should(new Set(paths).size).equal(paths.length);
    for (const nodePath of paths)
      should(reads.find('listProperties', { engineId: 1, nodePath })).have.property('answer');
    const mixer = nodes[paths.findIndex((path) => path.endsWith('_0'))];
    should(mixer?.NodePath.startsWith(mixer.NodeName.split(' ')[0] ?? '')).be.true();
    const served = await startSimulator({ recording: anonymous });
    should(await (await fetch(`${served.url}/api/rest/v1/engines/1/nodes`)).json()).eql(nodes);
    await served.close();
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
      should(new Privacy({ isAnonymous, credentials: [] }).hub({ dialect, linearSegment, isEarly: false })).eql({
        ...{ dialect, linearSegment: expected, isEarly: false },
      });
  });
});
