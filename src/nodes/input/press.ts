import type { NodeMessage } from 'node-red';
import type { Operation } from '../../hub/table/operation.js';
import { HubError } from '../../hub/wire/errors.js';
import { type Clock, realClock } from '../../panels/clock.js';
import type { Gesture } from '../../panels/gesture.js';
import { ClickDeduplicator } from '../../panels/mapping/click-deduplicator.js';
import { SourceStates } from '../../panels/mapping/source-states.js';
import { isEmpty, recogniseAll, reportIn } from '../../panels/recognise/index.js';
import type { SavedParams } from '../../saved/param.js';
import type { Note } from '../output/node-status.js';

/** Each field may be missing, or throw when it is read. */
type InputMessage = NodeMessage & { readonly retain?: unknown };

export interface PressOptions {
  /** A press arrives as a release: a contact with a pull-up, or inverted keys. */
  readonly inverted: boolean;
  /** A parameter uses the payload, so objects and lists in it are not gestures. */
  readonly payloadIsData: boolean;
}

/** Accepts presses and all messages that are not from a panel (docs/architecture.md "Live control", *Act on*). */
export class Press {
  readonly #options: PressOptions;
  readonly #clicks: ClickDeduplicator;
  readonly #states: SourceStates;

  constructor(options: PressOptions, clock: Clock = realClock) {
    this.#options = options;
    this.#clicks = new ClickDeduplicator(clock);
    this.#states = new SourceStates(clock);
  }

  start(): void {
    this.#states.start();
  }

  /** The reason to ignore a message, if any. Throws `BAD_INPUT` if the message cannot be read. */
  refusal(msg: InputMessage): Note | undefined {
    const { payload, retain } = readPayload(msg);
    const isData = this.#options.payloadIsData && typeof payload === 'object';
    const gestures = isData ? [] : recogniseAll(msg).map((gesture) => this.#states.take(gesture));
    if (retain === true) return 'retained';
    if (isEmpty(msg)) return 'moved';
    const report = isData ? undefined : reportIn(msg);
    if (report) {
      this.#states.report(report);
      return 'moved';
    }
    const refusals = gestures.map((gesture) => this.#refusalOf(gesture));
    // One press in a bundle is enough.
    return refusals.includes(undefined) ? undefined : refusals[0];
  }

  #refusalOf(gesture: Gesture): Note | undefined {
    const { kind, pressed, momentary, retained } = gesture;
    if (retained) return 'retained';
    const isDuplicate = this.#clicks.isDuplicate(gesture);
    // A pad's numbers may also be data for a command.
    if (pressed === undefined) return kind === 'pad' ? undefined : 'moved';
    const isPress = momentary ? !isDuplicate : pressed !== this.#options.inverted;
    return isPress ? undefined : 'released';
  }
}

function readPayload(msg: InputMessage): Pick<InputMessage, 'payload' | 'retain'> {
  try {
    return { payload: msg.payload, retain: msg.retain };
  } catch {
    throw new HubError('BAD_INPUT', { field: 'payload', value: 'msg.payload', allowed: { key: 'json' } });
  }
}

/** True if a parameter of the operation takes its value from the payload. */
export const usesPayload = ({ parameters }: Pick<Operation, 'parameters'>, saved: SavedParams<unknown> = {}): boolean =>
  parameters.some(({ name }) => {
    const { type, value } = saved[name] ?? {};
    return (type === 'msg' || type === 'jsonata') && /\bpayload\b/.test(String(value));
  });
