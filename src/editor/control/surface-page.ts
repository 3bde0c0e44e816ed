import { CONTROL_SURFACES } from '../../saved/control.js';
import type { ControlReport } from '../../saved/page-key.js';
import { red } from '../base/red.js';
import { surfaceName } from '../base/words.js';

/** The controls of one surface on one flow. Two flows can have a device of the same kind each. */
export interface SurfacePage {
  readonly key: string;
  readonly label: string;
  readonly controls: readonly ControlReport[];
}

/** A page for each surface, in the order of the surfaces. */
export function pagesOf(controls: readonly ControlReport[]): readonly SurfacePage[] {
  return CONTROL_SURFACES.flatMap((surface) => {
    const own = controls.filter((each) => each.surface === surface);
    const flows = [...new Set(own.map(flowOf))];
    return flows.map((flow) => ({
      key: `${surface} ${flow}`,
      label: flows.length > 1 ? `${surfaceName(surface)} · ${flowName(flow)}` : surfaceName(surface),
      controls: own.filter((each) => flowOf(each) === flow),
    }));
  });
}

const flowOf = ({ id }: ControlReport): string => red.nodes.node(id)?.z ?? '';

function flowName(flow: string): string {
  const { label, name } = red.nodes.workspace(flow) ?? red.nodes.subflow(flow) ?? {};
  return label || name || flow;
}

/** The shape of a surface. */
export interface Shape {
  readonly columns: number;
  /** The places from left to right and from top to bottom. Undefined: no control has this place. */
  readonly places: readonly (ControlReport | undefined)[];
  /** The controls without a place, for a list. */
  readonly others: readonly ControlReport[];
}

/** The rows of a Mackie Control, from top to bottom. */
const STRIP_ROWS = ['vpot', 'push', 'rec', 'solo', 'mute', 'select', 'fader'];

const STRIPS = 8;

/** The keys of the usual Stream Deck and of the XL: their number, and those of one row. */
const DECKS = [
  { keys: 15, columns: 5 },
  { keys: 32, columns: 8 },
];

/** Arranges the controls of a page as on the surface. */
export function shapeOf(controls: readonly ControlReport[]): Shape {
  switch (controls[0]?.surface) {
    case 'streamdeck':
      return deckShape(controls);
    case 'mcu':
      return stripShape(controls);
    case 'midi':
      return faderShape(controls);
    default:
      return { columns: 1, places: [], others: controls };
  }
}

function deckShape(controls: readonly ControlReport[]): Shape {
  const place = ({ control }: ControlReport): number => Number(/^(?:key )?(\d+)$/.exec(control)?.[1] ?? Number.NaN);
  const largest = Math.max(...controls.map(place).filter((number) => !Number.isNaN(number)), 0);
  const { keys, columns } = DECKS.find((deck) => largest < deck.keys) ?? { keys: largest + 1, columns: STRIPS };
  return shape(controls, columns, keys, place);
}

function stripShape(controls: readonly ControlReport[]): Shape {
  const parts = ({ control }: ControlReport) => /^([a-z]+) ([1-8])$/.exec(control) ?? [];
  const rows = STRIP_ROWS.filter((row) => controls.some((each) => parts(each)[1] === row));
  return shape(controls, STRIPS, rows.length * STRIPS, (each) => {
    const [, name = '', strip] = parts(each);
    return rows.includes(name) ? rows.indexOf(name) * STRIPS + Number(strip) - 1 : Number.NaN;
  });
}

/** The faders in the order of their numbers, and the notes below them. */
function faderShape(controls: readonly ControlReport[]): Shape {
  const inOrder = [...controls].sort((one, other) =>
    one.control.localeCompare(other.control, undefined, { numeric: true }),
  );
  const faders = inOrder.filter(({ kind }) => kind !== 'button');
  const notes = inOrder.filter(({ kind }) => kind === 'button');
  const rowsOfFaders = Math.ceil(faders.length / STRIPS) * STRIPS;
  const places = Math.ceil((rowsOfFaders + notes.length) / STRIPS) * STRIPS;
  return shape(inOrder, STRIPS, places, (each) =>
    each.kind === 'button' ? rowsOfFaders + notes.indexOf(each) : faders.indexOf(each),
  );
}

/** Puts each control at its place. A control without a place of its own is listed. */
function shape(
  controls: readonly ControlReport[],
  columns: number,
  count: number,
  placeOf: (control: ControlReport) => number,
): Shape {
  const places: (ControlReport | undefined)[] = Array.from({ length: count });
  const others: ControlReport[] = [];
  for (const control of controls) {
    const place = placeOf(control);
    if (place < count && !places[place]) places[place] = control;
    else others.push(control);
  }
  return { columns, places, others };
}
