import type { HubClock } from '../base/clock.js';
import { isSameName, nameKey } from '../base/names.js';
import { Signal } from '../base/signal.js';
import type { Hub } from '../hub/hub.js';
import type { Ledger } from '../hub/lookup/ledger.js';
import type { AnyOperationName } from '../hub/table/operations.js';
import { type EngineReturn, EngineReturns } from './engine-returns.js';
import type { EngineState } from './engine-state.js';
import type { LookEntry } from './entries.js';
import type { Found, Property } from './find-properties.js';
import type { RestoreMode } from './look.js';
import { isSameValue, keyOf } from './look.js';
import type { PresentValues } from './present-values.js';
import { type Command, laneOf, type Sender, sendValues } from './send-values.js';
import { type LookTarget, type WantedValue, WantedValues } from './wanted-values.js';

/** These commands start engines again, although the list of engines may look the same afterwards. */
const STARTS: readonly AnyOperationName[] = ['launch', 'startRenderer'];

const AT_ONCE = { duration: 0, interpolation: 'Constant' };

interface RestorerOptions {
  readonly hub: Hub;
  readonly owner: object;
  readonly present: PresentValues;
  /** False for a safe property, by key. */
  readonly isRecalled: (key: string) => boolean;
  readonly modeOf: (engine: string) => RestoreMode;
  readonly maxAbsence: number;
  readonly clock: HubClock;
}

/** The values that were restored on an engine. */
export interface Restored {
  readonly engine: string;
  readonly entries: readonly LookEntry[];
}

/**
 * Gives an engine that was away its last values again, once: those that differ, and that no command has changed since
 * (docs/develop/rules.md "Looks").
 */
export class Restorer {
  readonly #options: RestorerOptions;
  readonly #wanted: WantedValues;
  readonly #returns: EngineReturns;
  /** After each restore without a message. */
  readonly restored = new Signal<Restored>();
  /** The engines that wait for a person, after a change. */
  readonly askingChanged = new Signal<readonly string[]>();
  #found: Found | undefined;
  /** All properties that were found so far, also of an engine that is away. */
  readonly #targets = new Map<string, LookTarget>();
  readonly #unwatch: () => void;

