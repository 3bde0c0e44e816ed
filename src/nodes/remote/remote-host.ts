import type { Node, NodeMessage } from 'node-red';
import { findOperation } from '../../hub/table/operations.js';
import { encode } from '../../hub/wire/encode.js';
import { badInput, type HubError } from '../../hub/wire/errors.js';
import type { Words } from '../../hub/words/words.js';
import type { Validity } from '../../panels/lamp/lamp-sources.js';
import { commandPayload } from '../../remote/command-payload.js';
import { ALL_GROUPS, readGroups } from '../../remote/digests.js';
import {
  type Answer,
  type Command,
  LONGEST_LIFE,
  readCommand,
  readHeartbeat,
  seal,
  sealHeartbeat,
  sealState,
  senderOf,
} from '../../remote/envelopes.js';
import { HandledIds } from '../../remote/handled-ids.js';
import { HOST_TIMEOUT_MS } from '../../remote/host-clock.js';
import { HostStates, type NamedUpdate } from '../../remote/host-states.js';
import { toLampMessage } from '../../remote/lamp-message.js';
import { type Fields, isFields, parsePayload } from '../../remote/parse-payload.js';
import { type Refusal, refusalOf } from '../../remote/refusal.js';
import { isName, type Topics } from '../../remote/topics.js';
import { contactsChanged, validityOf } from '../input/contacts.js';
import { answerOf } from './command-answer.js';
import { type BrokerMessage, fieldsOf, mqttMessage, parseBrokerMessage, sendOn } from './mqtt-message.js';
import { OversizedStates } from './oversized-states.js';
import { RemoteHostStatus } from './remote-status.js';

/** Time between two beats, in ms. */
const BEAT_MS = 1000;

/** The shortest time between two beats that panels have asked for, in ms. */
const ASKED_MS = 200;

/** So many commands are remembered, and so many wait for what becomes of them. */
const MOST_COMMANDS = 10_000;

/** So many beats of another run are somebody else's; the first may still be of the run before a deploy. */
const TOO_MANY = 3;

/** Who gets an answer. */
type Sender = Pick<Command, 'id' | 'from'>;

/** Where the hub is reached from: tells how things are, and carries out what panels want (docs/architecture.md "Many machines"). */
export class RemoteHost {
  readonly #node: Node;
  readonly #words: Words;
  readonly #topics: Topics;
  readonly #status: RemoteHostStatus;
  readonly #run = crypto.randomUUID();
  readonly #states = new HostStates(this.#run);
  readonly #oversized: OversizedStates;
  readonly #handled = new HandledIds(MOST_COMMANDS);
  /** Whether what was told still holds, by its name. */
  readonly #validities = new Map<string, Validity>();
  readonly #unfollow = contactsChanged.watch(() => this.#doubt());
  /** Whom to answer, by the command's id. */
  readonly #asked = new Map<string, string>();
  /** The groups of states that panels have asked for. */
  readonly #wanted = new Set<number>();
  /** When a beat went out, when one came back and when panels were answered, in ms on the steady clock. */
  #beaten = Number.NEGATIVE_INFINITY;
  #heard = Number.NEGATIVE_INFINITY;
  #answered = Number.NEGATIVE_INFINITY;
  #others = 0;

  constructor(node: Node, words: Words, topics: Topics) {
    this.#node = node;
    this.#words = words;
    this.#topics = topics;
    this.#status = new RemoteHostStatus(node, words);
    this.#oversized = new OversizedStates(node, words, this.#states);
  }

