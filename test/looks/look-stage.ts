import should from 'should';
import { Signal } from '../../dist/base/signal.js';
import { type CallOptions, Hub } from '../../dist/hub/hub.js';
import { tableOperation } from '../../dist/hub/table/operations.js';
import type { Params } from '../../dist/hub/wire/request.js';
import type { HubSettings } from '../../dist/hub/wire/settings.js';
import type { LookEntry } from '../../dist/looks/entries.js';
import type { Look, Looks } from '../../dist/looks/look.js';
import { LookDesk, type LookDeskOptions, type LookRow } from '../../dist/looks/look-desk.js';
import { looksText, parseLooks } from '../../dist/looks/look-text.js';
import { FakeClock } from '../hub/fake-clock.js';
import { MemoryEngine } from './memory-engine.js';
import { MemoryHub } from './memory-hub.js';

/** The file of the looks, in memory. */
export class MemoryFile {
  readonly changed = new Signal<Looks>();
  readonly failed = new Signal<unknown>();
  text = looksText(new Map());
  #looks: Looks = new Map();
  #read = '';
  #lastTurn: Promise<unknown> = Promise.resolve();
  closed = 0;

  async read(): Promise<Looks> {
    if (this.text !== this.#read) this.#looks = parseLooks(this.text);
    this.#read = this.text;
    return this.#looks;
  }

  update(change: (looks: Looks) => Looks): Promise<Looks> {
    const turn = this.#lastTurn.then(async () => {
      const text = looksText(change(await this.read()));
      if (text === this.text) return this.#looks;
      this.text = text;
      const looks = await this.read();
      this.changed.emit(looks);
      return looks;
    });
    this.#lastTurn = turn.catch(() => undefined);
    return turn;
  }

  close(): void {
    this.closed += 1;
  }
}

/** The row of a property by `ENGINE/NODE/PROPERTY` or `ENGINE/NODE/PROPERTY/COMPONENT`. */
export function row(title: string, more: Partial<LookRow> = {}): LookRow {
  const [engine = '', node = '', property = '', component] = title.split('/');
  return { engine, node, property, ...(component && { component }), recall: true, ...more };
}

export const titleOf = ({
  engine,
  node,
  property,
  component,
}: Pick<LookRow, 'engine' | 'node' | 'property' | 'component'>) =>
  [engine, node, property, component].filter(Boolean).join('/');

/** The outcome of each property. */
export const outcomes = (entries: readonly LookEntry[]) =>
  Object.fromEntries(entries.map((entry) => [titleOf(entry), entry.outcome]));

/** The value of each property of a look. */
export const valuesOf = (look: Look = []) => Object.fromEntries(look.map((value) => [titleOf(value), value.value]));

const INTERVAL = 200;

/** A hub in memory with two engines, its client, and desks of looks. */
export class LookStage {
  clock!: FakeClock;
  memory!: MemoryHub;
  hub!: Hub;
  file!: MemoryFile;
  desks: LookDesk[] = [];
  readonly #owners = new Map<LookDesk, object>();

  /** A new one for each test. No test may leave a timer behind. */
  static forEach(): LookStage {
    const stage = new LookStage();
    beforeEach(() => stage.open());
    afterEach(async () => {
      await stage.close();
      should(stage.clock.timers).equal(0);
    });
    return stage;
  }

  open(settings: Partial<HubSettings> = {}, engines = defaultEngines()): void {
    this.clock = new FakeClock();
    this.memory = new MemoryHub(this.clock, engines);
    this.file = new MemoryFile();
    this.desks = [];
    this.connect(settings);
  }

  /** A new client of the same hub. */
  connect(settings: Partial<HubSettings> = {}): void {
    const defaults = { dialect: 1, linearSegment: 'linear', headers: {}, timeout: 500, maxInFlight: 4 } as const;
    const { clock, memory: transport } = this;
    this.hub = new Hub({ baseUrl: 'http://hub', ...defaults, ...settings }, { clock, transport });
  }

