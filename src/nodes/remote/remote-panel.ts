import type { Node, NodeMessage } from 'node-red';
import { encode } from '../../hub/wire/encode.js';
import { badInput, HubError, isCode, type Outcome } from '../../hub/wire/errors.js';
import type { Words } from '../../hub/words/words.js';
import { commandPayload, withoutLocalIds } from '../../remote/command-payload.js';
import { type Answer, isOtherVersion, readAnswer, readHeartbeat, readState, seal } from '../../remote/envelopes.js';
import { HOST_TIMEOUT_MS, HostClock, MAX_DIFFERENCE_MS, type Times } from '../../remote/host-clock.js';
import { PanelStates } from '../../remote/panel-states.js';
import { type Fields, LARGEST, parsePayload } from '../../remote/parse-payload.js';
import { type NoAnswer, PendingCommands } from '../../remote/pending-commands.js';
import { REFUSALS } from '../../remote/refusal.js';
import { isName, type Topics } from '../../remote/topics.js';
import { written } from '../output/message.js';
import { type BrokerMessage, fieldsOf, mqttMessage, parseBrokerMessage, sendOn } from './mqtt-message.js';
import { OversizedStates } from './oversized-states.js';
import { RemotePanelStatus } from './remote-status.js';

/** What the host's connection to its broker leaves behind (see the node's help). */
const GONE = 'gone';

/** So many commands may be on their way. */
const MOST_AWAITED = 1000;

/** What the dialog of a panel tells; see `src/saved/remote.ts`. */
export interface RemotePanelSettings {
  readonly topics: Topics;
  /** What its commands are called; undefined: as the message's topic says. */
  readonly command: string | undefined;
  /** For how long a command may be on its way and wait, in ms, and how much later its answer may come. */
  readonly life: number;
  readonly patience: number;
}

/** Where the hub is not: sends what a hand wants, and tells lamps what the host says (docs/architecture.md "Many machines"). */
export class RemotePanel {
  readonly #node: Node;
  readonly #settings: RemotePanelSettings;
  readonly #status: RemotePanelStatus;
  readonly #run = crypto.randomUUID();
  readonly #clock = new HostClock();
  readonly #states = new PanelStates();
  readonly #pending = new PendingCommands();
  readonly #oversized: OversizedStates;
  readonly #words: Words;
  /** The run of a host whose beats have no digests: which of its states are lacking is not known. */
  #olderRun: string | undefined;
  /** When a beat of another version came, in ms on the steady clock. */
  #foreign = Number.NEGATIVE_INFINITY;
  #sent = 0;

  constructor(node: Node, words: Words, settings: RemotePanelSettings) {
    this.#node = node;
    this.#words = words;
    this.#settings = settings;
    this.#status = new RemotePanelStatus(node, words);
    this.#oversized = new OversizedStates(node, words, this.#states);
  }

  start(): void {
    this.look();
  }

