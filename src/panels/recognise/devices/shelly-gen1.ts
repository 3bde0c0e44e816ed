import { isObject } from '../../../base/values.js';
import { NONE } from '../parse-values.js';
import { type DeviceReader, eventGesture, onlineReport, reportOf, stateGesture } from './device.js';
import type { Act } from './event-words.js';

/** https://shelly-api-docs.shelly.cloud/gen1/#common-http-api, the event of an input. */
const EVENTS: ReadonlyMap<unknown, Act> = new Map([
  ['S', 'single'],
  ['SS', 'double'],
  ['SSS', 'triple'],
  ['SL', 'triple'],
  ['LS', 'triple'],
  ['L', 'held'],
]);

/** Topics that report something else than an act. */
const REPORTS =
  /^(?:announce|command|online|info|status|temperature\w*|overtemperature|voltage|longpush\/\d|sensor\/.+|.+\/(?:power|energy|command|overpower_value|current|pf|total\w*))$/;

/**
 * Shelly Gen1. https://shelly-api-docs.shelly.cloud/gen1/#mqtt-support
 *
 * | topic below `shellies/NAME/` | payload | act |
 * |---|---|---|
 * | `input_event/0` | `{"event": "S", "event_cnt": 3}`, the same again each 30 s | the event, once for each count |
 * | | `{"event": "", "event_cnt": 0}` | none: the device started |
 * | `input/0` | `1`, `0`, the same again each 30 s | a change, unless the input sends events |
 * | `relay/0` | `on`, `off`, the same again each 30 s | a change, unless the input sends messages |
 * | `online` | `true` | none. The next states and the next event of the device are none, too |
 * | `announce`, `info`, `longpush/0`, `sensor/battery`, `relay/0/power` … | | none |
 *
 * The first event and the first states after a start may be old, because of the 30 s. Home Assistant ignores the first
 * count for the same reason: home-assistant/core, homeassistant/components/shelly/coordinator.py. A Button1 connects
 * because it is pressed, so its `online` means nothing.
 */
export const shellyGen1: DeviceReader = ({ topic, content }) => {
  if (!topic.startsWith('shellies/')) return undefined;
  const [, device = '', leaf = 'announce'] = /^shellies\/([^/]+)\/(.+)$/.exec(topic) ?? [];
  if (leaf === 'online' && String(content) === 'true' && !device.startsWith('shellybutton'))
    return [onlineReport(topic, `shellies/${device}`)];
  if (REPORTS.test(leaf)) return NONE;
  const [, kind = '', channel = ''] = /^(input_event|input|relay)\/(\d)$/.exec(leaf) ?? [];
  const from = { family: 'shelly' as const, topic, origin: `shelly ${device} ${channel}`, isPeriodic: true as const };
  const value = String(content);
  switch (kind) {
    case 'input_event': {
      if (!isObject(content)) return NONE;
      const { event, event_cnt: count } = content;
      const act = EVENTS.get(event);
      if (act) return eventGesture({ ...from, rank: 3 }, act, String(event), String(count));
      // The counter starts again.
      return [{ ...reportOf(topic), origin: { button: from.origin, rank: 3, id: String(count) } }];
    }
    case 'input':
      return value === '0' || value === '1' ? stateGesture({ ...from, rank: 2 }, value === '1') : NONE;
    case 'relay':
      return value === 'on' || value === 'off' ? stateGesture({ ...from, rank: 1 }, value === 'on') : NONE;
    default:
      return undefined;
  }
};
