interface MemoryProperty {
  readonly node: string;
  readonly nodePath: string;
  readonly name: string;
  readonly path: string;
  readonly initial: unknown;
  value: unknown;
  /** The value before a fade, and its times in ms. */
  from?: unknown;
  start?: number;
  end?: number;
}

type State = 'running' | 'stopped' | 'loading';

/** An engine of a hub in memory: its process, its nodes, and their values. After a start, all values are initial. */
export class MemoryEngine {
  readonly id: number;
  name: string;
  readonly type: 'RE' | 'RE5';
  properties: MemoryProperty[] = [];
  state: State = 'running';
  /** Not set: a hub that does not show processes. */
  pid: number | null = 100;
  projectId = 1;
  isConnected = true;
  loadingSince: number | undefined;
  /** False: it runs, but does not list its nodes yet. */
  listsNodes = true;

  /** `properties`: the initial values by `NODE/PROPERTY`. On RE5 the paths are UUIDs. */
  constructor(id: number, name: string, properties: Readonly<Record<string, unknown>>, type: 'RE' | 'RE5' = 'RE') {
    this.id = id;
    this.name = name;
    this.type = type;
    for (const [title, initial] of Object.entries(properties)) this.add(title, initial);
  }

  /** Adds a property, and its node if it is new. */
  add(title: string, initial: unknown, nodePath?: string): void {
    const [node = '', name = ''] = title.split('/');
    const path = (text: string, number: number) => (this.type === 'RE' ? `${text}//0` : uuid(this.id, number));
    const nodeNumber = [...title].reduce((sum, letter) => sum + (letter === '/' ? 0 : letter.charCodeAt(0)), 0);
    const sameNode = this.properties.find((each) => each.node === node)?.nodePath;
    this.properties.push({
      node,
      nodePath: nodePath ?? sameNode ?? path(node, nodeNumber),
      name,
      path: path(name, 100 + this.properties.length),
      initial,
      value: initial,
    });
  }

  get isLaunching(): boolean {
    return this.state === 'loading';
  }

  get host() {
    const status = { running: 'Loaded', stopped: 'Idle', loading: 'Loading' }[this.state];
    const { projectId, pid } = this;
    const run = this.state === 'running' ? { pid, projectId, projectMapId: 1 } : { pid: null, projectId: null };
    const { id, name: displayName, type: engineType } = this;
    return {
      id,
      name: `host-${id}`,
      displayName,
      status: this.isConnected ? 'connected' : 'disconnected',
      rgraphId: 1,
      ustateId: null,
      engineType,
      instances: [{ id: id * 10, status, engineType, ...run }],
    };
  }

  get #hasNodes(): boolean {
    return this.state === 'running' && this.listsNodes && this.properties.length > 0;
  }

  listNodes() {
    if (!this.#hasNodes) return [];
    const names = new Map(this.properties.map(({ node, nodePath }) => [nodePath, node]));
    return [...names].map(([NodePath, NodeName]) => ({ NodePath, NodeName }));
  }

  listProperties(nodePath: string, now: number) {
    const here = this.#hasNodes ? this.properties.filter((each) => each.nodePath === nodePath) : [];
    return here.length === 0 ? undefined : here.map((property) => answerOf(property, now));
  }

  read(nodePath: string, path: string, now: number) {
    const property = this.#find(nodePath, path);
    return property && this.#hasNodes ? answerOf(property, now) : undefined;
  }

  /** Sets a value by its paths. Returns the status. A component of RE5 is `PATH.COMPONENT`. */
  write(nodePath: string, path: string, body: Readonly<Record<string, unknown>>, now: number): number {
    const [whole = '', ...component] = this.type === 'RE5' ? path.split('.') : [path];
    const property = this.#find(nodePath, whole);
    if (!property || !this.#hasNodes) return 404;
    property.from = valueAt(property, now);
    property.start = now;
    property.end = now + Number(body.Duration ?? 0) * 1000;
    property.value =
      component.length > 0 ? { ...(property.value as object), [component[0] as string]: body.Value } : body.Value;
    return 200;
  }

  /** Sets a value as another client does. */
  set(title: string, value: unknown): void {
    const property = this.properties.find(({ node, name }) => `${node}/${name}` === title) as MemoryProperty;
    Object.assign(property, { value, end: 0 });
  }

  value(title: string, now = Number.POSITIVE_INFINITY): unknown {
    const property = this.properties.find(({ node, name }) => `${node}/${name}` === title);
    return property && valueAt(property, now);
  }

  stop(): void {
    this.state = 'stopped';
  }

  /** Starts to load. `finish` ends it. */
  load(now?: number): void {
    this.loadingSince = now;
    this.state = 'loading';
  }

  finish(): void {
    this.state = 'running';
    if (this.pid !== null) this.pid += 1;
    for (const property of this.properties) Object.assign(property, { value: property.initial, end: 0 });
  }

  /** Starts again at once. */
  launch(): void {
    this.load();
    this.finish();
  }

  #find(nodePath: string, path: string): MemoryProperty | undefined {
    // The path differs more often, so it is compared first.
    return this.properties.find((each) => each.path === path && each.nodePath === nodePath);
  }
}

const answerOf = (property: MemoryProperty, now: number) => ({
  PropertyPath: property.path,
  DisplayName: property.name,
  Value: valueAt(property, now),
});

/** Numbers and vectors of numbers fade. */
function valueAt({ value, from, start = 0, end = 0 }: MemoryProperty, now: number): unknown {
  if (now >= end) return value;
  return between(from, value, (now - start) / (end - start));
}

function between(from: unknown, to: unknown, share: number): unknown {
  if (typeof from === 'number' && typeof to === 'number') return from + (to - from) * share;
  if (typeof from !== 'object' || typeof to !== 'object' || to === null) return to;
  const parts = from as Readonly<Record<string, unknown>>;
  return Object.fromEntries(Object.entries(to).map(([name, end]) => [name, between(parts[name], end, share)]));
}

const uuid = (engine: number, number: number): string =>
  `${String(engine).padStart(8, '0')}-0000-4000-8000-${String(number).padStart(12, '0')}`;