  constructor(options: RestorerOptions) {
    const { hub, modeOf, maxAbsence, clock } = options;
    this.#options = options;
    this.#wanted = new WantedValues(hub.ledger, clock);
    this.#returns = new EngineReturns(this.#wanted, modeOf, maxAbsence, clock);
    this.#unwatch = hub.ledger.reset.watch((command) => {
      if (!STARTS.includes(command)) return;
      this.#returns.leaveAll('possibly');
      this.#options.present.outdate();
    });
  }

  /** The engines that wait for a person. */
  get asking(): readonly string[] {
    return this.#returns.asking;
  }

  onValue(key: string, value: unknown): void {
    const target = this.#targets.get(key);
    if (target) this.#wanted.polled(target, value);
  }

  onLost(): void {
    if (this.#options.hub.connection.state !== 'connected') this.#returns.leaveAll();
  }

  /** The list of engines has arrived. */
  onEngines(states: readonly EngineState[]): void {
    const { present } = this.#options;
    const isNew = this.#found !== present.found;
    this.#setFound(present.found);
    if (!this.#found) return;
    const names = new Map(present.names.map(({ engine }) => [nameKey(engine), engine])).values();
    const before = this.asking;
    for (const back of this.#returns.update(names, states, this.#found.nodes)) {
      const { engine } = back;
      const fades = this.#targetsOf(engine).some(({ lane }) => this.#wanted.isFading(lane));
      // At the end of the fades, the values show if the engine started again.
      if (back.mayBeSameRun && fades) continue;
      // After a search, the values are newer than the polls.
      const commands = this.#commandsFor(back, (key, { value }) =>
        isNew ? value : (present.values.get(key) ?? value),
      );
      if (commands.length > 0 && back.asks) this.#ask(engine, commands);
      else void this.#restore(back, commands);
    }
    // A started engine may list its nodes later.
    if (this.#returns.isWaiting) present.outdate();
    if (before.join() !== this.asking.join()) this.askingChanged.emit(this.asking);
  }

  /** A person's press: restores all engines that ask, within `remaining` ms. Throws a HubError if they cannot be read. */
  async restore(remaining?: number): Promise<LookEntry[]> {
    const { present, clock } = this.#options;
    const since = clock.now();
    this.#setFound(await present.search(present.names));
    const found = this.#found as Found;
    const names = this.asking;
    const backs = this.#returns.update(names, found.engines, found.nodes);
    const entries = await Promise.all(
      backs.map((back) =>
        this.#send(
          back,
          this.#commandsFor(back, (_, property) => property.value),
          { since, remaining },
        ),
      ),
    );
    if (names.length > 0) this.askingChanged.emit(this.asking);
    return entries.flat();
  }

  close(): void {
    this.#unwatch();
    this.restored.close();
    this.askingChanged.close();
  }

  async #restore(back: EngineReturn, commands: readonly RestoreCommand[]): Promise<void> {
    const entries = await this.#send(back, commands);
    if (entries.length > 0) this.restored.emit({ engine: back.engine, entries });
  }

  #send(
    { engine }: EngineReturn,
    commands: readonly RestoreCommand[],
    wait: Pick<Sender, 'since' | 'remaining'> = {},
  ): Promise<LookEntry[]> {
    const { hub, owner, clock } = this.#options;
    // A rehearsed restore is still to be done. A person decides, since the rehearsal may take long.
    if (hub.rehearsal.on && commands.length > 0) this.#ask(engine, commands);
    else this.#returns.done(engine, this.#stateOf(engine), this.#found?.nodes.get(nameKey(engine)));
    const group = { does: 'restore', name: engine, since: clock.now() } as const;
    return sendValues(hub, { owner, group, ...wait }, commands);
  }

  #ask(engine: string, commands: readonly RestoreCommand[]): void {
    const values = commands.map(({ name, present }) => [keyOf(name), present] as const);
    this.#returns.ask(engine, this.#stateOf(engine), this.#found?.nodes.get(nameKey(engine)), new Map(values));
  }

  #commandsFor({ engine, mayBeSameRun, asked }: EngineReturn, presentOf: PresentValue): RestoreCommand[] {
    const { hub, isRecalled } = this.#options;
    const wanted = this.#targetsOf(engine).flatMap((target) => {
      const value = isRecalled(target.key) ? this.#wanted.get(target) : undefined;
      // If the engine did not start again, its fades go on.
      const isOnItsWay = mayBeSameRun && this.#wanted.isFading(target.lane);
      return value && !isOnItsWay ? { ...target, ...value } : [];
    });
    return commandsFor(wanted, { since: this.#found?.since ?? 0, presentOf, asked }, hub.ledger);
  }

  #stateOf(engine: string): EngineState | undefined {
    return this.#found?.engines.find(({ name }) => isSameName(name, engine));
  }

  /** The properties that the engine has now. */
  #targetsOf(engine: string): (LookTarget & { readonly property: Property })[] {
    const key = nameKey(engine);
    return [...(this.#found?.properties ?? [])].flatMap(([propertyKey, { found: property }]) => {
      const target = this.#targets.get(propertyKey);
      return property && target?.engine === key ? { ...target, property } : [];
    });
  }

  #setFound(found: Found | undefined): void {
    if (!found || found === this.#found) return;
    this.#found = found;
    for (const [key, { found: property }] of found.properties) {
      if (!property) continue;
      const { component } = property.name;
      const engine = nameKey(property.name.engine);
      const lane = laneOf(this.#options.hub, property);
      const last = this.#targets.get(key);
      if (last && last.lane !== lane) this.#wanted.move(last, lane);
      this.#targets.set(key, { key, engine, component, lane });
    }
  }
}

/** A command that restores a value. */
interface RestoreCommand extends Command {
  /** The value on the hub that it replaces. */
  readonly present: unknown;
}

/** The value of a property on the hub. */
type PresentValue = (key: string, property: Property) => unknown;

/** A property and the value that was wanted for it. */
interface WantedProperty extends WantedValue {
  readonly key: string;
  readonly lane: string;
  readonly property: Property;
}

/** An engine that is back. */
interface PresentEngine {
  /** The start of its reads in the clock's ms. */
  readonly since: number;
  readonly presentOf: PresentValue;
  /** Set after the first question: only these values of the hub are replaced. */
  readonly asked: ReadonlyMap<string, unknown> | undefined;
}

/** The commands that restore an engine: of the wanted values, those that differ, and that no command changes. */
export function commandsFor(
  wanted: readonly WantedProperty[],
  { since, presentOf, asked }: PresentEngine,
  ledger: Pick<Ledger, 'of'>,
): RestoreCommand[] {
  return wanted.flatMap(({ key, lane, property, value, at }) => {
    const present = presentOf(key, property);
    if (isSameValue(value, present) || (asked && !isSameValue(asked.get(key), present))) return [];
    const { isPending, changed } = ledger.of(lane);
    // A command since the read, or since the value was wanted, may have changed it.
    if (isPending || changed > Math.min(at, since)) return [];
    return { name: property.name, property, value, fade: AT_ONCE, present };
  });
}
