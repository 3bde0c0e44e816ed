import { isEnvironment } from '../../saved/environment.js';
import { isAtLeast } from '../../saved/limits.js';
import { SHORTEST_INTERVAL_S } from '../../saved/watch.js';
import { red } from '../base/red.js';
import { words } from '../base/words.js';
import type { Verdict } from './verdict.js';

/** Whether a watch can look that often; blank means: as usual. */
export function judgeInterval(value: unknown): Verdict {
  const blank = value === '' || value === undefined;
  if (blank || isEnvironment(value) || isAtLeast(SHORTEST_INTERVAL_S, value)) return true;
  return wrong('interval', words('allowed.number_from', { minimum: SHORTEST_INTERVAL_S }));
}

/** Whether a path can lead into an answer (src/nodes/input/answer-path.ts); blank is the whole. */
export function judgePath(value: unknown): Verdict {
  const path = String(value ?? '');
  if (path === '' || isEnvironment(path)) return true;
  const readsMessage = /\[\s*msg\b/.test(path);
  // Node-RED wants a name first; a list has none.
  const property = path.startsWith('[') ? `_${path}` : `_.${path}`;
  const isPath = !readsMessage && red.utils.validateTypedProperty(property, 'msg') === true;
  return isPath || wrong('path', words('allowed.path'));
}

const wrong = (field: 'interval' | 'path', allowed: string): string =>
  words('reasons.wrong', { field: words(`editor.${field}`), allowed });
