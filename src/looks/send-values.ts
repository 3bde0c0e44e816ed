import { type CallOptions, type Hub, isSkipped } from '../hub/hub.js';
import { partDone } from '../hub/plan/incomplete.js';
import type { LookCall } from '../hub/records/as-run.js';
import { tableOperation } from '../hub/table/operations.js';
import { HubError, isNotFound } from '../hub/wire/errors.js';
import type { Params } from '../hub/wire/request.js';
import { failedEntries, type LookEntry, outcomeOf } from './entries.js';
import type { Property } from './find-properties.js';
import { listed, type PropertyName, textOf } from './look.js';
import { LookQueue } from './look-queue.js';

/** The movement to a value: seconds, and the name of the curve. */
export interface Fade {
  readonly duration: number;
  readonly interpolation: string;
}

/** A value for a property of this hub. */
export interface Command {
  readonly name: PropertyName;
  readonly property: Property;
  readonly value: unknown;
  readonly fade: Fade;
}

const setProperty = tableOperation('setProperty');

/** The values of `setProperty` for a command. A hub refuses a duration of 0. */
const paramsOf = ({ property, value, fade: { duration, interpolation } }: Command): Params => ({
  ...property.params,
  Value: value,
  // A text of a look has the right type already.
  fit: false,
  ...(duration > 0 && { Duration: duration, Interpolation: interpolation }),
});

/** The lanes of properties. Planning 10,000 of them takes 0.3 s. */
const lanes = new WeakMap<Property, string>();

/** The lane of a property, shared by all commands for it. */
export function laneOf(hub: Hub, property: Property): string {
  const lane = lanes.get(property) ?? hub.lanesOf(setProperty, { ...property.params, Value: 0 })[0] ?? '';
  lanes.set(property, lane);
  return lane;
}

/** Above this number, each value of a look may wait 1 ms longer for the others. Example: 10,000 values, 9 s longer. */
const USUAL_VALUES = 1000;

/** The sender of values, and the wait that has already begun. The time of the look-ups is a part of it. */
export interface Sender extends Pick<CallOptions, 'since' | 'remaining'> {
  readonly owner: object;
  readonly group: LookCall;
}

/**
 * Sends each value once, joined where the hub allows it. Newer values of other senders win, also while these wait. Never
 * throws a HubError.
 */
export function sendValues(hub: Hub, sender: Sender, commands: readonly Command[]): Promise<LookEntry[]> {
  const { remaining, ...own } = sender;
  const longer = Math.max(0, commands.length - USUAL_VALUES);
  const options: CallOptions = {
    ...own,
    joinable: true,
    expiry: hub.levelExpiry + longer,
    ...(remaining !== undefined && { remaining: remaining + longer }),
  };
  return Promise.all(commands.map((command) => sendValue(hub, sender, command, options)));
}

async function sendValue(hub: Hub, sender: Sender, command: Command, options: CallOptions): Promise<LookEntry> {
  const { name, property, value } = command;
  const { owner, group } = sender;
  const { since } = group;
  const lane = laneOf(hub, property);
  const queue = LookQueue.of(hub);
  const release = hub.ledger.hold(lane);
  try {
    const refusal = await queue.enter(`${lane} ${name.component ?? ''}`, { owner, since });
    if (refusal === 'closed') return { ...name, value, outcome: 'not-sent', code: 'CLOSED' };
    if (refusal) return { ...name, value, outcome: refusal };
    return await sendNow(hub, command, options, since).finally(() => queue.leave());
  } finally {
    release();
  }
}

/** Sends a value, unless a command that began later has entered its lane. */
async function sendNow(hub: Hub, command: Command, options: CallOptions, since: number): Promise<LookEntry> {
  const { name, property, value } = command;
  if (hub.ledger.of(laneOf(hub, property)).began > since) return { ...name, value, outcome: 'superseded' };
  try {
    const result = await hub.run(setProperty, paramsOf(command), options);
    return { ...name, value, outcome: isSkipped(result) ? result.outcome : 'done' };
  } catch (error) {
    if (!(error instanceof HubError)) throw error;
    const { outcome, code, reply } = error;
    const statusCode = reply && { statusCode: reply.statusCode };
    return { ...name, value, outcome: isNotFound(error) ? 'missing' : outcome, code, ...statusCode };
  }
}

/** For values that failed in several ways. */
const CODES = { unknown: 'HUB_FAULT', refused: 'HUB_REJECTED', 'not-sent': 'HUB_NOT_FOUND' } as const;

/** The values that were not set, as one error. Undefined if all were. */
export function entriesError(entries: readonly LookEntry[]): HubError | undefined {
  const outcome = outcomeOf(entries);
  if (outcome === 'done' || outcome === 'superseded' || outcome === 'rehearsal') return undefined;
  const failed = failedEntries(entries);
  const names = failed.map((entry) => `${textOf(entry)} (${entry.outcome})`);
  const [first, ...others] = failed.map(({ code = 'HUB_NOT_FOUND' }) => code);
  const isOne = others.every((code) => code === first);
  const code = isOne && first ? first : CODES[outcome];
  const statusCode = isOne ? failed[0]?.statusCode : undefined;
  return new HubError(code, { sentence: partDone(entries), left: listed(names), statusCode }, { outcome });
}
