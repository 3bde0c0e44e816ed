import type { NodeMessage, NodeStatus } from 'node-red';
import { isEqual } from '../../base/values.js';
import type { Hub } from '../../hub/hub.js';
import { type CueTexts, cueStateOf, NO_CUES } from '../../panels/lamp/cue-state.js';
import { stateOf } from '../../panels/lamp/lamp-input.js';
import type { Validity } from '../../panels/lamp/lamp-sources.js';
import { faceOf, type KeyExtras, type KeyNote, rehearsedColour, type State } from '../../panels/lamp/state.js';
import { fillPlaceholders } from '../../panels/render/placeholders.js';
import type { ActionValues } from '../../saved/control.js';
import type { PresentControl } from '../../saved/page-key.js';
import { partOfRange } from '../lamp/lamp-output.js';
import { type Appearances, appearancesOf } from '../lamp/lamp-settings.js';
import { presentReader } from '../panel/follow-present.js';
import { sessionOf } from '../registry/registry.js';
import { validityOf } from '../registry/sessions.js';
import type { Lifetime } from '../runtime/lifetime.js';
import type { RuntimeWords } from '../runtime/node-texts.js';
import { Watch } from '../watch/watch.js';
import { fadeOf, followCues, followLook, isRehearsed } from './desks.js';
import type { SurfaceLights } from './lights.js';
import { componentOf, type Subject, stateIn } from './subject.js';

/** A failure of an action on another thing is shown, and does not change the state. */
const FAILED_ELSEWHERE: NodeMessage = { ...{ hub: { outcome: 'refused' } } };

/** Time between two pictures of a fade in progress, in ms. */
const FADE_MS = 250;

interface LightOutputs {
  /** The status of the watch. */
  readonly status: (status: NodeStatus) => void;
  /** Gets each state that was read. */
  readonly state: (msg: NodeMessage) => void;
}

/** The light of a control: shows the state of its subject, and until that is read the result of its last command. */
export class Light {
  readonly #life: Lifetime;
  readonly #lights: SurfaceLights;
  readonly #subject: Subject;
  readonly #outputs: LightOutputs;
  readonly #flash: Flash | undefined;
  readonly #watch: Watch | undefined;
  /** Undefined before the first decision: a watch that was stopped before a deploy is still stopped. */
  #isAwake: boolean | undefined;
  readonly #readValue: (property: unknown) => number | undefined;
  readonly #appearances: Appearances;
  readonly #partOf: (value: number) => number;
  /** The value of the hub for a fader or an encoder. Undefined: unknown. */
  #value: number | undefined;
  #validity: Validity | undefined;
  #cues: CueTexts = NO_CUES;
  #extras: KeyExtras = {};
  #rehearsalTimer: unknown;
  #endFade: (() => void) | undefined;

