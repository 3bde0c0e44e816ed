import { TAI_AHEAD_S } from '../../base/clock.js';
import { type Fields, isObject } from '../../base/values.js';
import type { SourceReport } from '../gesture/gesture.js';
import { fromValue, jsonIn, NONE, nameOf, type ParsedGesture } from './parse-values.js';

/**
 * An older state, in ms, is not a press: a sender repeats its state to new subscribers. No network takes as long, and
 * synchronised clocks differ by far less.
 */
const OLDEST_MS = 5000;

/**
 * NMOS IS-07 over MQTT or WebSocket: `{identity: {source_id}, event_type, timing: {creation_timestamp}, payload:
 * {value}, message_type: "state"}`, as an object or, from a WebSocket, still as text.
 */
export function is07(msg: Fields): readonly ParsedGesture[] {
  const event = eventIn(msg);
  if (!isObject(event) || event.message_type !== 'state' || !isObject(event.payload)) return NONE;
  const control = sourceIn(event.identity);
  const at = isObject(event.timing) ? inMs(event.timing.creation_timestamp) : undefined;
  const isOld = at !== undefined && Date.now() - at > OLDEST_MS;
  const more = { ...(at !== undefined && { at }), ...(isOld && { retained: true as const }) };
  return fromValue(control, numberOf(event.payload)).map((gesture) => ({ ...gesture, ...more }));
}

/** Messages of a source that restarts. `connection_lost` is the will of a sender, in the first version of IS-07. */
const RESTARTS: readonly unknown[] = ['reboot', 'shutdown', 'connection_lost'];

/** The messages that are not states: those of `RESTARTS`, `connection_status` and `health`. */
export function is07Report(msg: Fields): SourceReport | undefined {
  const report = eventIn(msg);
  if (!isObject(report)) return undefined;
  const { message_type: type, identity, active } = report;
  if (RESTARTS.includes(type)) return { control: `is07 ${sourceIn(identity)}` };
  if (type === 'connection_status') return { connected: active === true };
  return type === 'health' ? {} : undefined;
}

const sourceIn = (identity: unknown): string => nameOf(isObject(identity) ? identity.source_id : undefined, 'event');

const eventIn = ({ payload }: Fields): unknown =>
  typeof payload === 'string' && payload.includes('"message_type"') ? jsonIn(payload) : payload;

/** A rational number has a `scale` that its value is divided by. */
const numberOf = ({ value, scale }: Fields): unknown =>
  typeof value === 'number' && typeof scale === 'number' ? value / scale : value;

/** `SECONDS:NANOSECONDS` since the epoch (TAI) in ms of UTC. */
function inMs(stamp: unknown): number | undefined {
  const [, seconds, nanoseconds] = (typeof stamp === 'string' && /^(\d{1,12}):(\d{1,9})$/.exec(stamp)) || [];
  return seconds === undefined ? undefined : (Number(seconds) - TAI_AHEAD_S) * 1000 + Number(nanoseconds) / 1e6;
}
