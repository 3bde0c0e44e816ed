import { type HubClock, systemClock } from '../base/clock.js';
import { isSameName } from '../base/names.js';
import { Signal } from '../base/signal.js';
import type { Hub } from '../hub/hub.js';
import type { CueCall, LookCall } from '../hub/records/as-run.js';
import { HubError } from '../hub/wire/errors.js';
import { Blends, blended } from './blends.js';
import { addLook, deleteLook, findLook, importLooks, namesLike, renameLook, storeLook } from './edit-looks.js';
import type { LookEntry } from './entries.js';
import type { Found } from './find-properties.js';
import type { RestoreMode } from './look.js';
import {
  isSameValue,
  keyOf,
  type Look,
  type Looks,
  type LookValue,
  listed,
  nameOf,
  type PropertyName,
  textOf,
} from './look.js';
import { LookQueue } from './look-queue.js';
import { LookStates, type LookStatus } from './look-states.js';
import { type LookFile, parseLooks } from './look-text.js';
import { PresentValues, uniqueNames } from './present-values.js';
import { Restorer } from './restorer.js';
import { selector } from './select.js';
import { type Command, type Fade, sendValues } from './send-values.js';

/** A property of the table. Blank fields count as not set. */
export interface LookRow extends PropertyName {
  /** False: it is stored, but never recalled or restored. */
  readonly recall: boolean;
  /** The fade in seconds. Not set: that of the desk. */
  readonly duration?: number | undefined;
}

export interface LookDeskOptions {
  readonly hub: Hub;
  /** The owner of its calls. */
  readonly owner: object;
  readonly file: Pick<LookFile, 'changed' | 'failed' | 'read' | 'update' | 'close'>;
  /** Only the state of this look is reported. Not set: the states of all looks with a property of the table. */
  readonly look?: string | undefined;
  readonly rows: readonly LookRow[];
  readonly fade: Fade;
  /** The interval of the polls in ms. 0: no polls. */
  readonly interval: number;
  readonly modeOf: (engine: string) => RestoreMode;
  /** After a longer absence of an engine in ms, a person decides about its restore. */
  readonly maxAbsence: number;
  readonly clock?: HubClock;
}

/** A property whose value on the hub differs from the look. */
export interface Difference extends PropertyName {
  readonly look: unknown;
  /** Not set if the hub does not have the property. */
  readonly hub?: unknown;
}

/** The start of a wait in the clock's ms, and the ms that are not over. */
interface Wait {
  readonly since: number;
  readonly remaining: number | undefined;
}

const NOT_SENT = { outcome: 'not-sent' } as const;
const NO_FADE: Fade = { duration: 0, interpolation: 'Constant' };

/** Stores, recalls, compares and restores the looks of one file on one hub (docs/develop/rules.md "Looks"). */
export class LookDesk {
  readonly #options: LookDeskOptions;
  readonly #clock: HubClock;
  /** By `keyOf`. */
  readonly #rows: ReadonlyMap<string, LookRow>;
  readonly #present: PresentValues;
  readonly #states: LookStates;
  readonly restorer: Restorer;
  /** The states of the looks, after a change. */
  readonly statesChanged = new Signal<ReadonlyMap<string, LookStatus>>();
  /** The last ones of the file. Undefined: it was not read yet, or it cannot be read. */
  #looks: Looks | undefined;
  #reported = '';
  readonly #blends = new Blends();
  #timer: unknown;
  #isClosed = false;
  readonly #unwatchFile: readonly (() => void)[];

  constructor(options: LookDeskOptions) {
    const { hub, owner, file, rows, interval, modeOf, maxAbsence, clock = systemClock } = options;
    this.#options = options;
    this.#clock = clock;
    this.#rows = new Map(rows.map((row) => [keyOf(nameOf(row)), row]));
    this.#present = new PresentValues(
      hub,
      owner,
      interval,
      {
        engines: (engines) => this.restorer.onEngines(engines),
        lost: () => this.restorer.onLost(),
        value: (key, value) => {
          this.#states.update(key, value);
          if (value !== undefined) this.restorer.onValue(key, value);
        },
        changed: () => this.#report(),
      },
      clock,
    );
    this.#states = new LookStates(interval > 0, clock);
    this.restorer = new Restorer({
      hub,
      owner,
      present: this.#present,
      isRecalled: this.#isRecalled,
      modeOf,
      maxAbsence,
      clock,
    });
    this.#unwatchFile = [
      file.changed.watch((looks) => this.#show(looks)),
      file.failed.watch(() => this.#show(undefined)),
    ];
  }