  /** Throws `BAD_INPUT`. */
  constructor(life: Lifetime, words: RuntimeWords, subject: Subject, lights: SurfaceLights, outputs: LightOutputs) {
    const { hub, values, isButton, command, stateRead, look, cue, turn } = subject;
    this.#life = life;
    this.#subject = subject;
    this.#outputs = outputs;
    this.#readValue = presentReader(life.node.tools.keysOf, componentOf(command));
    this.#appearances = appearancesOf(values).appearances;
    this.#partOf = partOfRange(values);
    this.#lights = lights;
    this.#flash = isButton && command && !stateRead ? new Flash(life, hub, this.#lights) : undefined;
    if (stateRead && values.interval > 0) this.#watch = this.#watchState(life, words, stateRead);
    if (turn) this.#extras = { lookOn: 'pageShown' };
    else if (this.#flash) this.#extras = { lookOn: 'available' };
    lights.showExtras(this.#extras);
    this.rehearse(undefined);
    if (look && isButton) followLook(life, hub, look, (msg) => this.#showLook(look, msg));
    if (cue) followCues(life, hub, cue, (msg) => this.#showCues(msg));
    if (turn) life.add(subject.surface.turned.watch(() => this.#showPage(turn)));
    if (turn) this.#showPage(turn);
  }

  /** The answer or the failure of a command. `isOfSubject`: it is about the thing that the light shows. */
  showResult(msg: NodeMessage & { readonly hub?: { readonly outcome?: unknown } }, isOfSubject: boolean): void {
    const isDone = msg.hub?.outcome === 'done';
    if (this.#flash && isDone) this.#flash.show();
    else if (isOfSubject) this.#lights.showState(msg);
    else if (!isDone) this.#lights.showState(FAILED_ELSEWHERE);
    // Without an answer, the payload is still that of the device.
    const sent = isDone && !this.#subject.isButton ? this.#readValue(msg.payload) : undefined;
    if (sent !== undefined) this.#setValue(sent, msg);
  }

  /** A rehearsed command would have left this state. Undefined: none. The state of a cue list moves by itself. */
  rehearse(state: State | undefined): void {
    const { cue, hub } = this.#subject;
    // A flash of before must not end this state.
    this.#life.clock.clearTimeout(this.#rehearsalTimer);
    this.#showExtras({ rehearsed: state ? { state } : cue && isRehearsed(hub, cue) ? {} : undefined });
  }

  /** An action was rehearsed. A key that shows no state of it is blue for a moment. */
  showRehearsed(): void {
    if (this.#subject.cue || this.#extras.rehearsed?.state) return;
    this.#showExtras({ rehearsed: { isFlash: true } });
    this.#life.clock.clearTimeout(this.#rehearsalTimer);
    this.#rehearsalTimer = this.#life.clock.setTimeout(() => this.rehearse(undefined), FLASH_MS);
  }

  /** The sign of its key. */
  showNote(note: KeyNote | undefined): void {
    this.#showExtras({ note });
  }

  /** The present light and text, for the page of keys. */
  get present(): PresentControl {
    // Without polls, the value is that of the last command, until the hub is lost.
    const value = this.#validity?.holds() === false ? undefined : this.#value;
    const place = value === undefined ? undefined : this.#partOf(value);
    const { state = stateOf(value) ?? 'unknown', isRehearsed = false } = this.#lights.report;
    const { colour: usual, blink } = this.#appearances[state];
    const colour = isRehearsed ? rehearsedColour(state, this.#extras) : usual;
    const text = fillPlaceholders(this.#subject.text, { ...this.#cues });
    const { word, sign, bar } = faceOf(state, isRehearsed, this.#extras);
    return { state: word, colour, blink, text, value: bar ?? place, ...(sign && { note: sign }) };
  }

  /** Reads the state, or no longer: then it is unknown. */
  setAwake(isAwake: boolean): void {
    if (isAwake === this.#isAwake) return;
    this.#isAwake = isAwake;
    void this.#watch?.handle({ ...{ watch: isAwake ? 'start' : 'stop' } }, () => {});
  }

  #watchState(life: Lifetime, words: RuntimeWords, stateRead: NonNullable<Subject['stateRead']>): Watch {
    const { hub, id, values } = this.#subject;
    const part = life.part({
      send: (msg) => this.#showRead(msg as NodeMessage),
      // The status of an item is its state, which the light shows too.
      status: (shown) => stateRead.path !== '' && this.#outputs.status(shown),
    });
    const { interval } = values;
    const fields = { hub: id, ...stateRead, interval, listChanges: false, onLoss: 'unknown' };
    return new Watch(part, words, hub, fields);
  }

  #showRead(msg: NodeMessage): void {
    const { command, isButton } = this.#subject;
    const state = command ? stateIn(msg, command) : msg;
    this.#outputs.state(state);
    this.#lights.showState(state);
    if (!isButton) this.#setValue(this.#readValue(msg.payload), msg);
  }

  /** The key of the page that is shown is lit. */
  #showPage({ pageTurn, toPage }: ActionValues): void {
    const isTarget = pageTurn === 'goto' && toPage === this.#subject.surface.present;
    this.#lights.showState({ payload: isTarget ? 'lookOn' : 'available' });
  }

  #showLook(look: ActionValues, msg: NodeMessage): void {
    const { hub } = this.#subject;
    const showFade = () => this.#showExtras({ part: fadeOf(hub, look) });
    this.#lights.showState(msg);
    showFade();
    if (msg.payload === 'recalling') this.#endFade ??= this.#life.every(FADE_MS, showFade);
    else {
      this.#endFade?.();
      this.#endFade = undefined;
    }
  }

  #showExtras(change: KeyExtras): void {
    const extras = { ...this.#extras, ...change };
    if (isEqual(extras, this.#extras)) return;
    this.#extras = extras;
    this.#lights.showExtras(this.#extras);
  }

  #showCues(msg: NodeMessage): void {
    this.#cues = cueStateOf(msg.payload)?.cues ?? NO_CUES;
    this.#lights.showState(msg);
    this.rehearse(undefined);
  }

  #setValue(value: number | undefined, msg: NodeMessage): void {
    this.#value = value;
    this.#validity = validityOf({ ...msg }, this.#subject.id);
    this.#lights.showValue(value, msg);
  }
}

/** The state with the colour of the flash, white. */
const FLASH = 'lookOn';

/** Time of the flash, in ms. */
const FLASH_MS = 1000;

/** The light of a command whose state cannot be read: dim while the hub is connected, and white for a moment after it. */
class Flash {
  readonly #life: Lifetime;
  readonly #hub: Hub;
  readonly #lights: SurfaceLights;
  #timer: unknown;

  constructor(life: Lifetime, hub: Hub, lights: SurfaceLights) {
    this.#life = life;
    this.#hub = hub;
    this.#lights = lights;
    life.add(hub.connection.watch((state) => state === 'connected' && this.#send('available')));
  }

  /** The command has succeeded. */
  show(): void {
    this.#send(FLASH);
    this.#life.clock.clearTimeout(this.#timer);
    this.#timer = this.#life.clock.setTimeout(() => this.#send('available'), FLASH_MS);
  }

  /** Without a session, the light is unknown. */
  #send(payload: string): void {
    const session = { hub: sessionOf(this.#hub) };
    this.#lights.showState({ payload, ...session });
  }
}
