import should from 'should';
import { isSkipped } from '../../dist/hub/hub.js';
import { tableOperation } from '../../dist/hub/table/operations.js';
import { HubError } from '../../dist/hub/wire/errors.js';
import type { LookEntry } from '../../dist/looks/entries.js';
import type { LookDesk } from '../../dist/looks/look-desk.js';
import { StoredError } from '../../dist/stored/stored-error.js';
import { LookOracle, type Outage } from './look-oracle.js';
import { LookStage, row, titleOf, valuesOf } from './look-stage.js';
import { MemoryEngine } from './memory-engine.js';
import type { Fault } from './memory-hub.js';

/** The properties of the model. A text does not fade. */
const INITIAL = {
  'Arena/Mixer/Opacity': 0,
  'Arena/Mixer/Program': 'CAM 0',
  'Foyer/Key/Gain': 0,
  'Sport/Set/Light': 0,
} as const;
export type Title = keyof typeof INITIAL;
export const TITLES = Object.keys(INITIAL) as Title[];
export const LOOKS = ['Morning', 'Evening', 'Übergabe e\u0301'] as const;

/** A person decides about the restore of this engine. All others are automatic. */
const ASKING = 'Sport';

const INTERVAL = 500;
const MAX_UNDER_WAY = 3;
/** Reads and the commands of a recall, each with its longest wait and its deadline. */
const RECALL_MS = 10_000;

/** Random steps on a hub in memory, and the checks of each. */
export class LookModel {
  readonly stage = new LookStage();
  readonly #oracles = new Map(TITLES.map((title) => [title, new LookOracle(INITIAL[title], title.startsWith(ASKING))]));
  readonly #outages = new Map<MemoryEngine, Outage[]>();
  readonly #disturbances: number[] = [];
  readonly #starts: number[] = [];
  #looks = new Map<string, Record<string, unknown>>();
  #under: Promise<unknown>[] = [];
  #faults: { fault: Fault; reads: boolean }[] = [];
  #desks: LookDesk[] = [];
  #pending = 0;
  #number = 0;
  #launches = 0;
  readonly #restores: Title[] = [];
  readonly counts = { certain: 0, uncertain: 0, recalls: 0, restores: 0 };

  async open(): Promise<void> {
    const { stage } = this;
    const engines = ['Arena', 'Foyer', 'Sport'].map((name, index) => {
      const mine = Object.entries(INITIAL).flatMap(([title, value]) => {
        const [engine, ...rest] = title.split('/');
        return engine === name ? [[rest.join('/'), value]] : [];
      });
      return new MemoryEngine(index + 1, name, Object.fromEntries(mine), name === 'Foyer' ? 'RE5' : 'RE');
    });
    stage.open({ maxInFlight: MAX_UNDER_WAY }, engines);
    for (const engine of engines) this.#outages.set(engine, []);
    stage.memory.faultOf = ({ path, method, json }) => {
      const isCommand = method === 'PATCH' || (path === '/batch' && json?.includes('PATCH') === true);
      const isRead = method === 'GET' || (path === '/batch' && !isCommand);
      const next = this.#faults[0];
      if (!next || !(next.reads ? isRead : isCommand)) return undefined;
      this.#faults.shift();
      // A lost read is tried again within 1.5 s.
      if (isRead) this.#disturbances.push(this.#now, this.#now + 1500);
      return next.fault;
    };
    this.#start();
    await stage.advance(3000);
    // A start of an engine must change each value.
    for (const title of TITLES) this.hand(title, 0);
    await stage.advance(200);
  }