  /** Reads the file and starts the polls. Rejects with the error of the file. The polls of the table start anyway. */
  async start(): Promise<void> {
    this.#show(undefined);
    this.#show(await this.#options.file.read());
  }

  /** True if the hub answers its polls. */
  get isRead(): boolean {
    return this.#present.isRead;
  }

  /** The progress of the fade to a look, 0 … 1. Undefined: it does not fade. */
  progressOf(name: string): number | undefined {
    return this.#states.progressOf(name);
  }

  /** The names in the file. Undefined: it was not read yet, or it cannot be read. */
  get names(): ReadonlySet<string> | undefined {
    return this.#states.stored;
  }

  /** The states of its looks at this moment. The look of its dialog has a state before it is stored. */
  get states(): ReadonlyMap<string, LookStatus> {
    return this.#states.statuses(this.#options.look);
  }

  /** The state of a look by its name. */
  statusOf(name: string): LookStatus {
    const { states } = this;
    const [found, ...others] = namesLike(states.keys(), name);
    const status = found !== undefined && others.length === 0 ? states.get(found) : undefined;
    return status ?? this.#states.statusWithout(name);
  }

  /** All looks of the file. Rejects with the error of the file. */
  async list(): Promise<Looks> {
    const looks = await this.#options.file.read();
    this.#show(looks);
    return looks;
  }

  /**
   * Stores the present values of the table. If a property is missing, it throws a HubError that names it, and nothing is
   * stored.
   */
  store(name: string): Promise<Look> {
    return this.#storeBy(storeLook, name);
  }

  /** The same for a new look. Throws a HubError if its name is taken. */
  add(name: string): Promise<Look> {
    return this.#storeBy(addLook, name);
  }