  look(): void {
    const now = times();
    this.#pending.expire(now.steady);
    this.#tellLamps(now);
    this.#oversized.look(now.steady);
    const run = this.#clock.run(now.steady);
    // Behind a broker that is back, nobody waits for the next beat.
    if (run === undefined) this.#ask([]);
    this.#status.show({
      isHeard: run !== undefined,
      isOtherVersion: this.#isForeign(now),
      isOlder: run !== undefined && run === this.#olderRun,
      oversized: this.#oversized.count,
      isAgreed: Math.abs(this.#clock.difference) <= MAX_DIFFERENCE_MS,
      isSending: this.#pending.size > 0,
    });
  }

  async take(msg: NodeMessage): Promise<void> {
    const fields = fieldsOf(msg);
    const brought = parseBrokerMessage(fields, this.#settings.topics);
    if (brought) return this.#hear(brought);
    const ended = await this.#command(fields);
    if (typeof ended === 'string') throw missed(ended, this.#nameOf(fields));
    const { outcome, payload, statusCode, hub } = ended;
    if (outcome === 'none') return;
    if (outcome !== 'done') throw failure(ended, outcome);
    this.#status.done();
    const remote = fields.remote ?? { name: this.#nameOf(fields) };
    sendOn(this.#node, 'third', written(msg, { payload, statusCode, hub: withoutLocalIds(hub), remote }));
  }

  failed(error: HubError): void {
    this.#status.failed(error);
  }

  close(): void {
    this.#pending.close();
    this.#status.close();
  }

  #hear({ place: { kind, name }, payload, retained }: BrokerMessage): void {
    // What others send and get is not even opened.
    switch (kind) {
      case 'host':
        if (!retained) this.#hearBeat(parsePayload(payload), String(payload));
        break;
      case 'state':
        this.#hearState(name, parsePayload(payload), payload);
        break;
      case 'answer':
        if (name === this.#run && !retained) this.#hearAnswer(parsePayload(payload));
    }
    this.#tellLamps(times());
  }

  #hearBeat(fields: Fields | undefined, text: string): void {
    const now = times();
    const beat = fields && readHeartbeat(fields);
    if (text === GONE) this.#clock.markGone();
    if (!beat && fields && isOtherVersion(fields)) this.#foreign = now.steady;
    if (!beat) return;
    this.#clock.receive(beat, now);
    if (this.#clock.run(now.steady) !== beat.run) return;
    if (beat.digests) this.#compare(beat.run, beat.digests);
    else this.#hearOlder(beat.run);
  }

  #compare(run: string, digests: readonly string[]): void {
    const lacking = this.#states.compare(run, digests);
    if (lacking.length > 0) this.#ask(lacking);
  }

  /** Its lamps stay unknown: a state that was lost on its way would go unnoticed. */
  #hearOlder(run: string): void {
    if (run !== this.#olderRun) this.#node.warn(this.#words('errors.remote_older'));
    this.#olderRun = run;
  }

  #isForeign = ({ steady }: Times): boolean => steady - this.#foreign < HOST_TIMEOUT_MS;

  /** Lets the host publish the states of some groups again, and a beat at once. */
  #ask(groups: readonly number[]): void {
    sendOn(this.#node, 'mqtt', mqttMessage(this.#settings.topics.ask, seal({ from: this.#run, groups })));
  }

  #hearState(name: string, fields: Fields | undefined, payload: unknown): void {
    const news = fields && readState(fields);
    if (news && isName(name)) this.#states.receive(name, news);
    else if (String(payload) === '') this.#states.forget(name);
  }

  #hearAnswer(fields: Fields | undefined): void {
    const answer = fields && readAnswer(fields);
    if (answer) this.#pending.receive(answer);
  }

  #tellLamps({ steady }: Times): void {
    const messages = this.#states.takeUpdates(this.#clock.run(steady)).map(({ name, message }) => ({
      topic: name,
      ...message,
      ...('hub' in message && { hub: withoutLocalIds(message.hub) }),
      remote: { name },
    }));
    if (messages.length > 0) sendOn(this.#node, 'second', ...messages);
  }

  /** Sends a command at once, or not at all. Throws a HubError. */
  #command(msg: Fields): Promise<Answer | NoAnswer> {
    const name = this.#nameOf(msg);
    if (!isName(name)) throw badInput('topic', msg.topic, { key: 'topic' });
    const now = times();
    const to = this.#clock.run(now.steady);
    if (to === undefined)
      throw new HubError('HUB_UNREACHABLE', { sentence: this.#isForeign(now) ? 'remote_version' : 'remote_silent' });
    const { difference } = this.#clock;
    if (Math.abs(difference) > MAX_DIFFERENCE_MS) throw new HubError('HUB_UNREACHABLE', clocksDiffer(difference));
    if (this.#pending.size >= MOST_AWAITED) throw new HubError('HUB_UNREACHABLE', { sentence: 'remote_tooMany' });
    const { topics, life, patience } = this.#settings;
    this.#sent += 1;
    const id = `${this.#run}-${this.#sent}`;
    const body = checked(commandPayload(msg));
    // By the host's clock: the difference is no part of the command's life.
    const text = seal({ id, from: this.#run, to, ...this.#clock.stamp(now), life, msg: body });
    if (text.length > LARGEST) throw new HubError('BAD_INPUT', { sentence: 'remote_tooLarge', name });
    sendOn(this.#node, 'mqtt', mqttMessage(topics.command(name), text));
    return this.#pending.waitFor(id, now.steady + life + patience);
  }

  #nameOf = ({ topic }: Fields): string => this.#settings.command ?? String(topic ?? '');
}

const times = (): Times => ({ wall: Date.now(), steady: performance.now() });

/** The same, of which nothing would be lost on its way. Throws `BAD_INPUT`. */
function checked(msg: Fields): Fields {
  for (const [field, value] of Object.entries(msg)) encode(field, value);
  return msg;
}

/** Seconds, for people. */
const clocksDiffer = (difference: number): Fields => ({
  sentence: difference > 0 ? 'remote_ahead' : 'remote_behind',
  seconds: (Math.abs(difference) / 1000).toFixed(1),
});

const missed = (why: NoAnswer, operation: string): HubError =>
  why === 'closed'
    ? new HubError('CLOSED', { operation }, { outcome: 'unknown' })
    : new HubError('HUB_TIMEOUT', { sentence: 'remote_unanswered', operation });

/** What the host says of a command that did not succeed, as an error of this side. */
function failure({ code, reason, sentence, statusCode, payload }: Answer, outcome: Outcome): HubError {
  const why = REFUSALS.find((known) => known === reason);
  const facts = why ? { sentence: `remote_${why}` } : { sentence: 'remote_told', told: sentence ?? String(code) };
  return new HubError(isCode(code) ? code : 'HUB_FAULT', facts, {
    outcome,
    ...(statusCode !== undefined && { said: { statusCode, body: payload } }),
  });
}
