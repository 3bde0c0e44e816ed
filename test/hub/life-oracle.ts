import should from 'should';
import type { CallOptions, Result, SkipReason } from '../../dist/hub/hub.js';
import { HubError } from '../../dist/hub/wire/errors.js';
import type { Params } from '../../dist/hub/wire/request.js';
import { entriesOf, isLookUp, isRead, isWish } from './life-requests.js';
import { type Asked, SteppedHub } from './stepped-hub.js';

/** The room of a command: a part is a component on RE5, none is the whole target. */
export interface Room {
  readonly lane: string;
  readonly part?: string;
}

/** What a test asks a hub for; every value, path or key of it that goes out holds its number. */
export interface Wish {
  readonly name: string;
  readonly params: Params;
  readonly rooms: readonly Room[];
  /** Whether a newer one of its lane may take its place. */
  readonly mayYield: boolean;
  /** ms, where the call does not say. */
  readonly expiry: (timeout: number) => number;
}

/** One call, and all that happened to it. */
interface Message extends Wish {
  readonly id: number;
  readonly owner: object;
  readonly until: number;
  readonly timeout: number;
  /** When it went out; undefined: not (any more, if the hub took none of a batch). */
  sentAt: number | undefined;
  result?: Result | SkipReason | HubError;
  abandoned: boolean;
}

/** Numbers of messages begin here; ids of engines and rundowns are smaller. */
const FIRST_ID = 1000;
const MAX_IN_FLIGHT = 3;
const TIMEOUT_MS = 500;

/** How far time moves on at each look at the clock, and what that may come to. */
const DRIFT_MS = 0.0001;
const SLACK_MS = 0.5;

type Vector = Readonly<Record<string, number>>;

/** What engines run; what is not listed has no instance. */
export const ENGINES: Readonly<Record<number, string>> = { 1: 'RE', 5: 'RE5' };

/** A hub that is stepped through whatever comes, and what must hold at every step (docs/architecture.md, "Live control"). */
export class Life {
  readonly stage: SteppedHub;
  readonly messages: Message[] = [];
  /** What the hub holds, by the path of the property. */
  readonly #held = new Map<string, Vector>();
  /** The messages that each request is the first to hold. */
  readonly #carried = new Map<Asked, Message[]>();
  /** What a request was found to break as it went out. */
  #wrong: unknown;
  #jumped = 0;
  #closed = false;

  constructor(joining: boolean) {
    this.stage = new SteppedHub({ joining, maxInFlight: MAX_IN_FLIGHT, timeout: TIMEOUT_MS });
    // What comes after an answer is later than what was asked before it.
    this.stage.clock.drift = DRIFT_MS;
    this.stage.onSend = (asked) => {
      try {
        this.#sent(asked);
      } catch (error) {
        // Thrown here it would look like a fault of the wire.
        this.#wrong ??= error;
      }
    };
  }

