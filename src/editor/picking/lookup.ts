import type { List } from '../../hub/lists/index.js';
import { ownSentence } from '../../hub/words/explain.js';
import type { SavedParam } from '../../saved/param.js';
import { askEndpoint, RequestError } from '../base/endpoint.js';
import { configDraftOf, hubConfigOf } from '../base/hubs.js';
import type { HubConfig, OperationNode } from '../base/node-types.js';
import { words } from '../base/words.js';

/** An open dialog requests the same list several times. */
const CACHE_MS = 10_000;

/** The reason why a list could not be read, in the user's language. */
export interface ListFailure {
  readonly reason: string;
  /** True if the hub cannot be reached. */
  readonly offline?: boolean;
  /** True if the failure affects every request to the hub, not this item only. */
  readonly isHubFailure?: boolean;
  /** True if no hub is chosen. Its own field already shows this. */
  readonly noHub?: boolean;
}

/** Error codes of a hub that cannot be reached. An unreadable answer is not among them. */
const OFFLINE: readonly string[] = ['HUB_UNREACHABLE', 'HUB_TIMEOUT', 'HUB_CONNECTION_LOST'];

/** Error codes of a hub that answers, but rejects this request. */
const ITEM_ERRORS: readonly string[] = ['BAD_INPUT', 'HUB_NOT_FOUND', 'HUB_REJECTED', 'HUB_FAULT', 'HUB_BAD_ANSWER'];

function failureOf(error: unknown): ListFailure {
  if (!(error instanceof RequestError)) throw error;
  const { message: reason, problem } = error;
  if (!problem) return { reason, isHubFailure: true };
  const { code } = problem;
  const isHubFailure = ownSentence(problem) !== undefined || !ITEM_ERRORS.includes(code);
  return { reason, offline: OFFLINE.includes(code), isHubFailure };
}

/** The label of a node leaves out the engine if it is the only one. */
function markOnlyEngine(answer: List): List {
  if (answer.more > 0) return answer;
  const [only, ...others] = answer.entries;
  return only && others.length === 0 ? { ...answer, entries: [{ ...only, alone: true }] } : answer;
}

/** Lists things of the hub for an open dialog. */
export class Lookup {
  readonly #node: Pick<OperationNode, 'id' | 'z'>;
  readonly #hub: () => string;
  readonly #cacheMs: number;
  readonly #cache = new Map<string, { readonly at: number; readonly answer: Promise<List | ListFailure> }>();

  /** `hub` returns the id that is chosen at the moment. With a cache of 0 ms, each list is read when it is requested. */
  constructor(node: Pick<OperationNode, 'id' | 'z'>, hub: () => string, cacheMs = CACHE_MS) {
    this.#node = node;
    this.#cacheMs = cacheMs;
    this.#hub = hub;
  }

  /** The configuration that is chosen at the moment. */
  get hub(): HubConfig | undefined {
    return hubConfigOf(this.#node, this.#hub());
  }

  /** All things of a kind, e.g. each `node` of an engine, or the reason of the failure. */
  list(names: string, params: Readonly<Record<string, SavedParam>>): Promise<List | ListFailure> {
    const { hub } = this;
    if (!hub) return Promise.resolve<ListFailure>({ reason: words('pick.noHub'), isHubFailure: true, noHub: true });
    const { id, z } = this.#node;
    const question = { hub: configDraftOf(hub), node: { id, z }, names, params };
    const key = JSON.stringify(question);
    const cached = this.#cache.get(key);
    if (cached && performance.now() - cached.at < this.#cacheMs) return cached.answer;
    const answer = askEndpoint<List>(['list'], question, { isRead: true }).then(
      (listed) => (names === 'engine' ? markOnlyEngine(listed) : listed),
      failureOf,
    );
    this.#cache.set(key, { at: performance.now(), answer });
    return answer;
  }

  clearCache(): void {
    this.#cache.clear();
  }
}
