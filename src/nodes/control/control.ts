import type { NodeMessage } from 'node-red';
import type { HubError } from '../../hub/wire/errors.js';
import { sourceOf } from '../../panels/gesture/gesture.js';
import type { State } from '../../panels/lamp/state.js';
import { readGestures } from '../../panels/recognise/index.js';
import { CONTROL, type ControlValues, type SavedControl } from '../../saved/control.js';
import type { Device } from '../../saved/surface.js';
import { Panel } from '../panel/panel.js';
import { registerControl, registerReport, running } from '../registry/registry.js';
import { type Done, Inputs, type Receiver, type Send } from '../runtime/inputs.js';
import type { Lifetime } from '../runtime/lifetime.js';
import type { RuntimeWords } from '../runtime/node-texts.js';
import { disableNode } from '../runtime/register-node.js';
import { readSaved } from '../runtime/saved-field.js';
import type { Member, Surface } from '../surface/surface.js';
import { Actions } from './actions.js';
import { ControlStatus } from './control-status.js';
import { Gestures } from './gestures.js';
import { Light } from './light.js';
import { lightsOf } from './light-fields.js';
import { SurfaceLights } from './lights.js';
import { ownMessagesOf, pagedValues } from './panel-fields.js';
import { type ControlPlace, type Subject, stateAfter, subjectOf } from './subject.js';

/** After this time, all controls of a surface and the nodes behind them have started, in ms. */
const STARTED_MS = 500;

/** Starts a control: its gestures run its actions, and its light shows their subject. Throws a HubError. */
export function startControl(life: Lifetime, words: RuntimeWords, place: ControlPlace, saved: SavedControl): Receiver {
  const inner = life.part();
  const status = new ControlStatus(life.node);
  try {
    return new Control(inner, words, place, saved, status);
  } catch (error) {
    status.end();
    void inner.close(false);
    throw error;
  }
}

/** A control that runs, on a page of its surface. */
class Control implements Receiver, Member {
  readonly #values: ControlValues;
  readonly #surface: Surface;
  readonly #status: ControlStatus;
  readonly #lights: SurfaceLights;
  readonly #actions: Actions;
  readonly #light: Light;
  readonly #gestures: Gestures;
  readonly #pages: Inputs;
  readonly isButton: boolean;

