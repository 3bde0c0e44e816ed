import type { OnAirReport } from '../watch/on-air.js';

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

/** The graphics on air that a poll has read. */
export interface AirReport extends OnAirReport {
  /** The names of the show and the rundown, as far as a node saved them. */
  readonly names: Readonly<Record<string, unknown>>;
}

/** One time that a graphic was on air. Times in ms since the epoch. */
export interface Airtime {
  /** Undefined: the next item of the rundown, whose name the command does not have. */
  graphic: string | undefined;
  /** The show or the rundown. */
  readonly where: string;
  /** The node that played it. Undefined: somebody else did. */
  who: string | undefined;
  readonly in: number;
  /** Undefined while it is on air. */
  out: number | undefined;
  /** Neither the hub nor its states confirmed all of it. */
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

/** A state that follows this soon after a command, in ms, is its effect. The states of a hub lag behind by up to 2 s. */
const EFFECT_MS = 4000;

/** A pause between two reads, in ms, in which a graphic is taken to stay on air. Example: a deploy. */
const SHORT_PAUSE_MS = 10_000;

interface OpenAirtime extends Airtime {
  readonly place: string;
  item: string | undefined;
  /** The rundown whose states have shown it. */
  rundown: string | undefined;
  /** The last command that may have taken it out. */
  outCommandAt: number | undefined;
  /** True if the states of its rundown, or of its show, were read when it began. */
  readonly wasRead: boolean;
}

/**
 * The times that graphics were on air, the oldest first. If the states of a rundown are read, they decide, and commands
 * add the name of their node and the exact time. Otherwise a confirmed command counts. A refused or unsent one never does.
 */
export function airtimes(commands: readonly AirCommand[], reports: readonly AirReport[] = []): Airtime[] {
  const table = new AirtimeTable();
  const ends = commands
    .filter(({ outcome }) => outcome === 'done' || outcome === 'unknown')
    .map((command) => ({ at: command.at + command.elapsed, add: () => table.addCommand(command) }));
  const states = reports.map((report) => ({ at: report.at, add: () => table.addReport(report) }));
  for (const { add } of [...ends, ...states].sort((one, other) => one.at - other.at)) add();
  return table.finish();
}

/** The rows of the table while the events are added in the order of their times. */
class AirtimeTable {
  readonly #rows: OpenAirtime[] = [];
  readonly #onAir = new Set<OpenAirtime>();
  /** Each rundown whose states were read, and the time at which the reads ended. Undefined: they go on. */
  readonly #reads = new Map<string, { readonly place: string; readonly endedAt: number | undefined }>();

  addCommand(command: AirCommand): void {
    const effect = effectOf(command);
    if (effect?.does === 'in') this.#playedBy(command, effect.place ?? '');
    if (effect?.does === 'out') this.#takenOutBy(command, effect);
  }

  addReport({ at, engineId, rundownId, items, isFirst, names }: AirReport): void {
    const place = `${SHOW}${engineId}`;
    const key = readKey(place, rundownId);
    const endedAt = this.#reads.get(key)?.endedAt;
    this.#reads.set(key, { place, endedAt: items ? undefined : at });
    if (!items) return;
    const isGap = isFirst && (endedAt === undefined || at - endedAt > SHORT_PAUSE_MS);
    for (const row of this.#onAirIn(place).filter(({ rundown }) => rundown === rundownId)) {
      if (isGap) row.isUnknown = true;
      if (!items.some(({ id }) => id === row.item)) this.#end(row, effectTime(row.outCommandAt, at));
    }
    for (const { id, name, isUnknown = false } of items) {
      const row = this.#rowOf(place, rundownId, id, at);
      if (!row) {
        const where = whereOf({ engineId, rundownId }, names);
        const fresh = { graphic: name, where, who: undefined, in: at, isUnknown: isGap || isUnknown, place };
        this.#begin({ ...fresh, item: id, rundown: rundownId });
        continue;
      }
      // The state confirms a command whose outcome was unknown.
      row.isUnknown = isUnknown || (row.isUnknown && row.rundown !== undefined);
      Object.assign(row, { graphic: name, item: id, rundown: rundownId });
    }
  }

