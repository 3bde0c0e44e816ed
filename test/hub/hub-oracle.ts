import should from 'should';
import type { CallOptions, Result, Skipped } from '../../dist/hub/hub.js';
import { HubError } from '../../dist/hub/wire/errors.js';
import type { Params } from '../../dist/hub/wire/request.js';
import { entriesOf, isLookUp, isPlannedCall, isRead } from './planned-requests.js';
import { SteppedHub, type SteppedRequest } from './stepped-hub.js';

/** The claim of a command. `part` is a component on RE5. Without it, the whole target. */
export interface Room {
  readonly lane: string;
  readonly part?: string;
}

/** A call of a test. Every value, path or key that it sends contains its number. */
export interface PlannedCall {
  readonly name: string;
  readonly params: Params;
  readonly rooms: readonly Room[];
  /** True if a newer call of its lane may replace it. */
  readonly isReplaceable: boolean;
  /** Default timeout of a call in ms. */
  readonly expiry: (timeout: number) => number;
}

/** One call, and its history. */
interface Message extends PlannedCall {
  readonly id: number;
  readonly owner: object;
  readonly until: number;
  readonly timeout: number;
  /** The time when it was sent. Undefined if it is not sent, or if the hub refused its batch. */
  sentAt: number | undefined;
  result?: Result | Skipped | HubError;
  abandoned: boolean;
}

/** Numbers of messages begin here. Ids of engines and rundowns are smaller. */
const FIRST_ID = 1000;
const MAX_IN_FLIGHT = 3;
const TIMEOUT_MS = 500;

/** The time that passes at each reading of the clock, and its sum. */
const DRIFT_MS = 0.0001;
const SLACK_MS = 0.5;

type Vector = Readonly<Record<string, number>>;

/** The types of the engines. Other engines have no instance. */
export const ENGINES: Readonly<Record<number, string>> = { 1: 'RE', 5: 'RE5' };

/**
 * A hub that is stepped through all events, and the rules that must hold at every step (docs/develop/rules.md, "Live
 * control").
 */
export class HubOracle {
  readonly stage: SteppedHub;
  readonly messages: Message[] = [];
  /** The values on the hub, by the path of the property. */
  readonly #hubValues = new Map<string, Vector>();
  /** For each request, the messages that it is the first to contain. */
  readonly #carried = new Map<SteppedRequest, Message[]>();
  /** The rule that a request broke when it was sent. */
  #wrong: unknown;
  /** The time that this machine lost. A request in flight may wait for it again. */
  #lost = 0;
  #closed = false;

  constructor(joining: boolean) {
    this.stage = new SteppedHub({ joining, maxInFlight: MAX_IN_FLIGHT, timeout: TIMEOUT_MS });
    // Calls after an answer are later than the requests before it.
    this.stage.clock.drift = DRIFT_MS;
    this.stage.onSend = (request) => {
      try {
        this.#sent(request);
      } catch (error) {
        // An exception here would look like a fault of the transport.
        this.#wrong ??= error;
      }
    };
  }

