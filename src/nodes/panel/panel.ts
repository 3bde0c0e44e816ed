import { inspect } from 'node:util';
import type { NodeMessage } from 'node-red';
import type { Hub } from '../../hub/hub.js';
import { tableOperation } from '../../hub/table/operations.js';
import { badInput, HubError } from '../../hub/wire/errors.js';
import { explainProblem } from '../../hub/words/explain.js';
import type { Gesture, SourceReport } from '../../panels/gesture/gesture.js';
import { LastGesture, type LastGestureReport } from '../../panels/mapping/last-gesture.js';
import { Repeats } from '../../panels/mapping/repeats.js';
import { SourceStates } from '../../panels/mapping/source-states.js';
import { Copies } from '../../panels/recognise/copies.js';
import {
  connectionIn,
  groupedNumber,
  isEmpty,
  readGestures,
  readProperty,
  reportIn,
} from '../../panels/recognise/index.js';
import type { SavedPanel } from '../../saved/panel.js';
import { heldFor, isSuperseded, isWatched, putIgnored, withFields } from '../message/message.js';
import { buttonHistories } from '../registry/registry.js';
import type { Send, Work } from '../runtime/inputs.js';
import type { Lifetime } from '../runtime/lifetime.js';
import type { RuntimeWords } from '../runtime/node-texts.js';
import { followPresent, presentReader } from './follow-present.js';
import { type Control, JoinedControllers, PanelControls } from './panel-controls.js';
import { type PanelSettings, panelSettings } from './panel-settings.js';
import { PanelStatus } from './panel-status.js';

/** Maximum length of an unreadable message in a warning. */
const MAX_CHARS = 80;

/** A wire with the messages of several controls. */
export interface SharedWire {
  /** True for a gesture of this control. A message without such a gesture is ignored at once. */
  readonly isOwn: (gesture: Gesture) => boolean;
  /** True for a gesture that is for the page of this control. */
  readonly takes: (gesture: Gesture, msg: NodeMessage) => boolean;
  /** Called with each other message, before its output. */
  readonly onOwn: (msg: NodeMessage, gestures: readonly Gesture[]) => void;
  /** Called with the report that the surface is lost. */
  readonly onLost: (msg: NodeMessage) => void;
  /** A fader on a page whose value cannot be read: it takes over its own last value. */
  readonly hasOwnValue?: boolean;
}

/** A panel: turns the messages of a device into values. */
export class Panel implements Work {
  readonly #life: Lifetime;
  readonly #words: RuntimeWords;
  readonly #settings: PanelSettings;
  /** Set if other controls of the device are on the same wire. */
  readonly #wire: SharedWire | undefined;
  readonly #readPresent: (property: unknown) => number | undefined;
  readonly #controls: PanelControls;
  readonly #controllers: JoinedControllers;
  readonly #copies: Copies;
  readonly #states: SourceStates;
  readonly #repeats: Repeats;
  readonly #status: PanelStatus;
  readonly #report = new LastGesture();
  /** A panel may send the same unreadable message 100 times a second. */
  readonly #warned = new Set<string>();
  #lastControl: Control | undefined;
  readonly #followPresent: (() => Lifetime) | undefined;
  #following: Lifetime | undefined;
  #isAwake = false;

  /** Without `hub`, it follows no present value. Throws `BAD_INPUT`. */
  constructor(life: Lifetime, words: RuntimeWords, hub: Hub | undefined, saved: SavedPanel, wire?: SharedWire) {
    const { node, clock } = life;
    const settings = { ...panelSettings(saved), hasOwnValue: wire?.hasOwnValue };
    const histories = buttonHistories(life);
    this.#life = life;
    this.#words = words;
    this.#settings = settings;
    this.#wire = wire;
    this.#readPresent = presentReader(node.tools.keysOf, settings.component);
    this.#controls = new PanelControls(settings, clock, histories.keys);
    this.#controllers = new JoinedControllers(settings, clock);
    this.#copies = new Copies(clock);
    this.#states = new SourceStates(clock, histories.states);
    this.#states.start();
    const ofButton = { ...settings.button, reportsNoRelease: true, areValues: settings.kind !== 'button' };
    this.#repeats = new Repeats(ofButton, clock, histories);
    this.#status = new PanelStatus(life, words);
    if (!hub) return;
    const listener = (value: number | undefined, failure?: unknown) => this.#setPresent(value, failure);
    this.#followPresent = () => {
      const part = life.part();
      followPresent(part, hub, saved.params ?? {}, this.#readPresent, listener);
      return part;
    };
    if (!wire) this.setAwake(true);
  }

