import { MOTOR_MODES } from '../../panels/lamp/motor.js';
import { hasControl, SURFACES } from '../../panels/render/surfaces.js';
import { isEnvironment } from '../../saved/environment.js';
import { isRepeatInterval, type SavedLamp } from '../../saved/lamp.js';
import { isAtLeast } from '../../saved/limits.js';
import { allowedChoices, words } from '../base/words.js';
import type { Verdict } from './verdict.js';

export type LampField = 'surface' | 'control' | 'sourceTimeout' | 'mode' | 'low' | 'high' | 'repeat';

/** Validates a field of the lamp. A blank means the default. */
export function judgeLamp({ surface = '' }: SavedLamp, field: LampField, value: unknown): Verdict {
  const text = String(value ?? '').trim();
  if (isEnvironment(text)) return true;
  if (field === 'control')
    return isEnvironment(surface) || hasControl(surface, text) || wrong(field, words('allowed.control'));
  if (text === '') return true;
  switch (field) {
    case 'surface':
      return (SURFACES as readonly string[]).includes(text) || wrong(field, allowedChoices('lamp.surfaces', SURFACES));
    case 'mode':
      return (
        (MOTOR_MODES as readonly string[]).includes(text) || wrong(field, allowedChoices('lamp.modes', MOTOR_MODES))
      );
    case 'sourceTimeout':
      return isAtLeast(0, text) || wrong(field, words('allowed.number_from', { minimum: 0 }));
    case 'repeat':
      return isRepeatInterval(text) || wrong(field, words('allowed.repeat'));
    default:
      return Number.isFinite(Number(text)) || wrong(field, words('allowed.number'));
  }
}

const wrong = (field: LampField, allowed: string): string =>
  words('reasons.wrong', { field: words(`params.${field}`), allowed });
