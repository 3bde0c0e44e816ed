import { isObject } from '../../../base/values.js';
import { firstEntries, NONE, type ParsedGesture } from '../parse-values.js';
import { type DeviceReader, eventGesture, onlineReport, stateGesture } from './device.js';
import type { Act } from './event-words.js';

/** The actions of a button or switch, https://tasmota.github.io/docs/Buttons-and-Switches/ */
const ACTIONS: Readonly<Record<string, Act>> = {
  SINGLE: 'single',
  DOUBLE: 'double',
  TRIPLE: 'triple',
  QUAD: 'triple',
  PENTA: 'triple',
  HOLD: 'hold',
  CLEAR: 'release',
  TOGGLE: 'single',
};

/** Both usual forms of *FullTopic*: `stat/NAME/RESULT` and `NAME/stat/RESULT`. */
const TOPIC = /^(?:(stat|tele|cmnd)\/(.+)|(.+)\/(stat|tele|cmnd))\/([A-Z]+\d*)$/;

/**
 * Tasmota. https://tasmota.github.io/docs/MQTT/
 *
 * | topic | payload | act |
 * |---|---|---|
 * | `stat/NAME/RESULT` | `{"Button1": {"Action": "SINGLE"}}` (*SetOption73*) | the action |
 * | | `{"Switch1": {"Action": "ON"}}` (*SetOption114*) | the action |
 * | | `{"POWER": "ON"}`, and `ON` in `stat/NAME/POWER`. Also when it connects | a change, once |
 * | `cmnd/NAME/POWER` | `TOGGLE`, `HOLD` (*ButtonTopic*) | the action |
 * | `tele/NAME/LWT` | `Online` | none. The next states are none, too |
 * | `tele/NAME/STATE` | `{"POWER": "ON", …}` | none. It shows the first state after a start |
 * | `tele/NAME/SENSOR`, `INFO1`, `stat/NAME/STATUS` … | | none |
 */
export const tasmota: DeviceReader = ({ topic, content }) => {
  if (topic.startsWith('tasmota/discovery/')) return NONE;
  const [, before, behind, ahead, after, leaf = ''] = TOPIC.exec(topic) ?? [];
  const prefix = before ?? after;
  const device = behind ?? ahead;
  if (!prefix || !device) return undefined;
  const from = (button: string) => ({
    family: 'tasmota' as const,
    topic,
    button,
    origin: `tasmota ${device} ${button}`,
  });
  if (!isObject(content)) {
    const word = String(content).toUpperCase();
    if (leaf === 'LWT' && word === 'ONLINE') return [onlineReport(topic, before ? `stat/${device}` : `${device}/stat`)];
    if (prefix === 'tele') return NONE;
    if (!/^POWER\d*$/.test(leaf)) return undefined;
    const act = ACTIONS[word];
    if (act) return prefix === 'cmnd' ? eventGesture({ ...from(''), origin: `${topic}` }, act, word) : NONE;
    return word === 'ON' || word === 'OFF'
      ? stateGesture({ ...from(''), origin: from(leaf).origin }, word === 'ON')
      : NONE;
  }
  const isState = prefix === 'tele' && leaf === 'STATE';
  if (prefix === 'cmnd' || (prefix === 'tele' && leaf !== 'RESULT' && !isState) || leaf.startsWith('STATUS'))
    return NONE;
  return firstEntries(content).flatMap(([name, value]) => {
    if (/^POWER\d*$/.test(name) && (value === 'ON' || value === 'OFF'))
      return stateGesture(from(name), value === 'ON').map((each) => ({ ...each, ...(isState && { isReport: true }) }));
    return /^(?:Button|Switch)\d+$/.test(name) && isObject(value) ? fromAction(from(name), value.Action) : NONE;
  });
};

function fromAction(from: Parameters<typeof stateGesture>[0], action: unknown): readonly ParsedGesture[] {
  const word = String(action).toUpperCase();
  if (word === 'ON' || word === 'OFF') return stateGesture({ ...from, isChange: true }, word === 'ON');
  const act = ACTIONS[word];
  return act ? eventGesture(from, act, word) : NONE;
}