  /** Asks the watches how things are: where only this node was deployed, they have told it already. */
  start(): void {
    sendOn(this.#node, 'third', { payload: 'ask' });
  }

  look(): void {
    const now = performance.now();
    this.#answerAsked(now);
    if (now - this.#beaten >= BEAT_MS) this.#beat();
    this.#oversized.look(now);
    const isHeard = now - this.#heard < HOST_TIMEOUT_MS;
    if (!isHeard) this.#others = 0;
    this.#status.show({ isHeard, isAlone: this.#others < TOO_MANY, oversized: this.#oversized.count });
  }

  take(msg: NodeMessage): void {
    const fields = fieldsOf(msg);
    const brought = parseBrokerMessage(fields, this.#topics);
    if (brought) this.#hear(brought);
    else this.#listen(fields);
  }

  failed(error: HubError): void {
    this.#status.failed(error);
  }

  close(): void {
    this.#unfollow();
    this.#status.close();
  }

  #hear({ place: { kind, name }, payload, retained }: BrokerMessage): void {
    switch (kind) {
      case 'host':
        if (!retained) this.#hearBeat(parsePayload(payload));
        break;
      case 'ask':
        if (!retained) this.#hearAsk(parsePayload(payload));
        break;
      case 'command':
        this.#obey(name, parsePayload(payload) ?? {}, retained);
    }
  }

  #hearBeat(fields: Fields | undefined): void {
    const beat = fields && readHeartbeat(fields);
    if (!beat) return;
    if (beat.run === this.#run) {
      this.#heard = performance.now();
      return;
    }
    this.#others += 1;
    if (this.#others === TOO_MANY)
      this.#node.error(this.#words('errors.remote_twoHosts', { topic: this.#topics.heartbeat }), {});
  }

  /** A panel of protocol 1 names no groups: it wants all. */
  #hearAsk(fields: Fields | undefined): void {
    for (const group of readGroups(fields?.groups) ?? ALL_GROUPS) this.#wanted.add(group);
    const now = performance.now();
    this.#answerAsked(now);
    if (now - this.#beaten >= ASKED_MS) this.#beat();
  }

  /** One answer for all who asked, at most one a second. */
  #answerAsked(now: number): void {
    if (this.#wanted.size === 0 || now - this.#answered < BEAT_MS) return;
    this.#answered = now;
    this.#tell(this.#states.inGroups(this.#wanted));
    this.#wanted.clear();
    // So that panels know at once that they lack none.
    this.#beat();
  }

  #obey(name: string, fields: Fields, retained: boolean): void {
    const command = readCommand(fields);
    if (command) this.#judge(name, command, retained);
    else this.#dropUnreadable(senderOf(fields));
  }

  #judge(name: string, command: Command, retained: boolean): void {
    const now = performance.now();
    const age = command.steady === undefined ? Date.now() - command.at : now - command.steady;
    const refusal = refusalOf(command, { run: this.#run, now, age, retained, handled: this.#handled });
    if (!refusal) this.#carryOut(name, command, Math.min(command.life, command.life - age));
    // Of what another host is to carry out nothing is known here.
    else if (refusal !== 'otherRun' && refusal !== 'duplicate') this.#drop(command, refusal);
  }

  #dropUnreadable(sender: Sender | undefined): void {
    const now = performance.now();
    if (sender && this.#handled.add(sender.id, now + LONGEST_LIFE, now) === 'duplicate') return;
    this.#drop(sender, 'unreadable');
  }

  /** Passes a command on, which may wait for so many ms. */
  #carryOut(name: string, { id, from, msg }: Command, rest: number): void {
    const [oldest] = this.#asked.size < MOST_COMMANDS ? [] : this.#asked.keys();
    if (oldest !== undefined) this.#asked.delete(oldest);
    this.#asked.set(id, from);
    this.#status.obeyed();
    sendOn(this.#node, 'second', {
      ...commandPayload(msg),
      remote: { id, name, from, until: Date.now() + rest, deadline: performance.now() + rest },
    });
  }

  #drop(sender: Sender | undefined, reason: Refusal): void {
    this.#status.dropped(reason);
    if (!sender) return;
    const code = reason === 'expired' ? 'EXPIRED' : 'BAD_INPUT';
    this.#answer(sender.from, { id: sender.id, outcome: 'not-sent', code, reason });
  }

  /** What the flow says: what became of a command, or how things are. */
  #listen(msg: Fields): void {
    const id = fieldsOf(msg.remote).id;
    if (typeof id === 'string') this.#end(id, msg);
    else if (isFields(msg.error)) this.#lose(msg);
    else if (isState(msg)) this.#learn(msg);
  }

  #end(id: string, msg: Fields): void {
    const from = this.#asked.get(id);
    this.#asked.delete(id);
    if (from) this.#answer(from, answerOf(id, msg));
  }

  /** A watch could not read: it says so when it can. */
  #lose({ topic, hub }: Fields): void {
    if (!isName(topic) || !isRead(fieldsOf(hub).operation)) return;
    this.#validities.delete(topic);
    this.#tell(this.#states.markUnknown(topic));
  }

  #learn(msg: Fields): void {
    const { topic } = msg;
    if (!isName(topic)) throw badInput('topic', topic, { key: 'topic' });
    const message = toLampMessage(msg);
    for (const [name, value] of Object.entries(message)) encode(name, value);
    const updates = this.#states.update(topic, message);
    const validity = isEvent(msg) ? undefined : validityOf(msg);
    if (validity) this.#validities.set(topic, validity);
    else this.#validities.delete(topic);
    this.#tell(validity?.holds() === false ? this.#states.markUnknown(topic) : updates);
  }

  /** A hub or a watch was lost, or is back. */
  #doubt(): void {
    for (const [name, validity] of this.#validities)
      this.#tell(validity.holds() ? this.#states.restore(name) : this.#states.markUnknown(name));
  }

  #tell(updates: readonly NamedUpdate[]): void {
    const messages = updates.map(([name, update]) =>
      mqttMessage(this.#topics.state(name), sealState(update), { retain: true }),
    );
    if (messages.length > 0) sendOn(this.#node, 'mqtt', ...messages);
  }

  #answer(panel: string, answer: Answer): void {
    sendOn(this.#node, 'mqtt', mqttMessage(this.#topics.answer(panel), seal(answer)));
  }

  #beat(): void {
    this.#beaten = performance.now();
    const { serial, digests } = this.#states;
    const beat = { run: this.#run, at: Date.now(), steady: this.#beaten, serial, digests };
    sendOn(this.#node, 'mqtt', mqttMessage(this.#topics.heartbeat, sealHeartbeat(beat)));
  }
}

const isRead = (operation: unknown): boolean => findOperation(String(operation))?.kind === 'read';

/** The end of a command is no state, nor is a line of the as-run log. */
function isState({ topic, hub }: Fields): boolean {
  if (hub === undefined) return topic !== 'asRun';
  return isRead(fieldsOf(hub).operation);
}

/** What `hub-event` says is true whatever becomes of the hub. */
const isEvent = ({ topic, hub }: Fields): boolean =>
  hub === undefined && (topic === 'connection' || topic === 'rehearsal');
