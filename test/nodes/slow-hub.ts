import type { SteppedRequest } from '../hub/stepped-hub.js';
import { rundownOf } from './expected-keys.js';
import type { SteppedNodes } from './stepped-nodes.js';

export type HubMode = 'fast' | 'slow' | 'lost';

/** A request, or an entry of a batch. */
interface HubRequest {
  readonly verb: string;
  readonly url: string;
  readonly body?: unknown;
}

/** A hub that answers at once, late, or never. A read shows the state of its arrival, and a command acts when it is answered. */
abstract class SlowHub {
  readonly nodes: SteppedNodes;
  #mode: HubMode = 'fast';
  /** The times when the present mode began, and when the hub was last lost. */
  #since = 0;
  #lostAt = Number.NEGATIVE_INFINITY;

  constructor(nodes: SteppedNodes) {
    this.nodes = nodes;
    nodes.onSend = (asked) => {
      const { mode } = this;
      const read = isRead(asked) ? this.#answer(asked) : undefined;
      const answer = () => {
        if (mode === 'lost') asked.fail('HUB_CONNECTION_LOST');
        else asked.answer(read ?? this.#answer(asked));
      };
      nodes.stage.clock.setTimeout(answer, mode === 'slow' ? 400 : 5);
    };
  }

  get mode(): HubMode {
    return this.#mode;
  }

  set mode(mode: HubMode) {
    if (mode === this.#mode) return;
    if (this.#mode === 'lost') this.#lostAt = this.nodes.now;
    this.#mode = mode;
    this.#since = this.nodes.now;
  }

  /** True if it has answered at once since a time. */
  isFastSince = (time: number): boolean => this.#mode === 'fast' && this.#since <= time;

  /** True if no request since a time was lost. */
  isKnownSince = (time: number): boolean => this.#mode !== 'lost' && this.#lostAt < time;

  protected abstract answer(request: HubRequest): unknown;

  #answer({ line, body }: SteppedRequest): unknown {
    const [verb = '', url = ''] = line.split(' ');
    if (url !== '/batch') return this.answer({ verb, url, body });
    const entries = body as (HubRequest & { readonly id: number })[];
    return entries.map((each) => ({ id: each.id, responseCode: 200, responseBody: this.answer(each) }));
  }
}

/** Reads that are joined are a batch, too. */
const isRead = ({ line, body }: SteppedRequest): boolean =>
  line.startsWith('GET ') || (line === 'PUT /batch' && (body as HubRequest[]).every(({ verb }) => verb === 'GET'));

/** A hub with the items of rundowns. */
export class ItemHub extends SlowHub {
  readonly #onAir = new Map<number, boolean>();
  /** The time of the last change of each item. */
  readonly #changed = new Map<number, number>();
  /** The time at which the last answer about each rundown was made. */
  readonly #answered = new Map<number, number>();

  constructor(nodes: SteppedNodes, items: readonly number[]) {
    super(nodes);
    for (const item of items) this.#onAir.set(item, false);
  }

  hasAnswered = (rundown: number, since: number): boolean => (this.#answered.get(rundown) ?? -1) >= since;

  isOnAir = (item: number): boolean => this.#onAir.get(item) === true;

  /** The state of an item that has not changed since a time. Undefined: it has. */
  stateSince(item: number, time: number): boolean | undefined {
    return (this.#changed.get(item) ?? 0) <= time ? this.#onAir.get(item) : undefined;
  }

  set(item: number, isOnAir: boolean): void {
    if (this.isOnAir(item) !== isOnAir) this.#changed.set(item, this.nodes.now);
    this.#onAir.set(item, isOnAir);
  }

  protected answer({ url }: HubRequest): unknown {
    const [, act, item] = /\/(play|out)\/(\d+)/.exec(url) ?? [];
    const [, rundown] = /\/(\d+)\/items/.exec(url) ?? [];
    if (act) this.set(Number(item), act === 'play');
    this.#answered.set(act ? rundownOf(Number(item)) : Number(rundown), this.nodes.now);
    if (!rundown) return [];
    return [...this.#onAir].map(([id, isOnAir]) => ({
      id,
      status: { program: isOnAir ? 'Playing' : 'Available', preview: 'Available', online: true },
    }));
  }
}

/** A hub with properties that are numbers, by the last part of their path. */
export class PropertyHub extends SlowHub {
  readonly values = new Map<string, number>();
  /** Called with each value that is set, and the one before it. */
  onSet: (property: string, value: number, before: number) => void = () => {};

  protected answer({ verb, url, body }: HubRequest): unknown {
    const [, property] = /\/properties\/([^/]+)$/.exec(url) ?? [];
    if (property === undefined) return [];
    if (verb === 'PATCH') {
      const { Value } = body as { readonly Value: number };
      const before = this.values.get(property) ?? 0;
      this.values.set(property, Value);
      this.onSet(property, Value, before);
    }
    return { Value: this.values.get(property) };
  }
}
