import type { NodeMessage, NodeStatus } from 'node-red';
import type { Gesture } from '../../panels/gesture/gesture.js';
import type { ButtonEvent } from '../../panels/mapping/button.js';
import type { LastGestureReport } from '../../panels/mapping/last-gesture.js';
import type { Arrival } from '../../panels/surface/pages.js';
import { EVERY, type SavedControl } from '../../saved/control.js';
import type { PageAct } from '../../saved/page-key.js';
import { type Device, isOnPage } from '../../saved/surface.js';
import { withFields } from '../message/message.js';
import { Panel } from '../panel/panel.js';
import { type Done, Inputs } from '../runtime/inputs.js';
import type { Lifetime } from '../runtime/lifetime.js';
import type { RuntimeWords } from '../runtime/node-texts.js';
import type { Surface } from '../surface/surface.js';
import { ButtonGestures } from './button-gestures.js';
import { PageHands } from './page-hands.js';
import { followedOf, isJoined, ownGestures, panelOf } from './panel-fields.js';
import { PendingInput } from './pending-input.js';
import { componentOf, type Subject } from './subject.js';

/** The devices whose messages are counted only by their own controls: each is one act. The first one of a contact may be its state. */
const ANSWERS_ONCE: readonly Device[] = ['streamdeck', 'midi', 'mcu', 'xkeys', 'osc'];

/** A dialog reads the report every second. In ms. */
const REPORTS_MS = 5000;

/** Something that a hand did at a control. */
export interface ControlEvent {
  /** The gesture at a button. Not set for a value. */
  readonly on?: ButtonEvent;
  readonly msg: NodeMessage;
  /** The message of the device. Undefined for a hand on the page of keys. */
  readonly input: PendingInput | undefined;
}

/** A message of a panel. `did` is the event of a button. */
type PanelMessage = NodeMessage & { readonly gesture: Gesture & { readonly did?: ButtonEvent } };

interface GestureOutputs {
  readonly event: (event: ControlEvent) => void;
  readonly status: (status: NodeStatus) => void;
  /** True for a gesture at the motor of the control, or at its touch sensor. */
  readonly isHand: (control: string) => boolean;
  /** True for a fader with a motor, which knows the hand also while another page is shown. */
  readonly hasMotor: boolean;
  /** True if its page is shown. */
  readonly isShown: () => boolean;
  /** Gets each of them. */
  readonly hand: (gesture: Gesture) => void;
  /** A hand on the page of keys has acted, or has left. */
  readonly acted: () => void;
  /** The report that the surface is lost. */
  readonly lost: (msg: NodeMessage) => void;
}

/** The gestures of a control: the messages of its device, and the hands on its key in the sidebar, become events. */
export class Gestures {
  readonly #life: Lifetime;
  readonly #outputs: GestureOutputs;
  readonly #panel: Panel;
  readonly #inputs: Inputs;
  readonly #button: ButtonGestures;
  readonly #hands: PageHands;
  readonly #surface: Surface;
  readonly #page: string;
  /** True if a message for another page means nothing to it. The others count what their device sends, or join it. */
  readonly #isForOnePage: boolean;
  /** A dialog that is open gets the gestures for all pages. In ms of the clock. */
  #reportsUntil = Number.NEGATIVE_INFINITY;
  /** True if it acts on all messages of its device. */
  readonly #isEvery: boolean;
  /** Each message as it arrived. A fader of several messages is complete up to 80 ms later. */
  readonly #arrivals = new WeakMap<NodeMessage, Arrival>();
  /** The messages with an own gesture. */
  readonly #own = new WeakSet<NodeMessage>();

