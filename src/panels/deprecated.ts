import type { Gesture } from './gesture.js';
import { type FindEffect, type LampInput, parseLampMessage } from './lamp/lamp-input.js';
import { LampSources, type Validity } from './lamp/lamp-sources.js';
import type { State } from './lamp/state.js';
import type { ButtonListener } from './mapping/button.js';
import { ClickDeduplicator } from './mapping/click-deduplicator.js';
import type { TakeoverResult } from './mapping/takeover.js';

/** @deprecated Use `ClickDeduplicator`. */
export class Once extends ClickDeduplicator {
  /** @deprecated Use `isDuplicate`. */
  isToldAlready(gesture: Gesture): boolean {
    return this.isDuplicate(gesture);
  }
}

/** @deprecated Use `LampSources`. */
export class Voices extends LampSources {
  /** @deprecated Use `update`. */
  hear(input: LampInput, now: number, validity?: Validity): void {
    this.update(input, now, validity);
  }

  /** @deprecated Use `mostUrgent`. */
  most(now: number): State {
    return this.mostUrgent(now);
  }

  /** @deprecated Use `nextChange`. */
  due(now: number): number | undefined {
    return this.nextChange(now);
  }
}

/**
 * Without `find`, every answer of the hub counts as the answer of a command, also if the operation is a read.
 *
 * @deprecated Use `parseLampMessage`.
 */
export const saidBy = (msg: Readonly<Record<string, unknown>>, find: FindEffect = () => undefined) =>
  parseLampMessage(msg, find);

/** @deprecated Use `ButtonListener`. */
export type TellButton = ButtonListener;

/** @deprecated Use `TakeoverResult`. */
export type Taken = TakeoverResult;
