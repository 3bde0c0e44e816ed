import type { CallOptions, Hub } from '../hub/hub.js';
import type { LookCall } from '../hub/records/as-run.js';
import { tableOperation } from '../hub/table/operations.js';
import { HubError, isNotFound } from '../hub/wire/errors.js';
import type { Params } from '../hub/wire/request.js';
import type { LookEntry } from './entries.js';
import type { Property } from './find-properties.js';
import type { PropertyName } from './look.js';

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

/** The lane of a property, shared by all commands for it. */
export const laneOf = (hub: Hub, { params }: Property): string =>
  hub.lanesOf(setProperty, { ...params, Value: 0 })[0] ?? '';

/** The sender of values, and the wait that has already begun. The time of the look-ups is a part of it. */
export interface Sender extends Pick<CallOptions, 'since' | 'remaining'> {
  readonly owner: object;
  readonly look: LookCall;
}

/** Sends each value once, joined where the hub allows it. Newer values of other senders win. Never throws a HubError. */
export function sendValues(hub: Hub, sender: Sender, commands: readonly Command[]): Promise<LookEntry[]> {
  return Promise.all(commands.map((command) => sendValue(hub, sender, command)));
}

async function sendValue(hub: Hub, sender: Sender, command: Command): Promise<LookEntry> {
  const { name, value } = command;
  try {
    const result = await hub.run(setProperty, paramsOf(command), { ...sender, joinable: true });
    return { ...name, value, outcome: typeof result === 'string' ? result : 'done' };
  } catch (error) {
    if (!(error instanceof HubError)) throw error;
    const { outcome, code, reply } = error;
    const statusCode = reply && { statusCode: reply.statusCode };
    return { ...name, value, outcome: isNotFound(error) ? 'missing' : outcome, code, ...statusCode };
  }
}
