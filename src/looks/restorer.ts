import type { HubClock } from '../base/clock.js';
import { Signal } from '../base/signal.js';
import { overlap } from '../base/values.js';
import { needsConversion } from '../hub/complete/property-value.js';
import type { Hub } from '../hub/hub.js';
import type { CommandRecord } from '../hub/records/as-run.js';
import type { AnyOperationName } from '../hub/table/operations.js';
import type { RestoreMode } from '../saved/look.js';
import { isSameValue } from './difference.js';
import { type EngineReturn, EngineReturns } from './engine-returns.js';
import type { EngineState } from './engine-state.js';
import type { LookEntry } from './entries.js';
import { type Found, type Property, partOf } from './find-properties.js';
import type { Hands } from './hands.js';
import { Intents } from './intents.js';
import { keyOf } from './look.js';
import { LookQueue } from './look-queue.js';
import type { PresentValues } from './present-values.js';
import { type Command, laneOf, type Sender, sendValues } from './send-values.js';

/** These commands start engines again, although the list of engines may look the same afterwards. */
const STARTS: readonly AnyOperationName[] = ['launch', 'startRenderer'];

const AT_ONCE = { duration: 0, interpolation: 'Constant' };

interface RestorerOptions {
  readonly hub: Hub;
  readonly owner: object;
  readonly present: PresentValues;
  readonly hands: Hands;
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
 * (docs/architecture.md "Looks").
 */
export class Restorer {
  readonly #options: RestorerOptions;
  readonly #intents: Intents;
  readonly #returns: EngineReturns;
  /** After each restore without a message. */
  readonly restored = new Signal<Restored>();
  /** The engines that wait for a person, after a change. */
  readonly askingChanged = new Signal<readonly string[]>();
  #found: Found | undefined;
  /** All properties that were found so far, also of an engine that is away. */
  readonly #properties = new Map<string, Property>();
  #keysOf = new Map<string, string[]>();
  readonly #unwatch: () => void;

  constructor(options: RestorerOptions) {
    const { hub, modeOf, maxAbsence, clock } = options;
    this.#options = options;
    this.#intents = new Intents(clock);
    this.#returns = new EngineReturns(this.#intents, modeOf, maxAbsence, clock);
    this.#unwatch = hub.ended.watch((ended) => this.#onEnded(ended));
  }

  /** The engines that wait for a person. */
  get asking(): readonly string[] {
    return this.#returns.asking;
  }

  onValue(key: string, value: unknown): void {
    const property = this.#properties.get(key);
    if (property) this.#intents.polled(property.name.engine, key, value);
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
    const names = new Set(present.names.map(({ engine }) => engine));
    const before = this.asking;
    for (const back of this.#returns.update(names, states, this.#found.nodes)) {
      const { engine } = back;
      const fades = this.#propertiesOf(engine).some(([key]) => this.#intents.isFading(key));
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

  async #restore(back: EngineReturn, commands: readonly Command[]): Promise<void> {
    const entries = await this.#send(back, commands);
    if (entries.length > 0) this.restored.emit({ engine: back.engine, entries });
  }

  #send(
    { engine }: EngineReturn,
    commands: readonly Command[],
    wait: Pick<Sender, 'since' | 'remaining'> = {},
  ): Promise<LookEntry[]> {
    const { hub, owner, hands, clock } = this.#options;
    // A rehearsed restore is still to be done. A person decides, since the rehearsal may take long.
    if (hub.rehearsal.on && commands.length > 0) this.#ask(engine, commands);
    else this.#returns.done(engine, this.#stateOf(engine), this.#found?.nodes.get(engine));
    const look = { name: engine, isRestore: true, since: clock.now() };
    return sendValues(hub, { owner, look, hands, ...wait }, commands);
  }

  #ask(engine: string, commands: readonly Command[]): void {
    const values = commands.map(({ name, property }) => [keyOf(name), property.value] as const);
    this.#returns.ask(engine, this.#stateOf(engine), this.#found?.nodes.get(engine), new Map(values));
  }

  /** The last values of an engine that differ from the hub's. */
  #commandsFor(
    { engine, mayBeSameRun, asked }: EngineReturn,
    hubValue: (key: string, property: Property) => unknown,
  ): Command[] {
    const { hub, hands, isRecalled } = this.#options;
    return this.#propertiesOf(engine).flatMap(([key, property]) => {
      const intent = this.#intents.get(key);
      const isOnItsWay = mayBeSameRun && this.#intents.isFading(key);
      if (!intent || !isRecalled(key) || isOnItsWay) return [];
      const { value } = intent;
      const present = hubValue(key, property);
      if (isSameValue(value, present) || (asked && !isSameValue(asked.get(key), present))) return [];
      const lane = laneOf(hub, property);
      // A command since the read, or since the intent, may have changed the value.
      const since = Math.min(intent.at, this.#found?.since ?? 0);
      if (hands.isPending(lane) || LookQueue.of(hub).holds(lane) || hands.hasChanged(lane, since)) return [];
      return { name: property.name, property, value, fade: AT_ONCE };
    });
  }

  #stateOf(engine: string): EngineState | undefined {
    return this.#found?.engines.find(({ name }) => name === engine);
  }

  #propertiesOf(engine: string): [string, Property][] {
    return [...(this.#found?.properties ?? [])].flatMap(([key, property]) =>
      typeof property === 'object' && property.name.engine === engine ? [[key, property]] : [],
    );
  }

  #setFound(found: Found | undefined): void {
    if (!found || found === this.#found) return;
    this.#found = found;
    for (const [key, property] of found.properties)
      if (typeof property === 'object') this.#properties.set(key, property);
    this.#keysOf = new Map();
    for (const [key, property] of this.#properties) {
      const lane = laneOf(this.#options.hub, property);
      this.#keysOf.set(lane, [...(this.#keysOf.get(lane) ?? []), key]);
    }
  }

  #onEnded({ command, params, lanes, outcome }: CommandRecord): void {
    if (outcome === 'not-sent' || outcome === 'refused') return;
    if (STARTS.includes(command.name)) {
      this.#returns.leaveAll('possibly');
      this.#options.present.outdate();
    }
    for (const key of lanes.flatMap((lane) => this.#keysOf.get(lane) ?? [])) {
      const property = this.#properties.get(key);
      if (!property || !overlap(params.Component, property.name.component)) continue;
      const value = outcome === 'done' && command.name === 'setProperty' ? sentValue(params, property) : undefined;
      const { Duration = 0, Delay = 0 } = params as { Duration?: number; Delay?: number };
      // Without a certain value, the next polls have it.
      if (value === undefined) this.#intents.forget(property.name.engine, key);
      else this.#intents.sent(property.name.engine, key, value, (Duration + Delay) * 1000);
    }
  }
}

/** The value that a command gave to a property or to its component. Undefined if the command has only another part of it. */
function sentValue(params: CommandRecord['params'], { name: { component } }: Property): unknown {
  // A text may have been converted to a number.
  if (needsConversion(params)) return undefined;
  const { Value, Component } = params;
  if (Component === component) return Value;
  return Component === undefined && component !== undefined ? partOf(Value, component) : undefined;
}
