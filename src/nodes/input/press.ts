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

/** What of a message is asked for; any of it may be missing or break when it is read. */
type Sent = NodeMessage & { readonly retain?: unknown };

/** What makes a message a press. */
export interface PressOptions {
  /** Pressed is told as let go: a contact with a pull-up, keys that work the other way round. */
  readonly inverted: boolean;
  /** The payload feeds a parameter, so that objects and lists in it are no gestures. */
  readonly payloadIsData: boolean;
}

/** Lets through what is a press, and whatever no panel sends (docs/architecture.md "Live control", *Act on*). */
export class Press {
  readonly #options: PressOptions;
  readonly #clicks: ClickDeduplicator;
  readonly #states: SourceStates;

  constructor(options: PressOptions, clock: Clock = realClock) {
    this.#options = options;
    this.#clicks = new ClickDeduplicator(clock);
    this.#states = new SourceStates(clock);
  }

  /** The flow starts now. */
  start(): void {
    this.#states.start();
  }

  /** Why a message fires nothing; undefined: it does. Throws `BAD_INPUT` if the message cannot be read. */
  refusal(msg: Sent): Note | undefined {
    const { payload, retain } = read(msg);
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
    // Of a bundle one press is enough.
    return refusals.includes(undefined) ? undefined : refusals[0];
  }

  #refusalOf(gesture: Gesture): Note | undefined {
    const { kind, pressed, momentary, retained } = gesture;
    if (retained) return 'retained';
    const isDuplicate = this.#clicks.isDuplicate(gesture);
    // Several numbers of a pad may as well be what a command goes with.
    if (pressed === undefined) return kind === 'pad' ? undefined : 'moved';
    const isPress = momentary ? !isDuplicate : pressed !== this.#options.inverted;
    return isPress ? undefined : 'released';
  }
}

function read(msg: Sent): Pick<Sent, 'payload' | 'retain'> {
  try {
    return { payload: msg.payload, retain: msg.retain };
  } catch {
    throw new HubError('BAD_INPUT', { field: 'payload', value: 'msg.payload', allowed: { key: 'json' } });
  }
}

/** Whether one of the operation's parameters takes its value from the payload. */
export const usesPayload = ({ parameters }: Pick<Operation, 'parameters'>, saved: SavedParams<unknown> = {}): boolean =>
  parameters.some(({ name }) => {
    const { type, value } = saved[name] ?? {};
    return (type === 'msg' || type === 'jsonata') && /\bpayload\b/.test(String(value));
  });
