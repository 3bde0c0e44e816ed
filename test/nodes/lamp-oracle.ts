import type { HubError } from '../../dist/hub/wire/errors.js';
import type { Asked } from '../hub/stepped-hub.js';

/** How the hub is: answering, not to be reached, cutting each connection, hanging, or answering what is of no use. */
export const MODES = ['up', 'away', 'cut', 'hang', 'fault', 'rubbish', 'refuse'] as const;
export type Mode = (typeof MODES)[number];

/** What one watch's property answers, the hub being up. */
export const TROUBLES = [200, 503, 422] as const;

const WATCHES = ['a', 'b'] as const;
export type Watch = (typeof WATCHES)[number];

const FAILURES = { away: 'HUB_UNREACHABLE', cut: 'HUB_CONNECTION_LOST', rubbish: 'HUB_BAD_ANSWER' } as const;

const URGENCY = ['program', 'preview', 'off'];

/** A hub of two properties and one rundown, and what is known of it to whoever got its answers: all by hand. */
export class HubWithTruth {
  mode: Mode = 'up';
  readonly values: Record<Watch, string> = { a: 'off', b: 'off' };
  readonly troubles: Record<Watch, (typeof TROUBLES)[number]> = { a: 200, b: 200 };
  /** What was answered to each watch's last read, unless something was lost since. */
  readonly read = new Map<Watch, string>();
  /** Watches that have ever been answered. */
  readonly answered = new Set<Watch>();
  /** Watches that failed, or started, and were not answered since. */
  readonly failing = new Set<Watch>(WATCHES);
  /** Watches that were refused: they are asked more and more rarely. */
  readonly refused = new Set<Watch>();
  /** What the last read of `b` was answered, unless the hub was lost since. */
  named: string | undefined;
  /** What was answered before that, and until when a lamp may still show it: its message takes 100 ms. */
  before: string | undefined;
  arrives = 0;
  done: string | undefined;
  /** When a watch failed or was answered after that. */
  turned = 0;
  readonly requests: { readonly line: string; readonly at: number }[] = [];
  readonly now: () => number;
  #answers = 0;
  /** How often each watch was started: nobody waits for what an earlier one asked together with the other watch. */
  readonly #starts: Record<Watch, number> = { a: 0, b: 0 };

  constructor(now: () => number) {
    this.now = now;
  }

  /** What was known is known no more. */
  lose(): void {
    for (const watch of this.answered) this.fail(watch);
    this.named = undefined;
    this.before = undefined;
    this.done = undefined;
  }

  fail(watch: Watch): void {
    this.read.delete(watch);
    this.failing.add(watch);
    this.turned = this.now();
  }

  restart(watch: Watch): void {
    this.#starts[watch] += 1;
    this.fail(watch);
  }

  /** Answers a request 30 ms after it came, or never. */
  take(asked: Asked, after: (ms: number, reply: () => void) => void): void {
    this.requests.push({ line: asked.line, at: this.now() });
    const answers = this.#answers;
    const isSilent = () => this.#answers === answers;
    const starts = { ...this.#starts };
    const reads = () => watchesOf(asked).map((watch) => ({ watch, counts: starts[watch] === this.#starts[watch] }));
    const { exchange } = asked;
    const end = exchange.end.bind(exchange);
    Object.assign(exchange, {
      end: (error: HubError) => {
        if (error.code === 'HUB_TIMEOUT' && asked.open) this.#unanswered(asked, reads(), isSilent());
        end(error);
      },
    });
    after(30, () => {
      if (asked.open && this.mode !== 'hang') this.#reply(asked, reads(), isSilent());
    });
  }

  /** No answer: the read is lost, and with a probe the hub, unless it has answered anything since. */
  #unanswered(asked: Asked, reads: readonly Read[], isSilent: boolean): void {
    for (const { watch, counts } of reads) if (counts) this.fail(watch);
    if (asked.line === 'GET /engines' && isSilent) this.lose();
  }

  #reply(asked: Asked, reads: readonly Read[], isSilent: boolean): void {
    if (this.mode === 'cut') this.#unanswered(asked, reads, isSilent);
    else if (this.mode === 'away' || this.mode === 'refuse') this.lose();
    else if (this.mode !== 'up') for (const { watch, counts } of reads) if (counts) this.fail(watch);
    if (this.mode !== 'cut' && this.mode !== 'away') this.#answers += 1;
    if (this.mode === 'up') this.#answer(asked, reads);
    else if (this.mode === 'refuse' || this.mode === 'fault') asked.answer({}, this.mode === 'refuse' ? 401 : 503);
    else asked.fail(FAILURES[this.mode as keyof typeof FAILURES]);
  }

  #answer(asked: Asked, reads: readonly Read[]): void {
    const isPlay = asked.line.includes('/play/');
    if (isPlay) this.done = 'program';
    const entries = reads.map(({ watch, counts }, id) => {
      const status = this.troubles[watch];
      if (counts && status === 200) this.#tell(watch);
      else if (counts) this.fail(watch);
      if (counts && status === 422) this.refused.add(watch);
      return { id, responseCode: status, responseBody: { Value: this.values[watch] } };
    });
    const [first] = entries;
    if (asked.line === 'PUT /batch') asked.answer(entries);
    else asked.answer(first?.responseBody ?? [], first?.responseCode);
  }

  #tell(watch: Watch): void {
    const isBack = !this.read.has(watch);
    if (isBack) this.turned = this.now();
    this.read.set(watch, this.values[watch]);
    this.answered.add(watch);
    this.refused.delete(watch);
    this.failing.delete(watch);
    if (watch !== 'b' || this.named === this.values.b) return;
    this.before = isBack ? undefined : this.named;
    this.named = this.values.b;
    this.arrives = this.now() + 150;
  }

  /** What a lamp of both watches must show. */
  get both(): string {
    const states = [...this.answered].map((watch) => this.read.get(watch));
    if (states.includes(undefined)) return 'unknown';
    return URGENCY.find((state) => states.includes(state)) ?? 'unknown';
  }
}

/** A read in a request, and whether its watch still waits for it. */
interface Read {
  readonly watch: Watch;
  readonly counts: boolean;
}

/** Whose reads a request holds. */
const watchesOf = ({ line, body }: Asked): Watch[] => {
  const urls = line === 'PUT /batch' ? (body as { url: string }[]).map(({ url }) => url) : [line];
  return urls.flatMap((url) => WATCHES.filter((watch) => url.endsWith(`/properties/${watch}`)));
};
