import type { NodeMessage } from 'node-red';
import { type Fields, isObject } from '../../base/values.js';
import { encode } from '../../hub/wire/encode.js';
import { badInput, type Code, type HubError } from '../../hub/wire/errors.js';
import type { Words } from '../../hub/words/texts.js';
import type { Validity } from '../../panels/lamp/lamp-sources.js';
import { commandPayload, toLampMessage } from '../../remote/command-payload.js';
import { readGroups } from '../../remote/digests.js';
import {
  type Answer,
  type Command,
  type Heartbeat,
  readCommand,
  readHeartbeat,
  seal,
  sealState,
  senderOf,
} from '../../remote/envelopes.js';
import { HOST_TIMEOUT_MS } from '../../remote/host-clock.js';
import { HostStates, type NamedUpdate } from '../../remote/host-states.js';
import { OtherRuns } from '../../remote/other-runs.js';
import { parsePayload } from '../../remote/parse-payload.js';
import { HandledIds, type Refusal, refusalOf } from '../../remote/refusal.js';
import { isName, LONGEST_LIFE, type Topics } from '../../remote/topics.js';
import { sessionsChanged } from '../registry/registry.js';
import { validityOf } from '../registry/sessions.js';
import type { Lifetime } from '../runtime/lifetime.js';
import { answerOf, isEvent, isRead, isState } from './flow-message.js';
import { type BrokerMessage, fieldsOf, mqttMessage, parseBrokerMessage, sendOn } from './mqtt-message.js';
import { OversizedStates } from './oversized-states.js';
import { RemoteStatus } from './remote-status.js';

/** Time between two beats, in ms. */
const BEAT_MS = 1000;

/** Minimum time between two beats that panels request, in ms. */
const REQUESTED_BEAT_MS = 200;

/** Maximum number of remembered command ids, and of commands without an answer. */
const MAX_COMMANDS = 10_000;

/** This many foreign beats prove a second host. The first ones may be from the run before a deploy. */
const FOREIGN_BEATS = 3;

/** The codes of refusals. All others are `BAD_INPUT`. */
const CODES: Partial<Record<Refusal, Code>> = { expired: 'EXPIRED', otherRun: 'CLOSED' };

type Sender = Pick<Command, 'id' | 'from'>;

/** The role with access to the hub: publishes states and runs the panels' commands (docs/develop/rules.md "Many machines"). */
export class RemoteHost {
  readonly #life: Lifetime;
  readonly #words: Words;
  readonly #topics: Topics;
  readonly #status: RemoteStatus;
  readonly #run = crypto.randomUUID();
  readonly #states = new HostStates(this.#run);
  readonly #oversized: OversizedStates;
  readonly #handledIds = new HandledIds(MAX_COMMANDS);
  readonly #otherRuns = new OtherRuns();
  /** Validity checks of the published states, by name. */
  readonly #validities = new Map<string, Validity>();
  /** The panel that gets the answer, by command id. */
  readonly #panels = new Map<string, string>();
  /** Groups of states that panels have requested. */
  readonly #requestedGroups = new Set<number>();
  /** Times of the last sent beat, the last returned beat and the last answer to a request, in ms on the steady clock. */
  #sentBeat = Number.NEGATIVE_INFINITY;
  #returnedBeat = Number.NEGATIVE_INFINITY;
  #answeredRequest = Number.NEGATIVE_INFINITY;
  #foreignBeats = 0;