  get #now(): number {
    return this.stage.clock.now();
  }

  /** Two nodes: one with polls and restores, one with fades and without polls. */
  #start(): void {
    this.#starts.push(this.#now);
    const { stage } = this;
    const { hub } = stage;
    const run = hub.run.bind(hub);
    hub.run = (operation, params, options = {}) => {
      const { group } = options;
      if (operation.name === 'setProperty' && group && 'since' in group) this.#checkCommand(params, group);
      return run(operation, params, options);
    };
    const rows = TITLES.map((title) => row(title));
    const modeOf = (engine: string) => (engine === ASKING ? 'ask' : 'automatic');
    const fade = { duration: 0.6, interpolation: 'Linear' };
    this.#desks = [stage.startDesk(rows, { modeOf, interval: INTERVAL }), stage.startDesk(rows, { fade, interval: 0 })];
    this.#desks[0]?.restorer.restored.watch(({ entries }) => this.#onRestored(entries));
  }

  #checkCommand(params: object, { name, since }: { name: string; since: number }): void {
    const { engineId, nodePath, propertyPath, Value } = params as Record<string, unknown>;
    const engine = this.stage.memory.engines.find(({ id }) => id === engineId) as MemoryEngine;
    const isLaunching = engine.isLaunching && (engine.loadingSince ?? 0) <= since - INTERVAL;
    should(isLaunching).equal(false, `${name} is sent to ${engine.name}, which launches`);
    if (LOOKS.includes(name as 'Morning')) return;
    const { Value: present } = engine.read(String(nodePath), String(propertyPath), this.#now) ?? {};
    should(present).not.equal(Value, 'a restore of an equal value');
    const { node, name: property } = engine.properties.find((each) => each.path === propertyPath) ?? {};
    this.#restores.push(`${engine.name}/${node}/${property}` as Title);
    this.counts.restores += 1;
  }

  /** A restored value is the last wish. If the restore failed, the value of the start may stay. */
  #onRestored(entries: readonly LookEntry[]): void {
    for (const entry of entries.filter(({ outcome }) => outcome !== 'done'))
      this.#wish({ ...entry, value: INITIAL[titleOf(entry) as Title] }, this.#now, 'unknown');
  }

  #wish(entry: Pick<LookEntry, 'engine' | 'node' | 'property' | 'value'>, start: number, outcome: string): void {
    const oracle = this.#oracles.get(titleOf(entry) as Title);
    oracle?.wishes.push({ by: 'us', start, end: this.#now, value: entry.value, outcome });
  }

  #do(work: Promise<unknown>): void {
    this.#pending += 1;
    const settled = () => {
      this.#pending -= 1;
    };
    work.then(settled, settled);
    this.#under.push(work);
  }

  #value(title: Title): unknown {
    this.#number += 1;
    return title.endsWith('Program') ? `CAM ${this.#number}` : this.#number / 1000;
  }

  pause = (ms: number): Promise<void> => this.stage.advance(ms);

  store(look: string): void {
    this.#do(
      (this.#desks[0] as LookDesk).store(look).then((stored) => {
        should(stored).have.length(TITLES.length);
        this.#looks.set(look, valuesOf(stored));
      }, ignoreRefusal),
    );
  }

  rename(look: string, to: string): void {
    const values = this.#looks.get(look);
    const renamed = (this.#desks[0] as LookDesk).rename(look, to);
    this.#do(
      renamed.then(() => {
        this.#looks.delete(look);
        this.#looks.set(to, values as Record<string, unknown>);
      }, ignoreRefusal),
    );
  }

  delete(look: string): void {
    const deleted = (this.#desks[0] as LookDesk).delete(look);
    this.#do(deleted.then(() => this.#looks.delete(look), ignoreRefusal));
  }

  recall(look: string, desk: number, only?: string): void {
    const start = this.#now;
    const recalled = (this.#desks[desk] as LookDesk).recall(look, only);
    const settled = (entries: readonly LookEntry[] = []) => {
      should(this.#now - start).be.belowOrEqual(RECALL_MS);
      this.counts.recalls += entries.length > 0 ? 1 : 0;
      for (const entry of entries) this.#wish(entry, start, entry.outcome);
    };
    this.#do(recalled.then(settled, (error) => settled(ignoreRefusal(error))));
  }

  hand(title: Title, duration: number): void {
    const start = this.#now;
    const value = this.#value(title);
    const [engine = '', node = '', property = ''] = title.split('/');
    const settled = (outcome: string) => this.#wish({ engine, node, property, value }, start, outcome);
    const sent = this.stage.hand(title, value, duration > 0 ? { Duration: duration } : {});
    this.#do(
      sent.then(
        (result) => settled(isSkipped(result) ? result.outcome : 'done'),
        (error: HubError) => settled(error.outcome),
      ),
    );
  }

  handOfOthers(title: Title): void {
    const engine = this.stage.memory.engine(title.split('/')[0] as string);
    if (engine.state !== 'running') return;
    const value = this.#value(title);
    this.stage.setByOthers(title, value);
    const now = this.#now;
    this.#oracles.get(title)?.wishes.push({ by: 'others', start: now, end: now, value, outcome: 'done' });
  }

  lose(fault: Fault, reads: boolean): void {
    this.#faults.push({ fault, reads });
  }

  /** Stops an engine, and starts it again. `down` 0: without a stop. */
  restart(name: string, down: number, loading: number, unlisted: number): void {
    const { clock, memory } = this.stage;
    const engine = memory.engine(name);
    const outages = this.#outages.get(engine) as Outage[];
    if (engine.state !== 'running' || !engine.listsNodes) return;
    const outage = { stop: this.#now, back: Number.POSITIVE_INFINITY };
    outages.push(outage);
    const list = () => {
      engine.listsNodes = true;
      outage.back = this.#now;
    };
    const finish = () => {
      engine.listsNodes = false;
      engine.finish();
      if (unlisted > 0) clock.setTimeout(list, unlisted);
      else list();
    };
    const load = () => {
      engine.load(this.#now);
      if (loading > 0) clock.setTimeout(finish, loading);
      else finish();
    };
    if (down > 0) {
      engine.stop();
      clock.setTimeout(load, down);
    } else load();
  }

  launch(name: string): void {
    const engine = this.stage.memory.engine(name);
    if (engine.state !== 'running' || !engine.listsNodes) return;
    this.#launches += 1;
    // A launch may have started every engine, so the desk reads them all.
    for (const outages of this.#outages.values()) outages.push({ stop: this.#now, back: this.#now + 10 });
    this.#do(this.stage.hub.run(tableOperation('launch'), { configID: engine.id }).catch(ignoreRefusal));
  }

  loseHub(ms: number): void {
    const { memory, clock } = this.stage;
    if (!memory.isOnline) return;
    memory.isOnline = false;
    const times = this.#disturbances;
    times.push(this.#now);
    clock.setTimeout(() => {
      memory.isOnline = true;
      // The hub is probed each second.
      times.push(this.#now, this.#now + 1500);
    }, ms);
  }

  async restartDesks(): Promise<void> {
    for (const desk of this.stage.desks) this.stage.closeDesk(desk);
    this.stage.hub.close();
    await this.stage.settle();
    this.stage.connect({ maxInFlight: MAX_UNDER_WAY });
    this.#start();
  }

  press(): void {
    const restored = this.#desks[0]?.restorer.restore() as Promise<LookEntry[]>;
    this.#do(restored.then((entries) => this.#onRestored(entries), ignoreRefusal));
  }

  /** Waits until all is quiet, and checks the end. */
  async end(): Promise<void> {
    const { stage } = this;
    this.#faults = [];
    await stage.advance(12_000);
    this.press();
    await stage.advance(2000);
    should(this.#pending).equal(0, 'commands that never settle');
    await Promise.all(this.#under);
    for (const title of TITLES) this.#checkEnd(title);
    const looks = await stage.file.read();
    should(Object.fromEntries([...looks].map(([name, look]) => [name, valuesOf(look)]))).eql(
      Object.fromEntries(this.#looks),
    );
    should(stage.memory.others.filter((line) => !line.endsWith('/launch'))).eql([]);
    should(stage.memory.others.length).be.belowOrEqual(this.#launches);
    // One more: the probe of a lost hub is not queued.
    should(stage.memory.mostUnderWay).be.belowOrEqual(MAX_UNDER_WAY + 1);
    await stage.close();
    should(stage.clock.timers).equal(0);
  }

  #checkEnd(title: Title): void {
    const engine = this.stage.memory.engine(title.split('/')[0] as string);
    const outages = this.#outages.get(engine) as Outage[];
    should(this.#restores.filter((each) => each === title).length).be.belowOrEqual(outages.length);
    const times = this.#disturbances.toSorted((one, other) => one - other);
    const possible = this.#oracles.get(title)?.values(outages, times, this.#starts);
    this.counts[possible ? 'certain' : 'uncertain'] += 1;
    if (possible && !LookOracle.includes(possible, this.stage.value(title)))
      should([title, this.stage.value(title)]).eql([title, ...possible]);
  }
}

function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof HubError || error instanceof StoredError)) throw error;
}
