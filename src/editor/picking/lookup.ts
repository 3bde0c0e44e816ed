import type { List } from '../../hub/lists/bounded.js';
import type { SavedParam } from '../../saved/param.js';
import type { OperationNode } from '../base/saved.js';
import { words } from '../base/words.js';
import { draftOf, hubOf } from './draft.js';
import { type Answered, ask } from './runtime-api.js';

/** How long a list is taken for true, in ms: a dialog asks for the same one several times while it is open. */
const FRESH_MS = 10_000;

/** An engine that is the only one says so; of other things no label makes a difference. */
function onlyOne(answered: Answered<List>): Answered<List> {
  if ('reason' in answered || answered.more > 0) return answered;
  const [only, ...others] = answered.entries;
  return only && others.length === 0 ? { ...answered, entries: [{ ...only, alone: true }] } : answered;
}

/** Lists things of the hub that an open dialog has chosen. */
export class Lookup {
  readonly #node: Pick<OperationNode, 'id' | 'z'>;
  readonly #hub: () => string;
  readonly #asked = new Map<string, { readonly at: number; readonly answer: Promise<Answered<List>> }>();

  /** `hub` tells the id that is chosen at the moment. */
  constructor(node: Pick<OperationNode, 'id' | 'z'>, hub: () => string) {
    this.#node = node;
    this.#hub = hub;
  }

  /** Everything of a kind, e.g. each `node` of an engine, or why it cannot be told. */
  list(names: string, params: Readonly<Record<string, SavedParam>>): Promise<Answered<List>> {
    const hub = hubOf(this.#node, this.#hub());
    if (!hub) return Promise.resolve({ reason: words('pick.noHub'), ofHub: true, noHub: true });
    const { id, z } = this.#node;
    const question = { hub: draftOf(hub), node: { id, z }, names, params };
    const key = JSON.stringify(question);
    const known = this.#asked.get(key);
    if (known && Date.now() - known.at < FRESH_MS) return known.answer;
    const answer = ask<List>('list', question).then((answered) => (names === 'engine' ? onlyOne(answered) : answered));
    this.#asked.set(key, { at: Date.now(), answer });
    return answer;
  }

  /** Makes the next list a new one. */
  forget(): void {
    this.#asked.clear();
  }
}