  async #storeBy(edit: typeof storeLook, name: string): Promise<Look> {
    const rows = this.#options.rows.map(nameOf);
    if (rows.length === 0) throw new HubError('BAD_INPUT', { sentence: 'noProperties' });
    const { properties } = await this.#present.search(rows);
    const look: LookValue[] = [];
    const absent: string[] = [];
    for (const name of rows) {
      const property = properties.get(keyOf(name))?.found;
      if (property) look.push({ ...name, value: property.value });
      else absent.push(textOf(name));
    }
    if (absent.length > 0)
      throw new HubError('HUB_NOT_FOUND', { sentence: 'lookMissing', properties: listed(absent) }, NOT_SENT);
    await this.#options.file.update((looks) => edit(looks, name, look));
    return look;
  }

  /**
   * Sends the values of the look with the `given` name, each once. With `only`, it sends a part of them. With `share`
   * (0 … 1), it blends. `remaining`: the ms that they may still wait, if the wait began elsewhere. The result has one
   * entry for each property. `cue`: the cue that recalls it, and the fade of all values in seconds.
   */
  async recall(
    given: string,
    only: unknown,
    share?: number,
    remaining?: number,
    cue?: { readonly call: CueCall; readonly fade?: number | undefined },
  ): Promise<LookEntry[]> {
    const since = this.#clock.now();
    const wait = { since, remaining };
    const [name, look] = await this.#lookOf(given);
    const isSelected = selector(only, look);
    const recalled = look.filter((value) => isSelected(value) && this.#isRecalled(keyOf(value)));
    if (share !== undefined) return this.#blendTo(name, recalled, share, wait);
    this.#blends.clear();
    const settle = this.#states.begin(name);
    this.#report();
    let [remainingMs, fadeMs] = [0, 0];
    try {
      const found = await this.#present.locate(recalled);
      const fade = (value: PropertyName): Fade => {
        const { duration = this.#options.fade.duration } = this.#rows.get(keyOf(value)) ?? {};
        return { ...this.#options.fade, duration: cue?.fade ?? duration };
      };
      const entries = await this.#send({ does: 'recall', name, since, within: cue?.call }, wait, recalled, found, fade);
      const sent = entries.filter(({ outcome }) => outcome === 'done' || outcome === 'unknown');
      fadeMs = Math.max(0, ...sent.map((entry) => fade(entry).duration * 1000));
      // The polls must see the end of the fade.
      if (sent.length > 0) remainingMs = fadeMs + 2 * this.#options.interval;
      return entries;
    } finally {
      if (settle(remainingMs, fadeMs)) this.#reportAfter(remainingMs + 1);
    }
  }

  /** The properties whose values differ from the look, or are missing. */
  async compare(name: string): Promise<Difference[]> {
    const [, look] = await this.#lookOf(name);
    const { properties } = await this.#present.search(look);
    return look.flatMap(({ value, ...property }) => {
      const found = properties.get(keyOf(property))?.found;
      if (!found) return { ...property, look: value };
      return isSameValue(value, found.value) ? [] : { ...property, look: value, hub: found.value };
    });
  }

  async delete(name: string): Promise<void> {
    await this.#options.file.update((looks) => deleteLook(looks, name));
  }

  async rename(name: string, to: string): Promise<void> {
    await this.#options.file.update((looks) => renameLook(looks, name, to));
  }

  async import(text: string): Promise<void> {
    const imported = parseLooks(text);
    await this.#options.file.update((looks) => importLooks(looks, imported));
  }

  close(): void {
    this.#isClosed = true;
    LookQueue.of(this.#options.hub).close(this.#options.owner);
    this.#clock.clearTimeout(this.#timer);
    for (const unwatch of this.#unwatchFile) unwatch();
    this.#present.close();
    this.restorer.close();
    this.statesChanged.close();
    this.#options.file.close();
  }

  async #lookOf(name: string): Promise<readonly [name: string, look: Look]> {
    return findLook(await this.list(), name);
  }

  /** Sends nothing at 0 before the blend has begun. */
  async #blendTo(name: string, look: Look, share: number, wait: Wait): Promise<LookEntry[]> {
    const begin = (values: Look) => ({
      call: { does: 'recall', name, since: wait.since } as const,
      found: this.#present.search(values),
    });
    const parts = [...this.#blends.move(name, look, share, begin)];
    try {
      const entries = parts.map(async ([start, values]) => {
        const found = await start.found;
        return this.#send(start.call, wait, blended(values, found, share), found, () => NO_FADE);
      });
      return (await Promise.all(entries)).flat();
    } catch (error) {
      this.#blends.end(name, look);
      throw error;
    }
  }

  /** Sends the values in the order of the look. A property that got a newer command meanwhile is left alone. */
  async #send(
    call: LookCall,
    wait: Wait,
    look: Look,
    { properties }: Found,
    fade: (value: PropertyName) => Fade,
  ): Promise<LookEntry[]> {
    if (this.#isClosed) throw new HubError('CLOSED');
    const { hub, owner } = this.#options;
    const absent: LookEntry[] = [];
    const commands: Command[] = [];
    for (const { value, ...name } of look) {
      const { found: property, absence } = properties.get(keyOf(name)) ?? { absence: 'missing' };
      if (property) commands.push({ name, property, value, fade: fade(name) });
      else absent.push({ ...name, value, outcome: absence });
    }
    const entries = await sendValues(hub, { owner, group: call, ...wait }, commands);
    if (entries.some(({ outcome }) => outcome === 'missing')) this.#present.outdate();
    return [...entries, ...absent];
  }

  /** Undefined: the file cannot be read. */
  #show(looks: Looks | undefined): void {
    // The file gives the same object until it changes.
    if (this.#isClosed || (looks !== undefined && looks === this.#looks)) return;
    this.#looks = looks;
    const { look, rows } = this.#options;
    this.#states.stored = looks && new Set(looks.keys());
    const isShown = (name: string, values: Look) =>
      look === undefined
        ? rows.length === 0 || values.some((value) => this.#rows.has(keyOf(value)))
        : isSameName(name, look);
    const shown = new Map([...(looks ?? [])].filter(([name, values]) => isShown(name, values)));
    this.#states.show(shown, this.#isRecalled, this.#present.values);
    this.#present.watch(uniqueNames([...rows, ...[...shown.values()].flat()]));
    this.#report();
  }

  #isRecalled = (key: string): boolean => this.#rows.get(key)?.recall !== false;

  #reportAfter(ms: number): void {
    this.#clock.clearTimeout(this.#timer);
    if (!this.#isClosed) this.#timer = this.#clock.setTimeout(() => this.#report(), ms);
  }

  #report(): void {
    const states = this.states;
    const text = JSON.stringify([this.isRead, ...states]);
    if (text === this.#reported) return;
    this.#reported = text;
    this.statesChanged.emit(states);
  }
}
