import type { HubClock } from '../base/clock.js';
import { isSameName, nameKey } from '../base/names.js';
import type { EngineState } from './engine-state.js';
import type { RestoreMode } from './look.js';
import type { WantedValues } from './wanted-values.js';

/** `possibly`: a command may have started an engine again. `surely`: it was stopped, or it has another process. */
type Restart = 'possibly' | 'surely';

/** An engine that lists no nodes for this time in ms after its start is searched less often. */
const MAX_START_MS = 60_000;

interface Engine {
  /** Its last state before it was away, or when a person was asked. */
  before: EngineState | undefined;
  /** The names of its nodes then. */
  nodes: string | undefined;
  /** In the clock's ms. Undefined: it is present, or everything is restored. */
  awaySince: number | undefined;
  restart: Restart | undefined;
  /** The time in the clock's ms since when it runs. Undefined: it is away or launching. */
  readySince: number | undefined;
  /** A person decides. */
  asks: boolean;
  /** The values of the hub that differed when the person was first asked, by key. */
  asked: ReadonlyMap<string, unknown> | undefined;
}

/** An engine that is back, with its nodes. */
export interface EngineReturn {
  readonly engine: string;
  /** True if it may not have started again. Its fades then go on. */
  readonly mayBeSameRun: boolean;
  /** True if a person must decide. */
  readonly asks: boolean;
  /** Set after the first question: only these values of the hub are replaced. Others have changed since then. */
  readonly asked: ReadonlyMap<string, unknown> | undefined;
}

/** Finds out which engines were away, and when they are back with their nodes. */
export class EngineReturns {
  readonly #wanted: WantedValues;
  readonly #modeOf: (engine: string) => RestoreMode;
  readonly #maxAbsence: number;
  readonly #clock: HubClock;
  readonly #engines = new Map<string, Engine>();

  /** `maxAbsence` in ms: after a longer one, a person decides. */
  constructor(wanted: WantedValues, modeOf: (engine: string) => RestoreMode, maxAbsence: number, clock: HubClock) {
    this.#wanted = wanted;
    this.#modeOf = modeOf;
    this.#maxAbsence = maxAbsence;
    this.#clock = clock;
  }

  /** The engines that are back, from the list of all engines and the nodes of each. Ends with `done` or `ask`. */
  update(names: Iterable<string>, states: readonly EngineState[], nodes: ReadonlyMap<string, string>): EngineReturn[] {
    return [...names].flatMap((name) => {
      const state = states.find((each) => isSameName(each.name, name));
      return this.#update(name, state, nodes.get(nameKey(name))) ?? [];
    });
  }

  #update(name: string, state: EngineState | undefined, listed: string | undefined): EngineReturn | undefined {
    const engine = this.#engineOf(name);
    const { before, nodes } = engine;
    const isReady = state?.presence === 'ready';
    // A launch without a stop may keep the process and load another graph.
    const isOtherRun =
      before !== undefined &&
      ((state?.run !== undefined && state.run !== before.run) ||
        (isReady && (state.project !== before.project || state.id !== before.id)));
    engine.readySince = isReady ? (engine.readySince ?? this.#clock.now()) : undefined;
    if (!isReady || isOtherRun) this.#leave(name, engine, isOtherRun ? 'surely' : undefined);
    if (!isReady) return undefined;
    if (engine.awaySince === undefined) {
      this.#wanted.confirm(nameKey(name));
      Object.assign(engine, { before: state, nodes: listed ?? nodes });
      return undefined;
    }
    // Only the connection was lost, since another engine counts as a restart. The engine still has its values, and others may have changed them.
    if (before && state.run !== undefined && !engine.restart && !engine.asks) {
      this.done(name, state, listed ?? nodes);
      return undefined;
    }
    // It is back when it lists its nodes again.
    if (listed === undefined || listed === '[]') return undefined;
    const isOther =
      before !== undefined && (state.id !== before.id || state.project !== before.project || listed !== nodes);
    const isLong = this.#clock.now() - engine.awaySince > this.#maxAbsence;
    const asks = engine.asks || isOther || isLong || this.#modeOf(name) === 'ask';
    return { engine: name, mayBeSameRun: engine.restart !== 'surely', asks, asked: engine.asked };
  }

  /** The hub is lost. With `restart`: a command may have started engines again. */
  leaveAll(restart?: Restart): void {
    for (const [name, engine] of this.#engines) this.#leave(name, engine, restart);
  }

  /** Nothing more is to be restored. The present run of the engine counts from now on. */
  done(name: string, state: EngineState | undefined, nodes: string | undefined): void {
    this.#wanted.discard(nameKey(name));
    Object.assign(this.#engineOf(name), { ...PRESENT, before: state, nodes });
  }

  /** Waits for a person, also if the engine goes away again. `values` are those of the hub that differ, by key. */
  ask(name: string, state: EngineState | undefined, nodes: string | undefined, values: ReadonlyMap<string, unknown>) {
    const engine = this.#engineOf(name);
    Object.assign(engine, { before: state, nodes, asks: true, asked: engine.asked ?? values });
  }

  /** True if an engine runs, and will soon list its nodes. */
  get isWaiting(): boolean {
    const since = this.#clock.now() - MAX_START_MS;
    return [...this.#engines.values()].some(
      ({ awaySince, asks, readySince }) =>
        awaySince !== undefined && !asks && readySince !== undefined && readySince > since,
    );
  }

  /** The engines that wait for a person. */
  get asking(): string[] {
    return [...this.#engines].flatMap(([name, { asks }]) => (asks ? name : []));
  }

  #engineOf(name: string): Engine {
    const engine = this.#engines.get(name) ?? { ...PRESENT, before: undefined, nodes: undefined };
    this.#engines.set(name, engine);
    return engine;
  }

  #leave(name: string, engine: Engine, restart: Restart | undefined): void {
    this.#wanted.discard(nameKey(name));
    if (this.#modeOf(name) === 'off') {
      Object.assign(engine, { before: undefined, nodes: undefined });
      return;
    }
    engine.awaySince ??= this.#clock.now();
    if (restart && engine.restart !== 'surely') engine.restart = restart;
    // After a start, the values of the hub are others.
    if (restart) engine.asked = undefined;
  }
}

const PRESENT = { awaySince: undefined, restart: undefined, readySince: undefined, asks: false, asked: undefined };
