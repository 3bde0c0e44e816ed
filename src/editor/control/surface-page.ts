import { DECKS, numbered } from '../../panels/render/surface-controls.js';
import type { ControlReport, SurfaceReport } from '../../saved/page-key.js';
import { sharesPage } from '../base/surfaces.js';
import type { PlacedControl } from './key-changes.js';

/** The controls of the page that a surface shows. */
export const shownControls = ({ id, present }: SurfaceReport, controls: readonly ControlReport[]): ControlReport[] =>
  controls.filter((control) => control.surface === id && sharesPage(control, { page: present }));

/** The shape of a surface. */
export interface Shape {
  readonly columns: number;
  /** The places from left to right and from top to bottom. Undefined: no control has this place. */
  readonly places: readonly (PlacedControl | undefined)[];
  /** The controls of the places. Empty: each place is that of its control. */
  readonly names: readonly string[];
  /** The controls without a place, for a list. */
  readonly others: readonly PlacedControl[];
}

/** The rows of a Mackie Control, from top to bottom. */
const STRIP_ROWS = ['vpot', 'push', 'rec', 'solo', 'mute', 'select', 'fader'];

const STRIPS = 8;

/** Arranges the controls of a page as on the surface. */
export function shapeOf({ device, size }: SurfaceReport, controls: readonly PlacedControl[]): Shape {
  switch (device) {
    case 'streamdeck':
      return deckShape(size, controls);
    case 'mcu':
      return stripShape(controls);
    case 'midi':
      return faderShape(controls);
    default:
      return { columns: 1, places: [], names: [], others: byName(controls) };
  }
}

function deckShape(size: SurfaceReport['size'], controls: readonly PlacedControl[]): Shape {
  const { keys, columns, dials } = DECKS[size];
  const names = [...numbered('key ', keys), ...numbered('dial ', dials)];
  const placeOf = ({ control }: PlacedControl) => names.indexOf(control.replace(/^(?=\d)/, 'key '));
  return shape(controls, columns, placeOf, names);
}

function stripShape(controls: readonly PlacedControl[]): Shape {
  const rows = STRIP_ROWS.map((row) => numbered(`${row} `, STRIPS, 1));
  const names = rows.filter((row) => controls.some(({ control }) => row.includes(control))).flat();
  return shape(controls, STRIPS, ({ control }) => names.indexOf(control), names);
}

const byName = (controls: readonly PlacedControl[]): PlacedControl[] =>
  [...controls].sort((one, other) => one.control.localeCompare(other.control, undefined, { numeric: true }));

/** The faders in the order of their numbers, and the notes below them. */
function faderShape(controls: readonly PlacedControl[]): Shape {
  const inOrder = byName(controls);
  const faders = inOrder.filter(({ kind }) => kind !== 'button');
  const notes = inOrder.filter(({ kind }) => kind === 'button');
  const rowsOfFaders = Math.ceil(faders.length / STRIPS) * STRIPS;
  const places = Math.ceil((rowsOfFaders + notes.length) / STRIPS) * STRIPS;
  const placeOf = (each: PlacedControl) =>
    each.kind === 'button' ? rowsOfFaders + notes.indexOf(each) : faders.indexOf(each);
  return shape(inOrder, STRIPS, placeOf, [], places);
}

/** Puts each control at its place. A control without a place of its own is listed. */
function shape(
  controls: readonly PlacedControl[],
  columns: number,
  placeOf: (control: PlacedControl) => number,
  names: readonly string[],
  count = names.length,
): Shape {
  const places: (PlacedControl | undefined)[] = Array.from({ length: count });
  const others: PlacedControl[] = [];
  for (const control of controls) {
    const place = placeOf(control);
    if (place >= 0 && place < count && !places[place]) places[place] = control;
    else others.push(control);
  }
  return { columns, places, names, others };
}
