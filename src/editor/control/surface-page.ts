import { DECKS } from '../../panels/render/surface-controls.js';
import type { ControlReport, SurfaceReport } from '../../saved/page-key.js';

/** The controls of the page that a surface shows. */
export const shownControls = ({ id, present }: SurfaceReport, controls: readonly ControlReport[]): ControlReport[] =>
  controls.filter(({ surface, page }) => surface === id && ['', present].includes(page));

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

/** Arranges the controls of a page as on the surface. */
export function shapeOf({ device, size }: SurfaceReport, controls: readonly ControlReport[]): Shape {
  switch (device) {
    case 'streamdeck':
      return deckShape(size, controls);
    case 'mcu':
      return stripShape(controls);
    case 'midi':
      return faderShape(controls);
    default:
      return { columns: 1, places: [], others: controls };
  }
}

function deckShape(size: SurfaceReport['size'], controls: readonly ControlReport[]): Shape {
  const { keys, columns, dials } = DECKS[size];
  return shape(controls, columns, keys + dials, ({ control }) => {
    const [, name = '', number = ''] = /^(key |dial |)(\d+)$/.exec(control) ?? [];
    if (name === 'dial ') return Number(number) < dials ? keys + Number(number) : Number.NaN;
    return number !== '' && Number(number) < keys ? Number(number) : Number.NaN;
  });
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