  /** Throws a HubError. */
  constructor(life: Lifetime, words: RuntimeWords, place: ControlPlace, saved: SavedControl, status: ControlStatus) {
    const { node } = life;
    const { surface } = place;
    this.#surface = surface;
    this.#status = status;
    const subject = subjectOf(readSaved(CONTROL, { ...saved, device: surface.values.device }), place, words);
    const fields = lightsOf(subject.values, saved.hub, subject.text);
    const values = pagedValues(subject.values, surface, fields);
    checkPages(values, surface);
    this.#values = values;
    this.isButton = subject.isButton;
    this.#lights = new SurfaceLights(life, words, fields, {
      send: (msg) => node.send(msg),
      status: (shown) => subject.isShown && status.ofState(shown),
    });
    // Before the light: their statuses come before the status of its watch.
    this.#actions = new Actions(life, words, subject, {
      send: (answer) => node.send([null, answer]),
      result: (msg, isOfSubject) => this.#light.showResult(msg, isOfSubject),
      rehearsed: () => this.#light.showRehearsed(),
      status: (name, shown) => {
        status.ofWork(name, shown);
        if (this.#lights.showGuard(name, 'armed' in shown)) this.#showNote();
      },
      noted: () => this.#showNote(),
      ended: () => this.#updateAwake(),
    });
    this.#light = new Light(life, words, subject, this.#lights, {
      status: (shown) => status.ofWork('watch', shown),
      state: (msg) => this.#actions.update(msg),
    });
    this.#gestures = new Gestures(
      life,
      words,
      saved,
      { ...subject, values },
      {
        event: (event) => this.#actions.act(event),
        status: (shown) => status.ofWork('panel', shown),
        isHand: this.#lights.isHand,
        hasMotor: this.#lights.hasMotor,
        isShown: () => this.#isShown,
        hand: (gesture) => this.#lights.takeHand(gesture),
        acted: () => this.#updateAwake(),
        lost: (msg) => this.#lights.surfaceLost(msg),
      },
    );
    this.#followRehearsal(life, subject);
    this.#pages = new Inputs(life, words, { handle: (msg) => surface.show(Reflect.get(msg, 'page')) });
    this.turned(this.#isShown);
    surface.add(life, this);
    if (!this.#isShown) life.clock.setTimeout(() => surface.darken(this), STARTED_MS);
    registerReport(life, 'control', () => this.#gestures.report);
    const { page, control, kind, actions, holdTime } = values;
    registerControl(life, {
      hub: place.config,
      ...{ surface: surface.id, page, control, kind },
      present: () => ({ ...this.#light.present, ...this.#actions.note }),
      holdMs: this.isButton && actions.some(({ on }) => on === 'hold') ? holdTime * 1000 : undefined,
      act: (hand, act) => this.#gestures.takePageHand(hand, act),
    });
  }

  get page(): string {
    return this.#values.page;
  }

  get control(): string {
    return this.#values.control;
  }

  get inverted(): boolean {
    return this.#values.inverted;
  }

  get eachPress(): boolean {
    return this.#values.eachPress;
  }

  get lockout(): number {
    const { actions, lockout } = this.#values;
    return actions.some(({ does }) => does === 'page') ? lockout * 1000 : 0;
  }

  get touches(): readonly string[] {
    return this.#lights.touches;
  }

  get dark(): ReadonlyMap<string, () => void> {
    return this.#lights.dark;
  }

  turned(isShown: boolean): void {
    const { page } = this.#values;
    const name = this.#surface.pages.find(({ id }) => id === page)?.name ?? '';
    this.#status.ofPage(isShown ? undefined : name);
    this.#lights.show(isShown);
    this.#updateAwake();
  }

  receive(msg: NodeMessage, send: Send, done: Done): void {
    if ('reset' in msg) {
      this.#lights.resend(msg);
      done();
    } else if (isPageMessage(msg, this.#values.device)) {
      if (isForSurface(msg, this.#surface)) this.#pages.receive(msg, send, done);
    } else {
      this.#gestures.receive(msg, done);
      if (!this.#isShown) this.#updateAwake();
    }
  }

  get #isShown(): boolean {
    return this.#surface.isShown(this.#values.page);
  }

  /** A key that is held, or whose command has not ended, does its work also if its page is not shown any more. */
  #updateAwake(): void {
    const isAwake = this.#isShown || this.#gestures.isHeld || this.#actions.isBusy;
    this.#light.setAwake(isAwake);
    this.#gestures.setAwake(isAwake);
  }

  /** In rehearsal, it shows what each command of its hub would have left. */
  #followRehearsal(life: Lifetime, { hub, command, stateRead }: Subject): void {
    const rehearse = (state: State | undefined) => {
      this.#actions.rehearse(state);
      this.#light.rehearse(state);
    };
    life.add(hub.rehearsal.changed.watch(() => rehearse(undefined)));
    if (!command || !stateRead || !this.isButton) return;
    life.add(
      hub.ended.watch((ended) => {
        if (ended.outcome !== 'rehearsal' || ended.failure || !hub.rehearsal.on) return;
        const state = stateAfter(command, ended.command, ended.params);
        if (state) rehearse(state);
      }),
    );
  }

  #showNote(): void {
    this.#light.showNote(this.#actions.note?.note ?? (this.#lights.isArmed ? 'armed' : undefined));
  }
}

/** Throws `BAD_INPUT` if the control, or an action of it, names a page that is gone: the dialog marks it. */
function checkPages({ page, kind, actions }: ControlValues, surface: Surface): void {
  if (page !== '') surface.checkPage(page);
  for (const { does, pageTurn, toPage } of kind === 'button' ? actions : [])
    if (does === 'page' && pageTurn === 'goto') surface.checkPage(toPage);
}

/** True for a message that names the page to show: `{page: 'Lower thirds'}`. The payload of an inject node is no gesture of a device. */
const isPageMessage = (msg: NodeMessage, device: Device): boolean =>
  'page' in msg && readGestures(msg, sourceOf(device)).every(({ source }) => source === 'plain');

/** False for a page of another surface of this type, because the message names its unit. Any other device may turn the page. */
function isForSurface(msg: NodeMessage, surface: Surface): boolean {
  const isOther = ({ values: { device, unit }, canSend }: Surface) =>
    device === surface.values.device && unit !== '' && canSend(msg);
  return surface.canSend(msg) || ![...running.surfaces.values()].some(isOther);
}

/**
 * A control that cannot start acts on nothing. Its dialog shows the messages of the device, and each message of the
 * control itself reports the error.
 */
export function disableControl(life: Lifetime, saved: SavedControl, words: RuntimeWords, error: HubError): Receiver {
  const wire = { isOwn: () => false, takes: () => false, onOwn: () => {}, onLost: () => {} };
  const own = { source: sourceOf(saved.device) ?? '' };
  const learning = new Panel(life.part({ status: () => {} }), words, undefined, own, wire);
  registerReport(life, 'control', () => learning.report);
  const disabled = disableNode(life, words, error);
  const isOwn = ownMessagesOf(saved, life.clock);
  return {
    receive(msg, send, done): void {
      // The dialog gets each message. One of another control has no end here, as in a control that runs.
      learning.ignores(msg);
      if ('reset' in msg || isOwn(msg)) disabled.receive(msg, send, done);
    },
  };
}