  submit(plan: (id: number) => PlannedCall, owner: object, options: CallOptions): void {
    const { clock } = this.stage;
    const id = FIRST_ID + this.messages.length;
    const made = plan(id);
    const timeout = options.timeout ?? TIMEOUT_MS;
    const until = clock.now() + (options.expiry ?? made.expiry(timeout));
    const isReplaceable = made.isReplaceable && options.delivery !== 'inOrder';
    const message: Message = { ...made, id, owner, until, isReplaceable, timeout, sentAt: undefined, abandoned: false };
    this.messages.push(message);
    const settle = (result: Result | Skipped | HubError) => {
      if (message.result !== undefined) this.#wrong ??= new Error(`${id} is settled twice`);
      const isClosed = result instanceof HubError && result.code === 'CLOSED';
      if (isClosed && !message.abandoned && !this.#closed) this.#wrong ??= new Error(`${id} was taken along`);
      message.result = result;
    };
    this.stage.run(made.name, made.params, { ...options, owner }).then(settle, settle);
  }

  jump(ms: number): void {
    this.#lost += ms;
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

  /** Answers like a hub. `entryStatus` is the status of a batch's first entry. */
  answer(request: SteppedRequest | undefined, entryStatus = 200): void {
    if (!request) return;
    const { line, body } = request;
    if (line !== 'PUT /batch') {
      request.answer(this.#answerTo(line, body));
      return;
    }
    const entries = body as { id: unknown; url: string; verb: string; body: unknown }[];
    request.answer(
      entries.map(({ id, url, verb, body: sent }, index) => {
        const responseCode = index === 0 ? entryStatus : 200;
        const responseBody = responseCode === 200 ? this.#answerTo(`${verb} ${decodeURIComponent(url)}`, sent) : null;
        return { id, responseCode, responseBody };
      }),
    );
  }

  /** The hub refuses the request. If it is a batch, its entries were not sent. */
  refuse(request: SteppedRequest | undefined, status: number): void {
    if (!request) return;
    const messages = this.#carried.get(request) ?? [];
    const isJoined = request.line === 'PUT /batch' && messages.every(({ name }) => name !== 'batch');
    const areReads = messages.every(({ rooms }) => rooms.length === 0);
    if (isJoined && (status === 404 || (areReads && status === 400))) this.#unsend(request);
    request.answer({ error: 'no' }, status);
  }

  /** Carries out the request, and answers with an unexpected body. */
  answerUnexpectedly(request: SteppedRequest | undefined, body: unknown): void {
    if (!request) return;
    for (const entry of entriesOf(request)) this.#answerTo(entry.line, entry.body);
    request.answer(body);
  }

  /** No connection can be made. */
  unreachable(request: SteppedRequest | undefined): void {
    if (!request) return;
    this.#unsend(request);
    request.fail('HUB_UNREACHABLE');
  }

  /** The rules that hold after all due timers. */
  check(): void {
    if (this.#wrong) throw this.#wrong;
    const { clock, open } = this.stage;
    should(open.length).be.belowOrEqual(MAX_IN_FLIGHT);
    should(open.filter(({ line }) => isRead(line)).length).be.below(MAX_IN_FLIGHT);
    const now = clock.now();
    for (const { id, name, result, until, sentAt, timeout, abandoned } of this.messages) {
      // If it is closed while its 404 is explained, it may settle with the 404, within its deadline.
      const isClosed = abandoned && name !== 'takeOut';
      const latest = (sentAt ?? until) + timeout + 2 * this.#lost + SLACK_MS;
      const isDue = isClosed || this.#closed || now > latest;
      if (isDue && result === undefined) throw new Error(`${id} is not settled at ${now}`);
    }
  }

  /** The rules for each message at the end. */
  checkHistory(): void {
    const { messages } = this;
    for (const [place, message] of messages.entries()) {
      const { id, result, sentAt } = message;
      const wasSent = sentAt !== undefined;
      if (result instanceof HubError) {
        const wentOut = result.outcome !== 'not-sent';
        const isUnread = message.abandoned && result.outcome === 'unknown' && this.#everWentOut(message);
        should([id, wasSent || isUnread || (wentOut && this.#isCovered(message))]).eql([id, wentOut]);
      } else if (result?.outcome === 'superseded') {
        const newer = messages.slice(place + 1).filter((each) => takesPlace(each, message));
        should([id, wasSent, message.isReplaceable, newer.length > 0]).eql([id, false, true, true]);
      } else should([id, wasSent || this.#isCovered(message), result && 'body' in result]).eql([id, true, true]);
    }
  }

  /** A component may be sent inside a later whole value, which hides it. */
  #isCovered(message: Message): boolean {
    const newer = this.messages.slice(this.messages.indexOf(message) + 1);
    return (
      message.name === 'setProperty' &&
      message.isReplaceable &&
      newer.some((each) => takesPlace(each, message) && each.sentAt !== undefined)
    );
  }

  /** If the hub closes while it refuses a batch, the entries end before the answer is read. */
  #everWentOut(message: Message): boolean {
    return [...this.#carried.values()].some((messages) => messages.includes(message));
  }

  #sent(request: SteppedRequest): void {
    const { clock, open } = this.stage;
    should(this.#closed).be.false();
    if (isRead(request.line) && isPlannedCall(request)) should(open.length).be.below(MAX_IN_FLIGHT);
    const newMessages = this.#newMessagesIn(request);
    this.#carried.set(request, newMessages);
    // Every request but a look-up carries a new value, because nothing is sent twice.
    if (!isLookUp(request)) should(newMessages).not.be.empty();
    for (const message of newMessages) {
      const { id, until, abandoned, result } = message;
      should([id, abandoned, result, clock.now() <= until + SLACK_MS]).eql([id, false, undefined, true]);
      this.#checkOrder(message, request);
      message.sentAt = clock.now();
    }
    this.#checkBases(request, newMessages);
  }

  /** Earlier messages of its lane were sent, or never will be, and none of them is in flight. */
  #checkOrder(message: Message, request: SteppedRequest): void {
    for (const other of this.messages) {
      if (other === message || !collide(message, other)) continue;
      if (other.id > message.id) should(other.sentAt).be.undefined();
      if (other.sentAt === undefined) continue;
      const under = this.stage.open.find((each) => each !== request && this.#carried.get(each)?.includes(other));
      should(under && [message.id, other.id]).be.undefined();
    }
  }

  /** If an engine takes only whole values, components are put into the value of the hub. */
  #checkBases(request: SteppedRequest, newMessages: readonly Message[]): void {
    const hubValues = new Map(this.#hubValues);
    for (const { line, body } of entriesOf(request)) {
      const value = (body as { Value?: unknown } | undefined)?.Value;
      if (!line.startsWith('PATCH ') || typeof value !== 'object') continue;
      const path = line.slice('PATCH '.length);
      for (const [component, number] of Object.entries(value as Vector))
        if (!newMessages.some(({ id }) => id === number)) should(number).equal(hubValues.get(path)?.[component] ?? 0);
      hubValues.set(path, value as Vector);
    }
  }

  #newMessagesIn(request: SteppedRequest): Message[] {
    const text = JSON.stringify(entriesOf(request).map(({ line, body }) => [line, body]));
    const ids = new Set([...text.matchAll(/\d{4,}/g)].map(([id]) => Number(id)));
    return this.messages.filter(({ id, sentAt }) => ids.has(id) && sentAt === undefined);
  }

  #unsend(request: SteppedRequest): void {
    for (const message of this.#carried.get(request) ?? []) message.sentAt = undefined;
  }

  #answerTo(line: string, body: unknown): unknown {
    const [method, path = ''] = line.split(' ');
    const engine = /^\/engines\/(\d+)$/.exec(path)?.[1];
    const engineType = ENGINES[Number(engine)];
    if (engine) return { instances: engineType ? [{ status: 'Loaded', engineType }] : [] };
    if (method === 'PATCH') {
      const { Value } = body as { Value: unknown };
      if (typeof Value === 'object') this.#hubValues.set(path, Value as Vector);
      return { Value };
    }
    if (path.includes('/properties/')) return { Value: this.#hubValues.get(path) ?? { x: 0, y: 0, z: 0, w: 0 } };
    if (method === 'GET' && path.includes('/functions/'))
      return { Properties: { Speed: { PropertyPath: 'In//Speed' } } };
    if (method === 'GET' && path.includes('/items/'))
      return { buttons: this.messages.map(({ id }) => ({ id: `b${id}`, key: `k${id}`, label: `Label ${id}` })) };
    return method === 'GET' ? [] : { success: true };
  }
}

/** True if a newer message can replace an older one: it sets the same part or the whole, or the same fields of an item. */
function takesPlace(newer: Message, older: Message): boolean {
  if (!newer.isReplaceable || newer.name !== older.name) return false;
  if (newer.name === 'updateItem') return shapeOf(newer) === shapeOf(older);
  const { Component: component } = newer.params;
  const isOfLane = newer.rooms[0]?.lane === older.rooms[0]?.lane;
  return isOfLane && (component === undefined || component === older.params.Component);
}

/** The item of an update, and the fields that it sets. */
const shapeOf = ({ params: { rundownId, itemId, ...fields } }: Message): string =>
  JSON.stringify([rundownId, itemId, Object.keys(fields).sort()]);

const collide = (one: Message, other: Message): boolean =>
  one.rooms.some((room) =>
    other.rooms.some(
      ({ lane, part }) => lane === room.lane && (part === undefined || room.part === undefined || part === room.part),
    ),
  );