  /** Follows the present value, or no longer: then it is unknown, and the fader may be anywhere when it is followed again. */
  setAwake(isAwake: boolean): void {
    if (isAwake === this.#isAwake) return;
    this.#isAwake = isAwake;
    if (isAwake) {
      this.#following = this.#followPresent?.();
      return;
    }
    if (this.#following) this.#controls.setPresent(undefined);
    void this.#following?.close(false);
    this.#following = undefined;
    this.#controls.moved();
  }

  /** True while one of its buttons is held. */
  get isHeld(): boolean {
    return this.#controls.isHeld;
  }

  /** For its dialog. */
  get report(): LastGestureReport {
    return this.#report.report;
  }

  handle(msg: NodeMessage, send: Send): void {
    if (isSuperseded(msg)) return;
    const report = connectionIn(msg) ?? reportIn(msg);
    if (isWatched(msg)) this.#setPresent(this.#readPresent(msg.payload));
    else if (report) this.#takeReport(report, msg);
    else this.#takeGestures(msg, send);
  }

  #takeReport(report: SourceReport, msg: NodeMessage): void {
    if (report.connected === false) {
      this.#controls.sourceLost();
      this.#controllers.sourceLost();
      this.#wire?.onLost(msg);
      this.#repeats.restart('');
    }
    this.#states.report(report);
  }

  #takeGestures(msg: NodeMessage, send: Send): void {
    const gestures = this.#gesturesIn(msg);
    if (this.#wire && !gestures.some(this.#wire.isOwn)) return;
    this.#wire?.onOwn(msg, gestures);
    const isPress = this.#settings.kind === 'button' && gestures.length > 0;
    if (isPress && this.#copies.isCopy(msg, gestures)) return;
    for (const each of gestures) {
      this.#controllers.join(each, (joined) => {
        const gesture = this.#states.mark(joined);
        this.#report.add(gesture, msg);
        this.#handleGesture(gestures.length === 1 ? msg : this.#life.node.tools.clone(msg), gesture, send);
      });
    }
  }

  /** True for a message with gestures of other controls only. The dialog gets them. Cheap, since a wire may have many. */
  ignores(msg: NodeMessage, gestures = readGestures(msg, this.#settings.source)): boolean {
    if (!this.#wire) return false;
    if (gestures.length === 0 || gestures.some(this.#wire.isOwn)) return false;
    // Another controller may select a parameter, whose value has the number of this one.
    for (const each of gestures) this.#controllers.join(each, (joined) => this.#report.add(joined, msg));
    return true;
  }

  /** Handles a gesture of a hand that no message has. */
  act(msg: NodeMessage, gesture: Gesture, send: Send): void {
    if (gesture.isReport) return;
    const receivedAt = this.#life.clock.now();
    const control = this.#controls.controlOf(gesture);
    this.#lastControl = control;
    const problem = control.handle(gesture, (payload, did) => {
      this.#report.sent(payload, did);
      this.#status.showSent(payload, did);
      if (!did) return send(withFields(msg, { payload, gesture }));
      // A button may send several messages for one input, some of them later.
      // A machine that is late lets the command expire.
      const heldMs = Math.min(this.#life.clock.now() - receivedAt, this.#settings.button.hold ?? 0);
      const held = heldFor(this.#life.node.tools.clone(msg), heldMs);
      send(withFields(held, { payload, gesture: { ...gesture, did } }));
    });
    this.#controls.remember(gesture);
    if (problem === 'noRelease') this.#report.noRelease();
    if (problem === 'retained' || problem === 'noRelease' || problem === 'lockedOut') {
      this.#status.showNote(problem);
      putIgnored(msg, problem);
    } else if (problem)
      this.#warnOnce(problem, () => this.#words(`panel.${problem}`, { control: gesture.control, raw: gesture.raw }));
    this.#showGap();
  }

  /** The gestures of its source. The dialog also shows gestures of other sources, and unreadable messages. */
  #gesturesIn(msg: NodeMessage): readonly Gesture[] {
    const { property, source } = this.#settings;
    const gestures = property ? readProperty(msg, property) : readGestures(msg, source);
    const others = gestures.length === 0 && (source || property) ? readGestures(msg) : [];
    for (const other of others) this.#report.add(other, msg);
    if (gestures.length + others.length === 0 && !isEmpty(msg)) {
      this.#report.addUnrecognised(msg);
      this.#warnUnreadable(msg);
    }
    return gestures;
  }

  #handleGesture(msg: NodeMessage, received: Gesture, send: Send): void {
    const { source, control, topic, restarts } = received;
    const { source: ownSource, control: own } = this.#settings;
    // The topic of this report is not the topic of the control.
    if (restarts !== undefined) this.#repeats.mark(received);
    if (own !== '' && control !== own && topic !== own) return;
    if (ownSource && source !== ownSource) return;
    const gesture = this.#repeats.mark(received);
    if (!this.#wire || this.#wire.takes(gesture, msg)) this.act(msg, gesture, send);
  }

  #setPresent(value: number | undefined, failure?: unknown): void {
    this.#controls.setPresent(value);
    this.#status.showReadFailure(failure);
    if (!failure) this.#showGap();
    const words = this.#words;
    if (failure instanceof HubError)
      this.#warnOnce('lost', () =>
        words('panel.lost', { reason: explainProblem(words, failure, tableOperation('getProperty')) }),
      );
    else if (value === undefined) this.#warnOnce('noNumber', () => words('panel.noNumber'));
    else this.#warned.delete('lost');
  }

  #showGap(): void {
    this.#status.showGap(this.#lastControl?.gap);
  }

  /** A number that can be read in two ways has a hint. Other messages on a shared wire may be for other controls. */
  #warnUnreadable(msg: NodeMessage): void {
    const { control, text } = groupedNumber(msg) ?? {};
    const words = this.#words;
    if (text !== undefined && ['', control].includes(this.#settings.control))
      this.#warnOnce('grouped', () =>
        explainProblem(words, badInput('payload', text, { key: 'ungrouped' }), undefined),
      );
    else if (!this.#settings.property && !this.#wire)
      this.#warnOnce('unreadable', () => words('panel.unreadable', { what: inspect(msg.payload).slice(0, MAX_CHARS) }));
  }

  #warnOnce(key: string, sentence: () => string): void {
    if (this.#warned.has(key)) return;
    this.#warned.add(key);
    this.#life.node.warn(sentence());
  }
}
