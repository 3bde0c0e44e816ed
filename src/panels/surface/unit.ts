import { isObject } from '../../base/values.js';
import { tryRead } from '../recognise/parse-values.js';

/**
 * True if a message can be from this unit. A message that names no unit can be from any. Never throws. The unit is a serial number
 * (Stream Deck), the name of a port (MIDI), a unit id (X-keys), an IP address (OSC), or the beginning of a topic (MQTT).
 */
export function canBeFrom(msg: unknown, unit: string): boolean {
  if (unit === '') return true;
  return (
    tryRead(msg, ({ serialNumber, midi, topic, payload, ip, qos }) => {
      const unitId = isObject(payload) ? payload.unit_id : undefined;
      const names = [serialNumber, isObject(midi) ? topic : undefined, unitId, ip].filter((each) => each !== undefined);
      if (names.length > 0) return names.some((each) => String(each) === unit);
      return qos === undefined || topic === unit || String(topic).startsWith(`${unit.replace(/\/$/, '')}/`);
    }) ?? true
  );
}
