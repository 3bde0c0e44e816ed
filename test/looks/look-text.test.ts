import should from 'should';
import type { Look, Looks } from '../../dist/looks/look.js';
import { looksText, parseLooks } from '../../dist/looks/look-text.js';
import { StoredError } from '../../dist/stored/stored-error.js';

const OPACITY = { engine: 'Arena', node: 'Mixer', nodePath: 'Mixer_0', property: 'Opacity', propertyPath: 'Opacity' };
const LIGHT = { engine: 'Arena', node: 'Key light', property: 'Colour' };

const LOOKS: Looks = new Map<string, Look>([
  ['Night', [{ ...OPACITY, value: 0 }]],
  ['Empty', []],
  [
    'Day',
    [
      { ...OPACITY, value: true },
      { ...LIGHT, component: 'g', value: 0.5 },
      { ...LIGHT, value: { z: [2, { b: 1, a: '"\n' }], constructor: null } },
    ],
  ],
]);

const TEXT = `{
 "format": "graphics-hub-looks",
 "version": 1,
 "looks": {
  "Day": [
   {"engine":"Arena","node":"Key light","property":"Colour","value":{"constructor":null,"z":[2,{"a":"\\"\\n","b":1}]}},
   {"engine":"Arena","node":"Key light","property":"Colour","component":"g","value":0.5},
   {"engine":"Arena","node":"Mixer","nodePath":"Mixer_0","property":"Opacity","propertyPath":"Opacity","value":true}
  ],
  "Empty": [],
  "Night": [
   {"engine":"Arena","node":"Mixer","nodePath":"Mixer_0","property":"Opacity","propertyPath":"Opacity","value":0}
  ]
 }
}
`;

/** The problem of a text that does not hold looks. */
function problemOf(text: string): unknown {
  try {
    parseLooks(text);
  } catch (error) {
    if (error instanceof StoredError) return { problem: error.problem, ...error.facts };
    throw error;
  }
  return undefined;
}

const looksWith = (...values: unknown[]) =>
  JSON.stringify({ format: 'graphics-hub-looks', version: 1, looks: { Day: values } }, null, 1);

describe('the text of looks', () => {
  it('is sorted, with one value per line and the fields in a fixed order', () => {
    should(looksText(LOOKS)).equal(TEXT);
  });

  it('has only its head if no look exists', () => {
    should(looksText(new Map())).equal('{\n "format": "graphics-hub-looks",\n "version": 1,\n "looks": {}\n}\n');
    should([...parseLooks(looksText(new Map()))]).eql([]);
  });

  it('is read with the looks sorted by name', () => {
    should([...parseLooks(TEXT).keys()]).eql(['Day', 'Empty', 'Night']);
    should(parseLooks(TEXT).get('Night')).eql(LOOKS.get('Night'));
    should(parseLooks(TEXT).get('Day')?.[0]).eql(LOOKS.get('Day')?.[2]);
  });

  it('is read in any layout, with a byte order mark and with the line breaks of Windows', () => {
    for (const text of [
      JSON.stringify(JSON.parse(TEXT)),
      JSON.stringify(JSON.parse(TEXT), null, '\t'),
      `\uFEFF${TEXT.replaceAll('\n', '\r\n')}`,
    ])
      should(looksText(parseLooks(text))).equal(TEXT);
  });

  it('does not write a blank path or component', () => {
    const blank = { ...LIGHT, nodePath: '', propertyPath: '', component: '', value: 1 };
    should(looksText(new Map([['Day', [blank]]]))).equal(looksText(new Map([['Day', [{ ...LIGHT, value: 1 }]]])));
  });

  it('is read into frozen values, so that no user changes those of another', () => {
    const [value] = parseLooks(TEXT).get('Day') ?? [];
    should(Object.isFrozen(value)).be.true();
    should(Object.isFrozen(value?.value)).be.true();
    should(Object.isFrozen(parseLooks(TEXT).get('Day'))).be.true();
  });

  for (const [name, text, expected] of [
    [
      'is of another format',
      '{"format":"graphics-hub-recording"}',
      { problem: 'wrongField', line: 1, place: '/version' },
    ],
    ['is of a newer version', TEXT.replace('version": 1', 'version": 2'), { problem: 'wrongField', place: '/version' }],
    ['is no object', '\n[]', { problem: 'wrongField', line: 2, place: '/' }],
    ['has no property', TEXT.replace('"property":"Opacity",', ''), { line: 8, place: '/looks/Day/2/property' }],
    ['has no value', TEXT.replace(',"value":0.5', ''), { line: 7, place: '/looks/Day/1/value' }],
    ['has a blank path', TEXT.replace('Mixer_0', ''), { problem: 'wrongField', line: 8 }],
    ['has an unknown field', TEXT.replace('"component"', '"id":1,"component"'), { line: 7, place: '/looks/Day/1/id' }],
    [
      'has a wrong field in a look with a sign of its place in its name',
      TEXT.replace('Day', 'D/a~y').replace('"property":"Opacity",', ''),
      { line: 8, place: '/looks/D~1a~0y/2/property' },
    ],
    ['has a look that is no list', TEXT.replace('[],', '{},'), { problem: 'wrongField', place: '/looks/Empty' }],
    ['has two values of one property', TEXT.replace('"component":"g",', ''), { problem: 'sameProperty', line: 7 }],
    ['has two looks of one name', TEXT.replace('Night', 'Day'), { problem: 'sameName', line: 11, name: 'Day' }],
    ['has one field twice', TEXT.replace('"b":1', '"a":1'), { problem: 'sameName', line: 6, name: 'a' }],
    ['has a blank name', TEXT.replace('Night', ' \\t'), { problem: 'wrongName', line: 11, look: ' \t' }],
    ['has a long name', TEXT.replace('Night', 'N'.repeat(65)), { problem: 'wrongName', line: 11, longest: 64 }],
    ['has a mark of a merge', TEXT.replace('  "Night', '<<<<<<< HEAD\n  "Night'), { line: 11, found: '<<<<<<< HEAD' }],
    ['is too deep', looksWith('[', ']').replace('"["', '['.repeat(1e5)), { problem: 'tooDeep', line: 6, levels: 200 }],
    ['is too long', ' '.repeat(20_000_001), { problem: 'tooLong', bytes: 20_000_001, most: 20_000_000 }],
    [
      'has too many values',
      looksWith(...Array(10_001).fill(1)),
      { problem: 'wrongField', line: 5, place: '/looks/Day' },
    ],
  ] as const)
    it(`is refused with the line and the reason if it ${name}`, () => {
      should(problemOf(text)).match(expected);
    });
});
