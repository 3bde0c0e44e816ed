import type { NodeMessage } from 'node-red';
import { type Fields, plainText } from '../../base/values.js';
import { encode } from '../../hub/wire/encode.js';
import { badInput, type FactsOf, HubError, isCode, type Outcome } from '../../hub/wire/errors.js';
import type { Words } from '../../hub/words/texts.js';
import { Copies } from '../../panels/recognise/copies.js';
import { readGestures } from '../../panels/recognise/index.js';
import { commandPayload, withoutLocalIds } from '../../remote/command-payload.js';
import { type Answer, isOtherVersion, readAnswer, readHeartbeat, readState, seal } from '../../remote/envelopes.js';
import { HOST_TIMEOUT_MS, HostClock, MAX_DIFFERENCE_MS, type Times } from '../../remote/host-clock.js';
import { isIgnoredReason } from '../../remote/ignored.js';
import { PanelStates } from '../../remote/panel-states.js';
import { LARGEST, parsePayload, payloadText } from '../../remote/parse-payload.js';
import { PendingCommands, type PendingResult } from '../../remote/pending-commands.js';
import { REFUSALS } from '../../remote/refusal.js';
import { isName, type Topics } from '../../remote/topics.js';
import { putIgnored, withFields } from '../message/message.js';
import { registerRemoteHost } from '../registry/registry.js';
import type { Lifetime } from '../runtime/lifetime.js';
import { type BrokerMessage, fieldsOf, mqttMessage, parseBrokerMessage, sendOn } from './mqtt-message.js';
import { OversizedStates } from './oversized-states.js';
import { RemoteStatus } from './remote-status.js';

/** The last will of the host's broker connection (see the node's help). */
const LAST_WILL = 'gone';

const MAX_PENDING_COMMANDS = 1000;

/** See `src/saved/remote.ts`. */
export interface RemotePanelSettings {
  readonly topics: Topics;
  /** The name of its commands. If not set, the message's topic is the name. */
  readonly command: string | undefined;
  /** The lifetime of a command, and the additional time for its answer, in ms. */
  readonly life: number;
  readonly answerWithin: number;
}

/** The role without access to the hub: sends commands and shows the host's states (docs/develop/rules.md "Many machines"). */
export class RemotePanel {
  readonly #life: Lifetime;
  readonly #settings: RemotePanelSettings;
  readonly #status: RemoteStatus;
  readonly #run = crypto.randomUUID();
  readonly #clock = new HostClock();
  readonly #states = new PanelStates();
  readonly #pendingCommands = new PendingCommands();
  readonly #oversized: OversizedStates;
  readonly #copies: Copies;
  /** Time of the last beat of another version, in ms on the steady clock. */
  #otherVersionBeat = Number.NEGATIVE_INFINITY;
  #sentCount = 0;

  constructor(life: Lifetime, words: Words, settings: RemotePanelSettings) {
    this.#life = life;
    this.#settings = settings;
    this.#status = new RemoteStatus(life, words);
    this.#copies = new Copies(life.clock);
    this.#oversized = new OversizedStates(life.node, words, this.#states);
    life.add(() => {
      registerRemoteHost(life.node.id, undefined);
      this.#pendingCommands.close();
    });
  }

  start(): void {
    this.update();
  }