  /** A desk that has started, and knows the values. */
  async desk(rows: readonly LookRow[], more: Partial<LookDeskOptions> = {}): Promise<LookDesk> {
    const desk = this.startDesk(rows, more);
    await this.quiet();
    return desk;
  }

  startDesk(rows: readonly LookRow[], more: Partial<LookDeskOptions> = {}): LookDesk {
    const owner = {};
    const desk = new LookDesk({
      hub: this.hub,
      owner,
      file: this.file,
      rows,
      fade: { duration: 0, interpolation: 'Linear' },
      interval: INTERVAL,
      modeOf: () => 'off',
      maxAbsence: 60_000,
      clock: this.clock,
      ...more,
    });
    this.desks.push(desk);
    this.#owners.set(desk, owner);
    void desk.start().catch(() => undefined);
    return desk;
  }

  /** Closes a desk as its node does. */
  closeDesk = (desk: LookDesk): void => {
    desk.close();
    this.hub.abandon(this.#owners.get(desk) as object);
    this.desks = this.desks.filter((each) => each !== desk);
  };

  settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  advance = (ms: number): Promise<void> => this.clock.advance(ms, this.settle);

  /** Long enough for two lists of engines, and for all polls. */
  quiet = (): Promise<void> => this.advance(5 * INTERVAL);

  /** The result of a promise after the time that it takes. */
  async result<T>(promise: Promise<T>): Promise<T> {
    let isOver = false;
    const over = () => {
      isOver = true;
    };
    promise.then(over, over);
    for (let ms = 0; !isOver && ms < 10_000; ms += 1) await this.advance(1);
    should(isOver).equal(true);
    return promise;
  }

  /** A command of another node. `title`: `ENGINE/NODE/PROPERTY`. */
  hand(title: string, Value: unknown, more: Params = {}, options: CallOptions = {}) {
    const [name = '', node, property] = title.split('/');
    const engine = this.memory.engine(name);
    const found = engine.properties.find((each) => each.node === node && each.name === property);
    const params = { engineId: engine.id, nodePath: found?.nodePath ?? 'gone', propertyPath: found?.path ?? 'gone' };
    return this.hub.run(tableOperation('setProperty'), { ...params, Value, ...more }, options);
  }

  /** Sets a value as another client does. */
  setByOthers(title: string, value: unknown): void {
    const [engine = '', ...rest] = title.split('/');
    this.memory.engine(engine).set(rest.join('/'), value);
  }

  value(title: string): unknown {
    const [engine = '', ...rest] = title.split('/');
    return this.memory.engine(engine).value(rest.join('/'), this.clock.now());
  }

  /** The values that were sent to a property, in order. */
  sent(title: string): unknown[] {
    const [name = '', node, property] = title.split('/');
    const engine = this.memory.engine(name);
    const { nodePath, path } = engine.properties.find((each) => each.node === node && each.name === property) ?? {};
    return this.memory.writes.flatMap((write) =>
      write.engine === engine && write.target.startsWith(`${nodePath}/${path}`) ? [write.body.Value] : [],
    );
  }

  /** Writes the file of the looks. */
  store(looks: Readonly<Record<string, Readonly<Record<string, unknown>>>>): void {
    const all = Object.entries(looks).map(([name, values]): [string, Look] => [
      name,
      Object.entries(values).map(([title, value]) => {
        const { recall: _, ...property } = row(title);
        return { ...property, value };
      }),
    ]);
    this.file.text = looksText(new Map(all));
  }

  async close(): Promise<void> {
    for (const desk of this.desks) this.closeDesk(desk);
    this.hub.close();
    await this.advance(5000);
  }
}

const defaultEngines = () => [
  new MemoryEngine(1, 'Arena', {
    'Mixer/Opacity': 1,
    'Mixer/Program': 'CAM 1',
    'Camera/Position': { x: 0, y: 0, z: 0 },
  }),
  new MemoryEngine(5, 'Foyer', { 'Key/Gain': 0.5, 'Track/Position': { x: 1, y: 2, z: 3 } }, 'RE5'),
];
