import { isName, isPrefix } from '../../remote/topics.js';
import { isEnvironment } from '../../saved/environment.js';
import { isPositive } from '../../saved/limits.js';
import { MAX_EXPIRY_S, ROLES } from '../../saved/remote.js';
import { allowedChoices, words } from '../base/words.js';
import type { Verdict } from './verdict.js';

export type RemoteField = 'role' | 'topic' | 'command' | 'expiry' | 'answerWithin';

/** Validates a field of the remote node. A blank means the default. */
export function judgeRemote(field: RemoteField, value: unknown): Verdict {
  const text = String(value ?? '').trim();
  if (text === '' || isEnvironment(text)) return true;
  switch (field) {
    case 'role':
      return (
        (ROLES as readonly string[]).includes(text) ||
        wrong(words('params.role'), allowedChoices('remote.roles', ROLES))
      );
    case 'expiry':
      return (isPositive(text) && Number(text) <= MAX_EXPIRY_S) || wrong(words('editor.expiry'), words('allowed.life'));
    case 'answerWithin':
      return isPositive(text) || wrong(words('params.answerWithin'), words('allowed.positive'));
    case 'topic':
      return isPrefix(text) || wrong(words('params.topic'), words('allowed.prefix'));
    default:
      return isName(text) || wrong(words(`params.${field}`), words('allowed.topic'));
  }
}

const wrong = (field: string, allowed: string): string => words('reasons.wrong', { field, allowed });