  update(): void {
    const now = this.#times();
    this.#pendingCommands.expire(now.steady);
    this.#updateLamps(now);
    this.#oversized.update(now.steady);
    const run = this.#clock.run(now.steady);
    // When the broker is back, this gives a beat at once.
    if (run === undefined) this.#request([]);
    this.#status.showPanel({
      hasBeat: run !== undefined,
      isOtherVersion: this.#hasOtherVersion(now),
      oversized: this.#oversized.count,
      hasSameTime: Math.abs(this.#clock.difference) <= MAX_DIFFERENCE_MS,
      isSending: this.#pendingCommands.size > 0,
    });
  }

  async handle(msg: NodeMessage): Promise<void> {
    const fields = fieldsOf(msg);
    const brokerMessage = parseBrokerMessage(fields, this.#settings.topics);
    if (brokerMessage) return this.#handleBroker(brokerMessage);
    const gestures = readGestures(fields);
    const isCopy = this.#copies.isCopy(fields, gestures);
    // A number may also be a step of an encoder. The node behind the host knows that.
    if (isCopy && gestures.every(({ kind }) => kind === 'button')) return;
    const answer = await this.#sendCommand(fields, isCopy);
    switch (answer.outcome) {
      case 'none':
        // The status shows the end of the press, not that of its copy.
        return isCopy ? undefined : this.#ignored(msg, fields, answer.reason);
      case 'done':
        return this.#sendAnswer(msg, fields, answer);
      case 'closed':
        throw new HubError('CLOSED', {}, { outcome: 'unknown' });
      case 'unanswered':
        throw new HubError('HUB_TIMEOUT', { sentence: 'remote_unanswered', operation: this.#nameOf(fields) });
      default:
        throw failureOf(answer, answer.outcome);
    }
  }

  #sendAnswer(msg: NodeMessage, fields: Fields, { payload, statusCode, hub }: Answer): void {
    this.#status.succeeded();
    const remote = fields.remote ?? this.#remoteFields(this.#nameOf(fields), this.#clock.run(this.#times().steady));
    sendOn(this.#life.node, 'third', withFields(msg, { payload, statusCode, hub: withoutLocalIds(hub), remote }));
  }

  /** The host sent nothing for a press, and gives the reason, except for a release. Complete nodes get it. */
  #ignored(msg: NodeMessage, fields: Fields, reason: string | undefined): void {
    if (!isIgnoredReason(reason)) return;
    this.#status.ignored(reason);
    this.update();
    putIgnored(
      withFields(msg, { remote: fields.remote ?? this.#remoteFields(this.#nameOf(fields), undefined) }),
      reason,
    );
  }

  failed(error: HubError): void {
    this.#status.failed(error);
  }

  #handleBroker({ place: { kind, name }, payload, retained }: BrokerMessage): void {
    // Messages of other panels are not parsed.
    switch (kind) {
      case 'host':
        if (!retained) this.#handleBeat(parsePayload(payload), payloadText(payload));
        break;
      case 'state':
        this.#handleState(name, parsePayload(payload), payload);
        break;
      case 'answer':
        if (name === this.#run && !retained) this.#handleAnswer(parsePayload(payload));
    }
    this.#updateLamps(this.#times());
  }

  #handleBeat(fields: Fields | undefined, text: string | undefined): void {
    const now = this.#times();
    const beat = fields && readHeartbeat(fields);
    if (text === LAST_WILL) this.#clock.markGone();
    if (!beat && fields && isOtherVersion(fields)) this.#otherVersionBeat = now.steady;
    if (!beat) return;
    this.#clock.receive(beat, now);
    if (this.#clock.run(now.steady) !== beat.run) return;
    const lacking = this.#states.compare(beat.run, beat.digests);
    if (lacking.length > 0) this.#request(lacking);
  }

  #hasOtherVersion = ({ steady }: Times): boolean => steady - this.#otherVersionBeat < HOST_TIMEOUT_MS;

  /** Requests a beat, and the states of these groups. */
  #request(groups: readonly number[]): void {
    sendOn(this.#life.node, 'mqtt', mqttMessage(this.#settings.topics.ask, seal({ from: this.#run, groups })));
  }

  #handleState(name: string, fields: Fields | undefined, payload: unknown): void {
    const state = fields && readState(fields);
    if (state && isName(name)) this.#states.receive(name, state);
    else if (payloadText(payload) === '') this.#states.forget(name);
  }

  #handleAnswer(fields: Fields | undefined): void {
    const answer = fields && readAnswer(fields);
    if (answer) this.#pendingCommands.receive(answer);
  }

  #updateLamps({ steady }: Times): void {
    const run = this.#clock.run(steady);
    registerRemoteHost(this.#life.node.id, run);
    const messages = this.#states.newUpdates(run).map(({ name, message }) => ({
      topic: name,
      ...message,
      ...('hub' in message && { hub: withoutLocalIds(message.hub) }),
      remote: this.#remoteFields(name, run),
    }));
    if (messages.length > 0) sendOn(this.#life.node, 'second', ...messages);
  }

  /** `msg.remote`. A lamp is unknown if the panel closes, or no longer hears this run of the host. */
  #remoteFields = (name: string, run: string | undefined): object => ({
    name,
    panel: this.#life.node.id,
    session: run,
  });

  /** Sends a command now, or throws a HubError. */
  #sendCommand(msg: Fields, isCopy: boolean): Promise<PendingResult> {
    const name = this.#nameOf(msg);
    if (!isName(name)) throw badInput('topic', msg.topic, { key: 'topic' });
    const now = this.#times();
    const to = this.#clock.run(now.steady);
    if (to === undefined)
      throw new HubError('HUB_UNREACHABLE', {
        sentence: this.#hasOtherVersion(now) ? 'remote_version' : 'remote_silent',
      });
    const { difference } = this.#clock;
    if (Math.abs(difference) > MAX_DIFFERENCE_MS) throw new HubError('HUB_UNREACHABLE', clocksDiffer(difference));
    if (this.#pendingCommands.size >= MAX_PENDING_COMMANDS)
      throw new HubError('HUB_UNREACHABLE', { sentence: 'remote_tooMany' });
    const { topics, life, answerWithin } = this.#settings;
    this.#sentCount += 1;
    const id = `${this.#run}-${this.#sentCount}`;
    // A cue list shows which panel has moved it.
    const by = msg.by ?? (this.#life.node.name || undefined);
    const body = checkedMessage(commandPayload({ ...msg, by }));
    // Stamped in the host's time, so that the clock difference does not change the command's life.
    const steady = this.#clock.hostSteady(now.steady);
    const text = seal({ id, from: this.#run, to, steady, life, msg: body, ...(isCopy && { copy: true }) });
    if (text.length > LARGEST) throw new HubError('BAD_INPUT', { sentence: 'remote_tooLarge', name });
    sendOn(this.#life.node, 'mqtt', mqttMessage(topics.command(name), text));
    return this.#pendingCommands.waitFor(id, now.steady + life + answerWithin);
  }

  #times(): Times {
    const { clock } = this.#life;
    return { wall: clock.date(), steady: clock.now() };
  }

  #nameOf = ({ topic }: Fields): string => this.#settings.command ?? plainText(topic);
}

/** Throws `BAD_INPUT` if JSON cannot hold the message. */
function checkedMessage(msg: Fields): Fields {
  for (const [field, value] of Object.entries(msg)) encode(field, value);
  return msg;
}

const clocksDiffer = (difference: number): FactsOf<'HUB_UNREACHABLE'> => ({
  sentence: difference > 0 ? 'remote_ahead' : 'remote_behind',
  seconds: (Math.abs(difference) / 1000).toFixed(1),
});

/** The host's answer to a failed command as an error. */
function failureOf({ code, reason, sentence, statusCode, payload }: Answer, outcome: Outcome): HubError {
  const refusal = REFUSALS.find((each) => each === reason);
  const failed = isCode(code) ? code : 'HUB_FAULT';
  const more = { outcome, ...(statusCode !== undefined && { reply: { statusCode, body: payload } }) };
  return refusal
    ? new HubError(failed, { sentence: `remote_${refusal}` }, more)
    : new HubError(failed, { hostSentence: sentence ?? String(code), needsAdvice: needsAdvice(code, outcome) }, more);
}

/** A failure of another node than those of the hub has no code of theirs. */
const needsAdvice = (code: string | undefined, outcome: Outcome): boolean => outcome === 'unknown' && !isCode(code);
