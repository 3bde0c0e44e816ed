import { csv, csvTime } from '../../base/csv.js';

/** A command of the as-run record or of the journal. Times in ms. */
export interface AirCommand {
  /** The time of its arrival since the epoch. */
  readonly at: number;
  readonly elapsed: number;
  /** The name of the node that sent it. */
  readonly who: string;
  readonly operation: string;
  /** Its target, by parameter. */
  readonly target: Readonly<Record<string, unknown>>;
  /** The names in the target, as far as its node saved them. */
  readonly names: Readonly<Record<string, unknown>>;
  readonly outcome: string;
}

/** One time that a graphic was on air. Times in ms since the epoch. */
export interface Airtime {
  /** Undefined: the next item of the rundown, whose name the command does not have. */
  readonly graphic: string | undefined;
  /** The show or the rundown. */
  readonly where: string;
  readonly who: string;
  readonly in: number;
  /** Undefined while it is on air. */
  out: number | undefined;
  /** The hub did not confirm its in or its out. */
  isUnknown: boolean;
}

/** The effect of a command on program. */
interface Effect {
  readonly does: 'in' | 'out';
  /** Graphics of one place replace each other. Undefined: all shows. */
  readonly place: string | undefined;
  /** Out: only this item. Undefined: any. */
  readonly item?: string | undefined;
}

/** Buttons of playout items, by their key or label. */
const BUTTONS: Readonly<Record<string, Effect['does']>> = {
  in: 'in',
  play: 'in',
  show: 'in',
  out: 'out',
  stop: 'out',
  hide: 'out',
};

/** The places of shows begin with this. */
const SHOW = 'show ';

/** Program, in the parameter `preview`. */
const PROGRAM = '0';

/** The effect of a command. Undefined if it changes nothing on program, or if nobody can know it. */
function effectOf({ operation, target }: AirCommand): Effect | undefined {
  const of = (name: string) => String(target[name] ?? '');
  if (operation === 'pressItemButton') {
    const does = BUTTONS[of('buttonKey').toLowerCase()];
    const item = of('itemId');
    return does && { does, place: `item ${of('rundownId')} ${item}`, item };
  }
  if (of('preview') !== PROGRAM) return undefined;
  const place = `${SHOW}${of('engineId')}`;
  switch (operation) {
    case 'playItem':
    case 'playNext':
      return { does: 'in', place };
    case 'everythingOut':
      return { does: 'out', place: target.engineId === undefined ? undefined : place };
    case 'takeOut':
    case 'clearOutput':
      return { does: 'out', place };
    case 'takeItemOut':
      return { does: 'out', place, item: of('itemId') };
    default:
      return undefined;
  }
}

interface OpenAirtime extends Airtime {
  readonly item: string | undefined;
}

/**
 * The times that graphics were on air, the oldest first. A command counts when the hub has confirmed it, and marks its row as
 * unknown if nobody knows whether the hub carried it out. A refused or unsent command does not count.
 */
export function airtimes(commands: readonly AirCommand[]): Airtime[] {
  const rows: OpenAirtime[] = [];
  const onAir = new Map<string, OpenAirtime>();
  const ends = commands
    .filter(({ outcome }) => outcome === 'done' || outcome === 'unknown')
    .map((command) => ({ command, effect: effectOf(command), at: command.at + command.elapsed }))
    .sort((one, other) => one.at - other.at);
  for (const { command, effect, at } of ends) {
    if (effect?.does === 'in') startAt(at, command, effect.place ?? '', onAir, rows);
    if (effect?.does === 'out') endAt(at, command, effect, onAir);
  }
  return rows;
}

type OnAir = Map<string, OpenAirtime>;

function startAt(at: number, command: AirCommand, place: string, onAir: OnAir, rows: OpenAirtime[]): void {
  const { target, names, who, outcome, operation } = command;
  const present = onAir.get(place);
  // A second press of In shows nothing new.
  if (present && operation === 'pressItemButton') return;
  if (present) present.out = at;
  const item = target.itemId === undefined ? undefined : String(target.itemId);
  const row: OpenAirtime = {
    graphic: item && String(names.itemId ?? item),
    where: String(names.rundownId ?? names.engineId ?? target.rundownId ?? target.engineId ?? ''),
    who,
    in: at,
    out: undefined,
    isUnknown: outcome === 'unknown',
    item,
  };
  rows.push(row);
  onAir.set(place, row);
}

/** An out of which nobody knows the result leaves the graphic on air, as unknown. */
function endAt(at: number, { outcome }: AirCommand, { place, item }: Effect, onAir: OnAir): void {
  for (const [key, row] of onAir) {
    const isMeant = place === undefined ? key.startsWith(SHOW) : key === place;
    if (!isMeant || (item !== undefined && item !== row.item)) continue;
    if (outcome === 'unknown') row.isUnknown = true;
    else {
      row.out = at;
      onAir.delete(key);
    }
  }
}

/** The rows that were on air between two times. */
export const airtimesBetween = (rows: readonly Airtime[], from: number, to: number): Airtime[] =>
  rows.filter((row) => row.in < to && (row.out ?? Number.POSITIVE_INFINITY) > from);

/** The columns of the table, by the key of their heading in the catalogue. */
const COLUMNS = ['graphic', 'where', 'in', 'out', 'length', 'who', 'state'];

/** The as-run table for a spreadsheet. `text` gives the words of `asRun` in the catalogue. */
export function airtimeCsv(rows: readonly Airtime[], text: (key: string) => string): string {
  const cells = rows.map((row) => [
    row.graphic ?? text('next'),
    row.where,
    csvTime(row.in),
    row.out === undefined ? '' : csvTime(row.out),
    row.out === undefined ? '' : lengthText(row.out - row.in),
    row.who,
    text(row.isUnknown ? 'unknown' : row.out === undefined ? 'onAir' : 'confirmed'),
  ]);
  return csv([COLUMNS.map(text), ...cells]);
}

/** Hours, minutes and seconds, e.g. `0:01:23`. */
function lengthText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