  finish(): Airtime[] {
    for (const row of this.#rows) {
      const isLost = row.out === undefined && row.rundown !== undefined && !this.#isRead(row);
      // The command was confirmed, but no state showed the graphic.
      const isUnseen = row.wasRead && row.rundown === undefined;
      if (isLost || isUnseen) row.isUnknown = true;
    }
    return this.#rows;
  }

  #playedBy({ at, elapsed, target, names, who, outcome, operation }: AirCommand, place: string): void {
    const endAt = at + elapsed;
    const item = target.itemId === undefined ? undefined : String(target.itemId);
    const others = this.#onAirIn(place);
    // A second press of In shows nothing new.
    if (others.length > 0 && operation === 'pressItemButton') return;
    const shown = others.find((row) => row.item === item && this.#isRead(row));
    for (const row of others) if (row !== shown) this.#takeOut(row, endAt);
    if (shown) {
      // The state was read before the answer to the command.
      if (endAt - shown.in <= EFFECT_MS) shown.who ??= who;
      return;
    }
    const row = {
      graphic: item && String(names.itemId ?? item),
      where: whereOf(target, names),
      who,
      in: endAt,
      isUnknown: outcome === 'unknown',
      place,
      item,
      rundown: undefined,
    };
    this.#begin(row, target.rundownId === undefined ? undefined : String(target.rundownId));
  }

  /** An out of which nobody knows the result leaves the graphic on air, as unknown. */
  #takenOutBy({ at, elapsed, outcome }: AirCommand, { place, item }: Effect): void {
    const rows = [...this.#onAir].filter((row) =>
      place === undefined ? row.place.startsWith(SHOW) : row.place === place,
    );
    for (const row of rows.filter((each) => item === undefined || item === each.item)) {
      if (outcome === 'done' || this.#isRead(row)) this.#takeOut(row, at + elapsed);
      else row.isUnknown = true;
    }
  }

  /** If its states are read, they show whether it is out. */
  #takeOut(row: OpenAirtime, at: number): void {
    row.outCommandAt = at;
    if (this.#isRead(row)) return;
    if (row.rundown !== undefined) row.isUnknown = true;
    this.#end(row, at);
  }

  /** `rundown`: the one that a command names. */
  #begin(row: Omit<OpenAirtime, 'out' | 'outCommandAt' | 'wasRead'>, rundown?: string): void {
    const reads = [...this.#reads].filter(([, { place, endedAt }]) => place === row.place && endedAt === undefined);
    const wasRead = reads.some(([key]) => rundown === undefined || key === readKey(row.place, rundown));
    const begun: OpenAirtime = { ...row, out: undefined, outCommandAt: undefined, wasRead };
    this.#rows.push(begun);
    this.#onAir.add(begun);
  }

  #end(row: OpenAirtime, at: number): void {
    row.out = at;
    this.#onAir.delete(row);
  }

  #onAirIn = (place: string): OpenAirtime[] => [...this.#onAir].filter((row) => row.place === place);

  /** True if the states that have shown this graphic are still read. */
  #isRead({ place, rundown }: OpenAirtime): boolean {
    const read = rundown === undefined ? undefined : this.#reads.get(readKey(place, rundown));
    return read !== undefined && read.endedAt === undefined;
  }

  /** The row of a graphic that a state shows: its own, that of a command for it, or that of a recent *Play next*. */
  #rowOf(place: string, rundownId: string, id: string, at: number): OpenAirtime | undefined {
    const rows = this.#onAirIn(place);
    return (
      rows.find(({ rundown, item }) => rundown === rundownId && item === id) ??
      rows.find(({ rundown, item }) => rundown === undefined && item === id) ??
      rows.find((row) => row.rundown === undefined && row.item === undefined && at - row.in <= EFFECT_MS)
    );
  }
}

const readKey = (place: string, rundownId: string): string => `${place} ${rundownId}`;

/** The rundown or the show: the first one that has a name, else the rundown. */
function whereOf(target: AirCommand['target'], names: AirCommand['names']): string {
  const ids = ['rundownId', 'engineId'].filter((name) => target[name] !== undefined);
  const named = ids.find((name) => names[name] !== undefined && String(names[name]) !== String(target[name]));
  return String(named ? names[named] : (target[ids[0] ?? ''] ?? ''));
}

/** The time of a command, if the state at `at` is its effect. */
const effectTime = (commandAt: number | undefined, at: number): number =>
  commandAt !== undefined && at - commandAt <= EFFECT_MS ? commandAt : at;
