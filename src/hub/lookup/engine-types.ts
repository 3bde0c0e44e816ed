import type { Read } from './lookup-cache.js';

interface Engine {
  readonly engineType?: string;
  readonly instances?: readonly { readonly status?: string; readonly engineType?: string }[];
}

/** Which engines run RE5, where a component is a property of its own (hub-interface.md, "RE5 partial update"). */
export class EngineTypes {
  readonly #read: Read;
  readonly #known = new Map<string, string | undefined>();
  readonly #pending = new Map<string, Promise<unknown>>();

  constructor(read: Read) {
    this.#read = read;
  }

  /**
   * Aims a property's component: on RE5 it becomes part of the path. An engine not known yet is asked once, and what
   * comes for it meanwhile waits, so that order is kept.
   */
  aim<T extends Readonly<Record<string, unknown>>>(params: T): T | Promise<T> {
    const engine = String(params.engineId);
    const pending = this.#pending.get(engine);
    if (pending) return pending.then(() => this.aim(params));
    if (params.Component === undefined) return params;
    if (params.engineType || this.#known.has(engine))
      return aimed(params, params.engineType ?? this.#known.get(engine));
    const asked = this.#ask(engine, params.engineId);
    this.#pending.set(
      engine,
      asked.catch(() => undefined),
    );
    return asked.then(() => this.aim(params));
  }

  forget(): void {
    this.#known.clear();
  }

  async #ask(engine: string, engineId: unknown): Promise<void> {
    try {
      const { instances = [], engineType } = ((await this.#read('getEngine', { engineId })) ?? {}) as Engine;
      const loaded = instances.find(({ status }) => status === 'Loaded') ?? instances[0];
      this.#known.set(engine, loaded?.engineType ?? engineType);
    } finally {
      this.#pending.delete(engine);
    }
  }
}

const aimed = <T extends Readonly<Record<string, unknown>>>(params: T, engineType: unknown): T =>
  engineType === 'RE5'
    ? { ...params, propertyPath: `${params.propertyPath}.${params.Component}`, Component: undefined }
    : params;