  submit(wish: (id: number) => Wish, owner: object, options: CallOptions): void {
    const { clock } = this.stage;
    const id = FIRST_ID + this.messages.length;
    const made = wish(id);
    const timeout = options.timeout ?? TIMEOUT_MS;
    const until = clock.now() + (options.expiry ?? made.expiry(timeout));
    const mayYield = made.mayYield && options.delivery !== 'inOrder';
    const message: Message = {
      ...made,
      id,
      owner,
      until,
      mayYield,
      timeout,
      sentAt: undefined,
      abandoned: false,
    };
    this.messages.push(message);
    const settle = (result: Result | SkipReason | HubError) => {
      if (message.result !== undefined) this.#wrong ??= new Error(`${id} is settled twice`);
      const isClosed = result instanceof HubError && result.code === 'CLOSED';
      if (isClosed && !message.abandoned && !this.#closed) this.#wrong ??= new Error(`${id} was taken along`);
      message.result = result;
    };
    this.stage.run(made.name, made.params, { ...options, owner }).then(settle, settle);
  }

  jump(ms: number): void {
    this.#jumped += ms;
    this.stage.clock.jump(ms);
  }

  abandon(owner: object): void {
    for (const message of this.messages) if (message.owner === owner) message.abandoned = true;
    this.stage.hub.abandon(owner);
  }

  close(): void {
    this.#closed = true;
    this.stage.hub.close();
  }

  /** Answers as a hub does; `entryStatus` is that of a batch's first entry. */
  answer(asked: Asked | undefined, entryStatus = 200): void {
    if (!asked) return;
    const { line, body } = asked;
    if (line !== 'PUT /batch') {
      asked.answer(this.#answerTo(line, body));
      return;
    }
    const entries = body as { id: unknown; url: string; verb: string; body: unknown }[];
    asked.answer(
      entries.map(({ id, url, verb, body: sent }, index) => {
        const responseCode = index === 0 ? entryStatus : 200;
        const responseBody = responseCode === 200 ? this.#answerTo(`${verb} ${decodeURIComponent(url)}`, sent) : null;
        return { id, responseCode, responseBody };
      }),
    );
  }

  /** The hub says no; to a batch as a whole that is that it takes none, so what was in it was not sent. */
  refuse(asked: Asked | undefined, status: number): void {
    if (!asked) return;
    const carried = this.#carried.get(asked) ?? [];
    const isJoined = asked.line === 'PUT /batch' && carried.every(({ name }) => name !== 'batch');
    const areReads = carried.every(({ rooms }) => rooms.length === 0);
    if (isJoined && (status === 404 || (areReads && status === 400))) this.#unsend(asked);
    asked.answer({ error: 'no' }, status);
  }

  /** Does what it is told, and answers with something else than what is expected. */
  odd(asked: Asked | undefined, body: unknown): void {
    if (!asked) return;
    for (const entry of entriesOf(asked)) this.#answerTo(entry.line, entry.body);
    asked.answer(body);
  }

  /** No connection can be made. */
  unreachable(asked: Asked | undefined): void {
    if (!asked) return;
    this.#unsend(asked);
    asked.fail('HUB_UNREACHABLE');
  }

  /** What must hold whenever all that is due has happened. */
  check(): void {
    if (this.#wrong) throw this.#wrong;
    const { clock, open } = this.stage;
    should(open.length).be.belowOrEqual(MAX_IN_FLIGHT);
    should(open.filter(({ line }) => isRead(line)).length).be.below(MAX_IN_FLIGHT);
    const now = clock.now();
    for (const { id, name, result, until, sentAt, timeout, abandoned } of this.messages) {
      // Closed as its 404 is just being explained, it may be settled with that, within its deadline.
      const isClosed = abandoned && name !== 'takeOut';
      const isDue = isClosed || this.#closed || now > (sentAt ?? until) + timeout + this.#jumped + SLACK_MS;
      if (isDue && result === undefined) throw new Error(`${id} is not settled at ${now}`);
    }
  }

  /** What must hold of each message at the end. */
  checkHistory(): void {
    const { messages } = this;
    for (const [place, message] of messages.entries()) {
      const { id, result, sentAt } = message;
      const wasSent = sentAt !== undefined;
      if (result instanceof HubError) {
        const wentOut = result.outcome !== 'not-sent';
        const isUnread = message.abandoned && result.outcome === 'unknown' && this.#everWentOut(message);
        should([id, wasSent || isUnread || (wentOut && this.#isCovered(message))]).eql([id, wentOut]);
      } else if (result === 'superseded') {
        const newer = messages.slice(place + 1).filter((each) => takesPlace(each, message));
        should([id, wasSent, message.mayYield, newer.length > 0]).eql([id, false, true, true]);
      } else should([id, wasSent || this.#isCovered(message), typeof result]).eql([id, true, 'object']);
    }
  }

  /** A component may go out with a whole value that came after it, and then it is not to be seen. */
  #isCovered(message: Message): boolean {
    const newer = this.messages.slice(this.messages.indexOf(message) + 1);
    return message.mayYield && newer.some((each) => takesPlace(each, message) && each.sentAt !== undefined);
  }

  /** Closed just as the hub says that it took none of a batch, what was in it ends before that is read. */
  #everWentOut(message: Message): boolean {
    return [...this.#carried.values()].some((carried) => carried.includes(message));
  }

  #sent(asked: Asked): void {
    const { clock, open } = this.stage;
    should(this.#closed).be.false();
    if (isRead(asked.line) && isWish(asked)) should(open.length).be.below(MAX_IN_FLIGHT);
    const fresh = this.#freshIn(asked);
    this.#carried.set(asked, fresh);
    // Whatever is no look-up carries something that was never sent: nothing goes out twice.
    if (!isLookUp(asked)) should(fresh).not.be.empty();
    for (const message of fresh) {
      const { id, until, abandoned, result } = message;
      should([id, abandoned, result, clock.now() <= until + SLACK_MS]).eql([id, false, undefined, true]);
      this.#checkOrder(message, asked);
      message.sentAt = clock.now();
    }
    this.#checkBases(asked, fresh);
  }

  /** What came before it in its room has gone out or never will; and none of that is still under way. */
  #checkOrder(message: Message, asked: Asked): void {
    for (const other of this.messages) {
      if (other === message || !collide(message, other)) continue;
      if (other.id > message.id) should(other.sentAt).be.undefined();
      if (other.sentAt === undefined) continue;
      const under = this.stage.open.find((each) => each !== asked && this.#carried.get(each)?.includes(other));
      should(under && [message.id, other.id]).be.undefined();
    }
  }

  /** Components of an engine that takes whole values only are put into what the hub holds. */
  #checkBases(asked: Asked, fresh: readonly Message[]): void {
    const held = new Map(this.#held);
    for (const { line, body } of entriesOf(asked)) {
      const value = (body as { Value?: unknown } | undefined)?.Value;
      if (!line.startsWith('PATCH ') || typeof value !== 'object') continue;
      const path = line.slice('PATCH '.length);
      for (const [component, number] of Object.entries(value as Vector))
        if (!fresh.some(({ id }) => id === number)) should(number).equal(held.get(path)?.[component] ?? 0);
      held.set(path, value as Vector);
    }
  }

  #freshIn(asked: Asked): Message[] {
    const text = JSON.stringify(entriesOf(asked).map(({ line, body }) => [line, body]));
    const ids = new Set([...text.matchAll(/\d{4,}/g)].map(([id]) => Number(id)));
    return this.messages.filter(({ id, sentAt }) => ids.has(id) && sentAt === undefined);
  }

  #unsend(asked: Asked): void {
    for (const message of this.#carried.get(asked) ?? []) message.sentAt = undefined;
  }

  #answerTo(line: string, body: unknown): unknown {
    const [method, path = ''] = line.split(' ');
    const engine = /^\/engines\/(\d+)$/.exec(path)?.[1];
    const engineType = ENGINES[Number(engine)];
    if (engine) return { instances: engineType ? [{ status: 'Loaded', engineType }] : [] };
    if (method === 'PATCH') {
      const { Value } = body as { Value: unknown };
      if (typeof Value === 'object') this.#held.set(path, Value as Vector);
      return { Value };
    }
    if (path.includes('/properties/')) return { Value: this.#held.get(path) ?? { x: 0, y: 0, z: 0, w: 0 } };
    if (method === 'GET' && path.includes('/functions/'))
      return { Properties: { Speed: { PropertyPath: 'In//Speed' } } };
    if (method === 'GET' && path.includes('/items/'))
      return { buttons: this.messages.map(({ id }) => ({ id: `b${id}`, key: `k${id}`, label: `Label ${id}` })) };
    return method === 'GET' ? [] : { success: true };
  }
}

/** Whether a newer one may be why an older one is not sent: it sets the same, or all. */
const takesPlace = (newer: Message, older: Message): boolean =>
  newer.mayYield &&
  newer.rooms[0]?.lane === older.rooms[0]?.lane &&
  (newer.params.Component === undefined || newer.params.Component === older.params.Component);

const collide = (one: Message, other: Message): boolean =>
  one.rooms.some((room) =>
    other.rooms.some(
      ({ lane, part }) => lane === room.lane && (part === undefined || room.part === undefined || part === room.part),
    ),
  );
