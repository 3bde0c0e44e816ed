import should from 'should';
import { type Colour, colourOf, STATES, type State, USUAL_APPEARANCES } from '../../../dist/panels/lamp/state.js';

type Row = readonly [number, number, number];
type Matrix = readonly [Row, Row, Row];

/** The colours that people see, in linear RGB. Source: Machado, Oliveira, Fernandes 2009, severity 1. */
const EYES: Readonly<Record<string, Matrix>> = {
  'all colours': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  'no red': [
    [0.152, 1.053, -0.205],
    [0.115, 0.786, 0.099],
    [-0.004, -0.048, 1.052],
  ],
  'no green': [
    [0.367, 0.861, -0.228],
    [0.28, 0.673, 0.047],
    [-0.012, 0.043, 0.969],
  ],
  'no blue': [
    [1.256, -0.077, -0.179],
    [-0.078, 0.931, 0.148],
    [0.005, 0.691, 0.304],
  ],
};

/** Linear sRGB to CIE XYZ, each relative to white. */
const XYZ: Matrix = [
  [0.4339, 0.3762, 0.1899],
  [0.2127, 0.7152, 0.0722],
  [0.0178, 0.1095, 0.8727],
];

const product = ([r, g, b]: Row, [x, y, z]: Row): number => r * x + g * y + b * z;
const times = ([a, b, c]: Matrix, row: Row): Row => [product(a, row), product(b, row), product(c, row)];
const mapRow = ([a, b, c]: Row, change: (part: number) => number): Row => [change(a), change(b), change(c)];

/** A colour in CIELAB, as these eyes see it. There, 2.3 is the least difference that people notice. */
function labOf(colour: Colour, eyes: Matrix): Row {
  const linear = mapRow(colour, (part) => (part <= 10 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4));
  const visible = mapRow(times(eyes, linear), (part) => Math.min(1, Math.max(0, part)));
  const [x, y, z] = mapRow(times(XYZ, visible), (part) =>
    part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16 / 116,
  );
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function difference(one: State, other: State, eyes: Matrix): number {
  const [a, b] = [one, other].map((state) => labOf(colourOf(USUAL_APPEARANCES[state].colour) as Colour, eyes)) as [
    Row,
    Row,
  ];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

describe('the usual colours of a look or a cue', () => {
  // Cyan would fail: without blue, it differs from the green of preview by 17.
  const LOOKS = ['lookOn', 'lookRecalling', 'lookChanged', 'lookEmpty'] as const;
  const CUES = ['cueStandby', 'cueRunning', 'cueHolding', 'cueRestarted'] as const;
  /** A list that was restarted blinks in the colour of standby. */
  const blinks = (...pair: State[]) => pair.includes('cueRestarted') && pair.includes('cueStandby');
  for (const [name, eyes] of Object.entries(EYES))
    it(`differ clearly from those of all other states, for eyes that see ${name}`, () => {
      for (const own of [...LOOKS, ...CUES])
        for (const state of STATES.filter((each) => each !== own && !blinks(each, own)))
          should(difference(own, state, eyes)).be.above(20, `${own}, ${state}`);
      should([USUAL_APPEARANCES.cueStandby.blink, USUAL_APPEARANCES.cueRestarted.blink]).eql([false, true]);
    });

  it('are lit on a lamp of one colour only for a look that is on or is recalled', () => {
    const isLit = (state: State) => Math.max(...(colourOf(USUAL_APPEARANCES[state].colour) as Colour)) >= 128;
    const lit = LOOKS.filter(isLit);
    should(lit).eql(['lookOn', 'lookRecalling']);
    should(LOOKS.filter((look) => USUAL_APPEARANCES[look].blink)).eql(['lookRecalling']);
  });
});
