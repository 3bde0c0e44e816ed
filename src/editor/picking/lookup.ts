import type { List } from '../../hub/lists/bound-list.js';
import type { SavedParam } from '../../saved/param.js';
import type { HubConfig, OperationNode } from '../base/node-types.js';
import { words } from '../base/words.js';
import { configDraftOf, hubConfigOf } from './config-draft.js';
import { askRuntime, type RuntimeAnswer } from './runtime-api.js';

/** An open dialog requests the same list several times. */
const CACHE_MS = 10_000;

/** The label of a node leaves out the engine if it is the only one. */
function markOnlyEngine(answer: RuntimeAnswer<List>): RuntimeAnswer<List> {
  if ('reason' in answer || answer.more > 0) return answer;
  const [only, ...others] = answer.entries;
  return only && others.length === 0 ? { ...answer, entries: [{ ...only, alone: true }] } : answer;
}

/** Lists things of the hub for an open dialog. */
export class Lookup {
  readonly #node: Pick<OperationNode, 'id' | 'z'>;
  readonly #hub: () => string;
  readonly #cache = new Map<string, { readonly at: number; readonly answer: Promise<RuntimeAnswer<List>> }>();

  /** `hub` returns the id that is chosen at the moment. */
  constructor(node: Pick<OperationNode, 'id' | 'z'>, hub: () => string) {
    this.#node = node;
    this.#hub = hub;
  }

  /** The configuration that is chosen at the moment. */
  get hub(): HubConfig | undefined {
    return hubConfigOf(this.#node, this.#hub());
  }

  /** All things of a kind, e.g. each `node` of an engine, or the reason of the failure. */
  list(names: string, params: Readonly<Record<string, SavedParam>>): Promise<RuntimeAnswer<List>> {
    const { hub } = this;
    if (!hub) return Promise.resolve({ reason: words('pick.noHub'), ofHub: true, noHub: true });
    const { id, z } = this.#node;
    const question = { hub: configDraftOf(hub), node: { id, z }, names, params };
    const key = JSON.stringify(question);
    const cached = this.#cache.get(key);
    if (cached && Date.now() - cached.at < CACHE_MS) return cached.answer;
    const answer = askRuntime<List>('list', question).then((listed) =>
      names === 'engine' ? markOnlyEngine(listed) : listed,
    );
    this.#cache.set(key, { at: Date.now(), answer });
    return answer;
  }

  clearCache(): void {
    this.#cache.clear();
  }
}