  /** Throws `BAD_INPUT`. */
  constructor(
    life: Lifetime,
    words: RuntimeWords,
    saved: SavedControl,
    { hub, surface, values, command, stateRead }: Subject,
    outputs: GestureOutputs,
  ) {
    this.#life = life;
    this.#outputs = outputs;
    this.#isEvery = values.control === EVERY;
    this.#surface = surface;
    this.#page = values.page;
    const countsAll = !ANSWERS_ONCE.includes(values.device) || isJoined(values) || outputs.hasMotor;
    this.#isForOnePage = values.page !== '' && !countsAll;
    const part = life.part({ status: outputs.status });
    const followed = followedOf(values, saved.hub, componentOf(command), stateRead?.params);
    this.#panel = new Panel(part, words, followed.hub ? hub : undefined, panelOf(saved, values, followed), {
      hasOwnValue: values.page !== '' && !followed.hub,
      isOwn: ownGestures(values, outputs.isHand),
      takes: (gesture, msg) => this.#takes(gesture, msg),
      onOwn: (msg, received) => this.#takeOwn(msg, received),
      onLost: (msg) => {
        this.#button.sourceLost();
        outputs.lost(msg);
      },
    });
    this.#inputs = new Inputs(part, words, this.#panel);
    this.#button = new ButtonGestures(life, words, values);
    life.add(hub.rehearsal.changed.watch(() => this.#button.rehearsalChanged()));
    const act = (gesture: Gesture) => {
      this.#panel.act({ _msgid: life.node.tools.newId() }, gesture, (out) => this.#act(out, undefined));
      outputs.acted();
    };
    this.#hands = new PageHands(life, values, act, this.#button.isUndecided);
  }

  /** For its dialog. */
  get report(): LastGestureReport {
    this.#reportsUntil = this.#life.clock.now() + REPORTS_MS;
    return this.#panel.report;
  }

  /** True while the control is held. */
  get isHeld(): boolean {
    return this.#panel.isHeld;
  }

  /** Follows the value of the hub, or no longer. */
  setAwake(isAwake: boolean): void {
    this.#panel.setAwake(isAwake);
  }

  /** Takes a message of the device. One of another control has no end here, so Complete nodes do not get it. */
  receive(msg: NodeMessage, done: Done): void {
    if (!this.#surface.canSend(msg)) return;
    const arrival = this.#surface.arrive(msg);
    this.#arrivals.set(msg, arrival);
    const { concerns, gestures } = arrival;
    if (this.#isForOnePage && !concerns(this.#page) && !this.isHeld && !this.#isReported) return;
    if (this.#panel.ignores(msg, gestures)) return;
    const input = new PendingInput(msg, done);
    void this.#inputs.receive(
      msg,
      (out) => this.#act(out, input),
      (error) => {
        if (error || this.#isEvery || this.#own.has(msg)) input.end(undefined, error);
      },
    );
  }

  /** Takes an act of a hand on the page of keys. A press on a page that is not shown any more does nothing, and returns false. */
  takePageHand(hand: string, act: PageAct): boolean {
    if (act === 'press' && !this.#outputs.isShown()) return false;
    this.#hands.handle(hand, act);
    return true;
  }

  get #isReported(): boolean {
    return this.#life.clock.now() < this.#reportsUntil;
  }

  /** A press that belongs to another page means that the release of an older one was lost. */
  #takes(gesture: Gesture, msg: NodeMessage): boolean {
    const page = (this.#arrivals.get(msg) ?? this.#surface.arrive(msg)).pageOf(gesture);
    if (isOnPage(this.#page, page)) return true;
    if (gesture.pressed !== undefined && this.isHeld) {
      this.#panel.act({ _msgid: msg._msgid }, { ...gesture, hand: 'gone' }, () => {});
      this.#button.gone(gesture);
    }
    return false;
  }

  #takeOwn(msg: NodeMessage, received: readonly Gesture[]): void {
    this.#own.add(msg);
    for (const gesture of received)
      if (!gesture.isReport && this.#outputs.isHand(gesture.control)) this.#outputs.hand(gesture);
  }

  #act(out: NodeMessage, input: PendingInput | undefined): void {
    const { gesture } = out as PanelMessage;
    if (!gesture.did) {
      this.#outputs.event({ msg: out, input });
      return;
    }
    let isFirst = true;
    this.#button.handle(gesture.did, gesture, input, (on) => {
      const msg = isFirst ? out : this.#life.node.tools.clone(out);
      isFirst = false;
      // A press of `hub-panel` has this payload, too.
      this.#outputs.event({ on, msg: withFields(msg, { payload: true }), input });
    });
  }
}
