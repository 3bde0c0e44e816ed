import type { NodeMessage, NodeStatus } from 'node-red';
import type { Gesture } from '../../panels/gesture/gesture.js';
import type { ButtonEvent } from '../../panels/mapping/button.js';
import type { LastGestureReport } from '../../panels/mapping/last-gesture.js';
import { EVERY, type SavedControl } from '../../saved/control.js';
import type { PageAct } from '../../saved/page-key.js';
import { withFields } from '../message/message.js';
import { Panel } from '../panel/panel.js';
import { type Done, Inputs } from '../runtime/inputs.js';
import type { Lifetime } from '../runtime/lifetime.js';
import type { RuntimeWords } from '../runtime/node-texts.js';
import { ButtonGestures } from './button-gestures.js';
import { PageHands } from './page-hands.js';
import { followedOf, ownGestures, panelOf } from './panel-fields.js';
import { PendingInput } from './pending-input.js';
import { componentOf, type Subject } from './subject.js';

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
  /** Gets each of them. */
  readonly hand: (gesture: Gesture) => void;
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
  /** True if it acts on all messages of its device. */
  readonly #isEvery: boolean;
  /** The messages with an own gesture. */
  readonly #own = new WeakSet<NodeMessage>();

  /** Throws `BAD_INPUT`. */
  constructor(
    life: Lifetime,
    words: RuntimeWords,
    saved: SavedControl,
    { hub, values, command, stateRead }: Subject,
    outputs: GestureOutputs,
  ) {
    this.#life = life;
    this.#outputs = outputs;
    this.#isEvery = values.control === EVERY;
    const part = life.part({ status: outputs.status });
    const followed = followedOf(values, saved.hub, componentOf(command), stateRead?.params);
    this.#panel = new Panel(part, words, followed.hub ? hub : undefined, panelOf(saved, values, followed), {
      isOwn: ownGestures(values, outputs.isHand),
      onOwn: (msg, received) => this.#takeOwn(msg, received),
      onLost: (msg) => {
        this.#button.sourceLost();
        outputs.lost(msg);
      },
    });
    this.#inputs = new Inputs(part, words, this.#panel);
    this.#button = new ButtonGestures(life, words, values);
    const act = (gesture: Gesture) =>
      this.#panel.act({ _msgid: life.node.tools.newId() }, gesture, (out) => this.#act(out, undefined));
    this.#hands = new PageHands(life, values, act, this.#button.isUndecided);
  }

  /** For its dialog. */
  get report(): LastGestureReport {
    return this.#panel.report;
  }

  /** Takes a message of the device. One of another control has no end here, so Complete nodes do not get it. */
  receive(msg: NodeMessage, done: Done): void {
    if (this.#panel.ignores(msg)) return;
    const input = new PendingInput(msg, done);
    void this.#inputs.receive(
      msg,
      (out) => this.#act(out, input),
      (error) => {
        if (error || this.#isEvery || this.#own.has(msg)) input.end(undefined, error);
      },
    );
  }

  /** Takes an act of a hand on the page of keys. */
  takePageHand(hand: string, act: PageAct): void {
    this.#hands.handle(hand, act);
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