  constructor(life: Lifetime, words: Words, topics: Topics) {
    this.#life = life;
    this.#words = words;
    this.#topics = topics;
    this.#status = new RemoteStatus(life, words);
    this.#oversized = new OversizedStates(life.node, words, this.#states);
    life.add(sessionsChanged.watch(() => this.#checkValidities()));
  }

  /** Requests the state of all watches, which have sent it before if only this node was deployed. */
  start(): void {
    sendOn(this.#life.node, 'third', { payload: 'ask' });
  }

  update(): void {
    const now = this.#life.clock.now();
    this.#answerRequests(now);
    for (const command of this.#otherRuns.abandoned(now)) this.#drop(command, 'otherRun');
    if (now - this.#sentBeat >= BEAT_MS) this.#sendBeat();
    this.#oversized.update(now);
    const hasBeat = now - this.#returnedBeat < HOST_TIMEOUT_MS;
    if (!hasBeat) this.#foreignBeats = 0;
    this.#status.showHost({ hasBeat, isAlone: this.#foreignBeats < FOREIGN_BEATS, oversized: this.#oversized.count });
  }

  handle(msg: NodeMessage): void {
    const fields = fieldsOf(msg);
    const brokerMessage = parseBrokerMessage(fields, this.#topics);
    if (brokerMessage) this.#handleBroker(brokerMessage);
    else this.#handleFlow(fields);
  }

  failed(error: HubError): void {
    this.#status.failed(error);
  }

  #handleBroker({ place: { kind, name }, payload, retained }: BrokerMessage): void {
    switch (kind) {
      case 'host':
        if (!retained) this.#handleBeat(parsePayload(payload));
        break;
      case 'ask':
        if (!retained) this.#handleRequest(parsePayload(payload));
        break;
      case 'command':
        this.#handleCommand(name, parsePayload(payload) ?? {}, retained);
    }
  }

  #handleBeat(fields: Fields | undefined): void {
    const beat = fields && readHeartbeat(fields);
    if (!beat) return;
    if (beat.run === this.#run) {
      this.#returnedBeat = this.#life.clock.now();
      return;
    }
    this.#otherRuns.heard(beat.run, this.#life.clock.now());
    this.#foreignBeats += 1;
    if (this.#foreignBeats === FOREIGN_BEATS)
      this.#life.node.error(this.#words('errors.remote_twoHosts', { topic: this.#topics.heartbeat }), {});
  }

  #handleRequest(fields: Fields | undefined): void {
    for (const group of readGroups(fields?.groups)) this.#requestedGroups.add(group);
    const now = this.#life.clock.now();
    this.#answerRequests(now);
    if (now - this.#sentBeat >= REQUESTED_BEAT_MS) this.#sendBeat();
  }

  /** One answer for all requests, at most one a second. */
  #answerRequests(now: number): void {
    if (this.#requestedGroups.size === 0 || now - this.#answeredRequest < BEAT_MS) return;
    this.#answeredRequest = now;
    this.#publish(this.#states.inGroups(this.#requestedGroups));
    this.#requestedGroups.clear();
    // The beat confirms to panels that they have all states.
    this.#sendBeat();
  }

  #handleCommand(name: string, fields: Fields, retained: boolean): void {
    const command = readCommand(fields);
    if (command) this.#forwardOrDrop(name, command, retained);
    else this.#dropUnreadable(senderOf(fields));
  }

  #forwardOrDrop(name: string, command: Command, retained: boolean): void {
    const now = this.#life.clock.now();
    const age = now - command.steady;
    const refusal = refusalOf(command, { run: this.#run, now, age, retained, handled: this.#handledIds });
    if (!refusal) this.#forward(name, command, Math.min(command.life, command.life - age));
    else if (refusal === 'otherRun') this.#otherRuns.wait(command, now);
    else if (refusal !== 'duplicate') this.#drop(command, refusal);
  }

  #dropUnreadable(sender: Sender | undefined): void {
    const now = this.#life.clock.now();
    if (sender && this.#handledIds.add(sender.id, now + LONGEST_LIFE, now) === 'duplicate') return;
    this.#drop(sender, 'unreadable');
  }

  /** Passes a command on to the flow. It may wait for `remainingMs`. */
  #forward(name: string, { id, from, msg, copy }: Command, remainingMs: number): void {
    const [oldest] = this.#panels.size < MAX_COMMANDS ? [] : this.#panels.keys();
    if (oldest !== undefined) this.#panels.delete(oldest);
    this.#panels.set(id, from);
    this.#status.succeeded();
    sendOn(this.#life.node, 'second', {
      ...commandPayload(msg),
      remote: { id, name, from, deadline: this.#life.clock.now() + remainingMs, ...(copy && { copy }) },
    });
  }

  #drop(sender: Sender | undefined, reason: Refusal): void {
    this.#status.dropped(reason);
    if (!sender) return;
    const code = CODES[reason] ?? 'BAD_INPUT';
    this.#answer(sender.from, { id: sender.id, outcome: 'not-sent', code, reason });
  }

  /** A message of the flow is the result of a command, or a state. */
  #handleFlow(msg: Fields): void {
    const id = fieldsOf(msg.remote).id;
    if (typeof id === 'string') this.#finish(id, msg);
    else if (isObject(msg.error)) this.#publishUnknown(msg);
    else if (isState(msg)) this.#publishState(msg);
  }

  #finish(id: string, msg: Fields): void {
    const from = this.#panels.get(id);
    this.#panels.delete(id);
    if (from) this.#answer(from, answerOf(id, msg));
  }

  /** A watch cannot read. It sends a state when it can read again. */
  #publishUnknown({ topic, hub }: Fields): void {
    if (!isName(topic) || !isRead(fieldsOf(hub).operation)) return;
    this.#validities.delete(topic);
    this.#publish(this.#states.markUnknown(topic));
  }

  #publishState(msg: Fields): void {
    const { topic } = msg;
    if (!isName(topic)) throw badInput('topic', topic, { key: 'topic' });
    const message = toLampMessage(msg);
    for (const [name, value] of Object.entries(message)) encode(name, value);
    const validity = isEvent(msg) ? undefined : validityOf(msg);
    const isOutdated = validity?.holds() === false && fieldsOf(msg.hub).session !== undefined;
    // A state that was read before a loss may arrive after the one that was read after it.
    if (isOutdated && this.#validities.get(topic)?.holds()) return;
    const updates = this.#states.update(topic, message);
    if (validity && this.#states.has(topic)) this.#validities.set(topic, validity);
    else this.#validities.delete(topic);
    this.#publish(validity?.holds() === false ? this.#states.markUnknown(topic) : updates);
  }

  /** Runs when a hub or a watch was lost or is back. */
  #checkValidities(): void {
    for (const [name, validity] of this.#validities)
      this.#publish(validity.holds() ? this.#states.restore(name) : this.#states.markUnknown(name));
  }

  #publish(updates: readonly NamedUpdate[]): void {
    const messages = updates.map(([name, update]) =>
      mqttMessage(this.#topics.state(name), sealState(update), { retain: true }),
    );
    if (messages.length > 0) sendOn(this.#life.node, 'mqtt', ...messages);
  }

  #answer(panel: string, answer: Answer): void {
    sendOn(this.#life.node, 'mqtt', mqttMessage(this.#topics.answer(panel), seal(answer)));
  }

  #sendBeat(): void {
    this.#sentBeat = this.#life.clock.now();
    const { digests } = this.#states;
    const beat: Heartbeat = { run: this.#run, at: this.#life.clock.date(), steady: this.#sentBeat, digests };
    sendOn(this.#life.node, 'mqtt', mqttMessage(this.#topics.heartbeat, seal(beat)));
  }
}
