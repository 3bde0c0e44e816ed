import type { NodeMessage } from 'node-red';
import { type Clock, systemClock } from '../../base/clock.js';
import type { Operation } from '../../hub/table/operations.js';
import { HubError } from '../../hub/wire/errors.js';
import type { Gesture } from '../../panels/gesture/gesture.js';
import { ClickDeduplicator } from '../../panels/mapping/button.js';
import type { ButtonHistories } from '../../panels/mapping/button-histories.js';
import { controllerOf } from '../../panels/mapping/halves.js';
import { ParameterSelection } from '../../panels/mapping/parameters.js';
import { Repeats } from '../../panels/mapping/repeats.js';
import { SourceStates } from '../../panels/mapping/source-states.js';
import { Copies } from '../../panels/recognise/copies.js';
import { hasDeviceSign } from '../../panels/recognise/device-sign.js';
import { isEmpty, readGestures, readProperty, reportIn } from '../../panels/recognise/index.js';
import { tryRead } from '../../panels/recognise/parse-values.js';
import type { PropertyOptions } from '../../panels/recognise/property.js';
import type { ACT_ON } from '../../saved/operation.js';
import type { SavedParams } from '../../saved/param.js';

/** The reason to ignore a message: a release, a retained message, or a control without a press. */
export type Ignored = 'released' | 'retained' | 'moved';

export interface PressOptions {
  /** `press`: of any kind. `inverted`: a press arrives as a release, from a contact with a pull-up or inverted keys. */
  readonly kind: Exclude<(typeof ACT_ON)[number], 'every'>;
  /** A parameter uses the payload, so objects and lists in it are not gestures. */
  readonly payloadIsData: boolean;
  /** The property that is read instead of the whole message. */
  readonly property?: PropertyOptions | undefined;
}

/** Accepts presses and all messages that are not from a panel (docs/develop/rules.md "Live control", *Act on*). */
export class PressFilter {
  readonly #options: PressOptions;
  readonly #copies: Copies;
  readonly #clicks: ClickDeduplicator;
  readonly #states: SourceStates;
  readonly #repeats: Repeats;
  readonly #parameters: ParameterSelection;

  constructor(options: PressOptions, clock: Clock = systemClock, histories?: ButtonHistories) {
    this.#options = options;
    this.#copies = new Copies(clock);
    this.#clicks = new ClickDeduplicator(clock);
    this.#states = new SourceStates(clock, histories?.states);
    this.#repeats = new Repeats({ inverted: options.kind === 'inverted' }, clock, histories);
    this.#parameters = new ParameterSelection(clock);
  }

  start(): void {
    this.#states.start();
  }

  /** A press that waits is refused. */
  close(): void {
    this.#parameters.close();
  }

  /**
   * The reason to ignore a message, if any. A promise for a MIDI controller that may select a parameter: it settles
   * within 40 ms. Throws `BAD_INPUT` if the message cannot be read.
   */
  refusal(msg: NodeMessage): Ignored | undefined | Promise<Ignored | undefined> {
    const { payloadIsData, property } = this.#options;
    if (!property && !hasDeviceSign(msg)) return undefined;
    const read = tryRead(msg, ({ payload, retain }) => ({ payload, retain }));
    if (!read) throw new HubError('BAD_INPUT', { field: 'payload', value: 'msg.payload', allowed: { key: 'json' } });
    const { payload, retain } = read;
    const isData = payloadIsData && typeof payload === 'object' && !property;
    const received = isData ? [] : property ? readProperty(msg, property) : readGestures(msg);
    // First, since the copy of a state that only reports must not act.
    if (this.#copies.isCopy(msg, received)) return 'moved';
    const gestures = received.map((gesture) => this.#repeats.mark(this.#states.mark(gesture)));
    if (retain === true) return 'retained';
    if (isEmpty(msg)) return 'moved';
    const report = isData || property ? undefined : reportIn(msg);
    if (report) {
      this.#states.report(report);
      return 'moved';
    }
    if (property && gestures.length === 0) return 'moved';
    const refusals = gestures.map((gesture) => this.#refusalOf(gesture));
    // One press in a bundle is enough.
    const refusal = refusals.includes(undefined) ? undefined : refusals[0];
    return gestures[0] ? this.#refusalOfParameter(gestures[0], refusal) : refusal;
  }

  /** The controllers of a parameter (NRPN, RPN) are not presses. The first one is known when the second one arrives. */
  #refusalOfParameter(
    gesture: Gesture,
    refusal: Ignored | undefined,
  ): Ignored | undefined | Promise<Ignored | undefined> {
    const controller = controllerOf(gesture);
    if (!controller) return refusal;
    let decide = (_isSelector: boolean): void => {};
    const parameter = this.#parameters.read(controller, (isSelector) => decide(isSelector));
    if (refusal) return refusal;
    if (parameter !== 'undecided') return parameter && 'moved';
    return new Promise((resolve) => {
      decide = (isSelector) => resolve(isSelector ? 'moved' : undefined);
    });
  }

  #refusalOf(gesture: Gesture): Ignored | undefined {
    const { pressed, momentary, retained, isReport } = gesture;
    if (retained) return 'retained';
    if (isReport) return 'moved';
    const isDuplicate = this.#clicks.isDuplicate(gesture);
    if (pressed === undefined) return this.#mayAct(gesture) ? undefined : 'moved';
    const isPress = momentary ? !isDuplicate : pressed !== (this.#options.kind === 'inverted');
    if (!isPress) return 'released';
    return this.#isWanted(gesture) ? undefined : 'moved';
  }

  /** A pad's numbers may also be data for a command. A known device names its turns: they are events like a press. */
  #mayAct = ({ kind, family }: Gesture): boolean =>
    kind === 'pad' || (family !== undefined && this.#options.kind === 'press');

  #isWanted({ event = 'press', continues }: Gesture): boolean {
    switch (this.#options.kind) {
      case 'single':
        return event === 'press' && !continues;
      case 'double':
      case 'hold':
        return event === this.#options.kind;
      default:
        // Its press has fired before.
        return !continues;
    }
  }
}

/** True if a parameter of the operation takes its value from the payload. */
export const usesPayload = ({ parameters }: Pick<Operation, 'parameters'>, saved: SavedParams<unknown> = {}): boolean =>
  parameters.some(({ name }) => {
    const { type, value } = saved[name] ?? {};
    return (type === 'msg' || type === 'jsonata') && /\bpayload\b/.test(String(value));
  });
