import type { HubError } from '../../dist/hub/wire/errors.js';
import type { SteppedRequest } from '../hub/stepped-hub.js';

/** The hub's behaviour: it answers, is unreachable, cuts connections, hangs, or sends an error or an unusable answer. */
export const MODES = ['up', 'away', 'cut', 'hang', 'fault', 'rubbish', 'refuse'] as const;
export type Mode = (typeof MODES)[number];

/** The status of one watch's property while the hub is up. */
export const STATUS_CODES = [200, 503, 422] as const;

const WATCHES = ['a', 'b'] as const;
export type Watch = (typeof WATCHES)[number];

const FAILURES = { away: 'HUB_UNREACHABLE', cut: 'HUB_CONNECTION_LOST', rubbish: 'HUB_BAD_ANSWER' } as const;

const URGENCY = ['program', 'preview', 'off'];

/** A hub with two properties and one rundown, and the states that its answers justify. Independent of the product's code. */
export class LampOracle {
  mode: Mode = 'up';
  readonly values: Record<Watch, string> = { a: 'off', b: 'off' };
  readonly statusCodes: Record<Watch, (typeof STATUS_CODES)[number]> = { a: 200, b: 200 };
  /** The last value of each watch. Removed at a loss. */
  readonly lastValues = new Map<Watch, string>();
  /** Watches that have had at least one answer. */
  readonly answered = new Set<Watch>();
  /** Watches without an answer since their start or last failure. */
  readonly failing = new Set<Watch>(WATCHES);
  /** Refused watches, which read more and more rarely. */
  readonly refused = new Set<Watch>();
  /** The last value of `b`. Undefined after the hub was lost. */
  valueOfB: string | undefined;
  /** The value before that. A lamp may show it until `validUntil`, since its message takes 100 ms. */
  previousOfB: string | undefined;
  validUntil = 0;
  commandState: string | undefined;
  /** Time of the last failure or recovery of a watch. */
  lastTurn = 0;
  readonly requests: { readonly line: string; readonly at: number }[] = [];
  readonly now: () => number;
  #answers = 0;
  /** Starts of each watch. A shared read for an earlier start has no effect. */
  readonly #starts: Record<Watch, number> = { a: 0, b: 0 };

  constructor(now: () => number) {
    this.now = now;
  }

  /** The hub is lost, so all states are unknown. */
  loseHub(): void {
    for (const watch of this.answered) this.fail(watch);
    this.valueOfB = undefined;
    this.previousOfB = undefined;
    this.commandState = undefined;
  }

  fail(watch: Watch): void {
    this.lastValues.delete(watch);
    this.failing.add(watch);
    this.lastTurn = this.now();
  }

  restart(watch: Watch): void {
    this.#starts[watch] += 1;
    this.fail(watch);
  }

  /** Answers a request after 30 ms, or never. */
  take(asked: SteppedRequest, after: (ms: number, reply: () => void) => void): void {
    this.requests.push({ line: asked.line, at: this.now() });
    const answers = this.#answers;
    const isSilent = () => this.#answers === answers;
    const starts = { ...this.#starts };
    const reads = () => watchesOf(asked).map((watch) => ({ watch, counts: starts[watch] === this.#starts[watch] }));
    const { exchange } = asked;
    const end = exchange.end.bind(exchange);
    Object.assign(exchange, {
      end: (error: HubError) => {
        if (error.code === 'HUB_TIMEOUT' && asked.open) this.#handleTimeout(asked, reads(), isSilent());
        end(error);
      },
    });
    after(30, () => {
      if (asked.open && this.mode !== 'hang') this.#reply(asked, reads(), isSilent());
    });
  }

  /** A read without an answer fails. After a failed probe the hub is lost, unless it has answered since. */
  #handleTimeout(asked: SteppedRequest, reads: readonly Read[], isSilent: boolean): void {
    for (const { watch, counts } of reads) if (counts) this.fail(watch);
    if (asked.line === 'GET /engines' && isSilent) this.loseHub();
  }

  #reply(asked: SteppedRequest, reads: readonly Read[], isSilent: boolean): void {
    if (this.mode === 'cut') this.#handleTimeout(asked, reads, isSilent);
    else if (this.mode === 'away' || this.mode === 'refuse') this.loseHub();
    else if (this.mode !== 'up') for (const { watch, counts } of reads) if (counts) this.fail(watch);
    if (this.mode !== 'cut' && this.mode !== 'away') this.#answers += 1;
    if (this.mode === 'up') this.#answer(asked, reads);
    else if (this.mode === 'refuse' || this.mode === 'fault') asked.answer({}, this.mode === 'refuse' ? 401 : 503);
    else asked.fail(FAILURES[this.mode as keyof typeof FAILURES]);
  }

  #answer(asked: SteppedRequest, reads: readonly Read[]): void {
    const isPlay = asked.line.includes('/play/');
    if (isPlay) this.commandState = 'program';
    const entries = reads.map(({ watch, counts }, id) => {
      const status = this.statusCodes[watch];
      if (counts && status === 200) this.#succeed(watch);
      else if (counts) this.fail(watch);
      if (counts && status === 422) this.refused.add(watch);
      return { id, responseCode: status, responseBody: { Value: this.values[watch] } };
    });
    const [first] = entries;
    if (asked.line === 'PUT /batch') asked.answer(entries);
    else asked.answer(first?.responseBody ?? [], first?.responseCode);
  }

  #succeed(watch: Watch): void {
    const isBack = !this.lastValues.has(watch);
    if (isBack) this.lastTurn = this.now();
    this.lastValues.set(watch, this.values[watch]);
    this.answered.add(watch);
    this.refused.delete(watch);
    this.failing.delete(watch);
    if (watch !== 'b' || this.valueOfB === this.values.b) return;
    this.previousOfB = isBack ? undefined : this.valueOfB;
    this.valueOfB = this.values.b;
    this.validUntil = this.now() + 150;
  }

  /** The state that a lamp of both watches must show. */
  get stateOfBoth(): string {
    const states = [...this.answered].map((watch) => this.lastValues.get(watch));
    if (states.includes(undefined)) return 'unknown';
    return URGENCY.find((state) => states.includes(state)) ?? 'unknown';
  }
}

/** A read in a request. It counts if its watch still waits for it. */
interface Read {
  readonly watch: Watch;
  readonly counts: boolean;
}

/** The watches whose reads are in a request. */
const watchesOf = ({ line, body }: SteppedRequest): Watch[] => {
  const urls = line === 'PUT /batch' ? (body as { url: string }[]).map(({ url }) => url) : [line];
  return urls.flatMap((url) => WATCHES.filter((watch) => url.endsWith(`/properties/${watch}`)));
};
