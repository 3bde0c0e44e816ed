import { isEnvironment } from '../../saved/environment.js';
import { isAtLeast } from '../../saved/limits.js';
import { MIN_INTERVAL_S } from '../../saved/watch.js';
import { red } from '../base/red.js';
import { words } from '../base/words.js';
import type { Verdict } from './verdict.js';

/** Validates the interval of a watch. A blank means the default. */
export function judgeInterval(value: unknown): Verdict {
  const blank = value === '' || value === undefined;
  if (blank || isEnvironment(value) || isAtLeast(MIN_INTERVAL_S, value)) return true;
  return wrong('interval', words('allowed.number_from', { minimum: MIN_INTERVAL_S }));
}

/** Validates a path into an answer (`src/nodes/message/watched-value.ts`). A blank means the whole answer. */
export function judgePath(value: unknown): Verdict {
  const path = String(value ?? '');
  if (path === '' || isEnvironment(path)) return true;
  const readsMessage = /\[\s*msg\b/.test(path);
  // Node-RED expects a name first, and a list starts with an index.
  const property = path.startsWith('[') ? `_${path}` : `_.${path}`;
  const isPath = !readsMessage && red.utils.validateTypedProperty(property, 'msg') === true;
  return isPath || wrong('path', words('allowed.path'));
}

const wrong = (field: 'interval' | 'path', allowed: string): string =>
  words('reasons.wrong', { field: words(`editor.${field}`), allowed });
