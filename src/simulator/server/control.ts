import { isObject } from '../../base/values.js';
import { json, type SimulatorAnswer, text } from '../behaviour/call.js';
import type { SimulatorContext } from './context.js';
import { anything, mistakeIn, numberFrom, type Rules } from './mistakes.js';
import { performByName } from './perform.js';
import { MAX_LAG_MS, USUAL_LAG_MS } from './status-lag.js';
import { isSwitch, SWITCHES } from './trouble.js';

const PREFIX = '/control/';

export const isControl = (path: string): boolean => path.startsWith(PREFIX);

/**
 * The answer to a request of the page or of a test (docs/develop/library.md "Simulate faults"). It needs no key, appears in no
 * journal, and works while the hub is away.
 */
export function controlAnswer(
  context: SimulatorContext,
  method: string,
  path: string,
  requestBody: unknown,
): SimulatorAnswer {
  const name = path.slice(PREFIX.length);
  const { switches } = context;
  if (method === 'POST' && name === 'perform') return performNamed(context, requestBody);
  if (method === 'PUT' && name === 'lag') {
    const mistake = setLag(context, requestBody);
    if (mistake) return text(422, `422: ${mistake}`);
  }
  if (method === 'DELETE' && name === 'lag') context.statusLag.ms = 0;
  if (method === 'POST' && name === 'reset') context.reset();
  else if (method === 'PUT' && isSwitch(name)) switches.add(name);
  else if (method === 'DELETE' && isSwitch(name)) switches.delete(name);
  else return text(404, `404: ${method} ${PREFIX}${name} is not a control. Controls: ${CONTROLS}.`);
  return json(200, Object.fromEntries(SWITCHES.map((each) => [each, switches.has(each)])));
}

const LAG_FIELDS: Rules = { seconds: numberFrom(0, MAX_LAG_MS / 1000) };

/** Returns the mistake in the request, if there is one. */
function setLag({ settings, statusLag }: SimulatorContext, asked: unknown = {}): string | undefined {
  if (!isObject(asked)) return 'Send JSON with the seconds of the lag, or no body';
  const mistake = mistakeIn(asked, LAG_FIELDS, 'field');
  if (!mistake)
    statusLag.ms = asked.seconds === undefined ? settings.statusLag || USUAL_LAG_MS : Number(asked.seconds) * 1000;
  return mistake;
}

const CONTROLS = [
  ...SWITCHES.map((name) => `PUT and DELETE ${PREFIX}${name}`),
  ...['reset', 'perform'].map((name) => `POST ${PREFIX}${name}`),
].join(', ');

const PERFORM_FIELDS: Rules = { operation: anything, params: anything };

function performNamed(context: SimulatorContext, asked: unknown): SimulatorAnswer {
  const { operation, params = {} } = isObject(asked) ? asked : {};
  if (typeof operation !== 'string' || !isObject(params))
    return text(422, '422: Send JSON with an operation and its params');
  const mistake = mistakeIn(asked, PERFORM_FIELDS, 'field');
  return mistake ? text(422, `422: ${mistake}`) : performByName(context, operation, params);
}
