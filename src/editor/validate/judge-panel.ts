import { SOURCES } from '../../panels/gesture.js';
import { isEnvironment } from '../../saved/environment.js';
import { isAtLeast, isPositive } from '../../saved/limits.js';
import { CODINGS, CURVES, TAKEOVERS, TREATED_AS } from '../../saved/panel.js';
import type { PanelNode } from '../base/node-types.js';
import { operationByName } from '../base/table.js';
import { allowedChoices, words } from '../base/words.js';
import { judgeHub, judgeParam } from './judge-operation.js';
import type { Verdict } from './verdict.js';

/** Settings of the panel node with a few choices. */
export const PANEL_CHOICES = {
  source: SOURCES,
  kind: TREATED_AS,
  curve: CURVES,
  coding: CODINGS,
  takeover: TAKEOVERS,
} as const satisfies Partial<Record<keyof PanelNode, readonly string[]>>;

export type PanelChoice = keyof typeof PANEL_CHOICES;

/** The number fields, and their limits. */
const NUMBERS = {
  low: 'number',
  high: 'number',
  from: 'number',
  to: 'number',
  step: 'positive',
  axis: 'count',
  acceleration: 'atLeastOne',
  holdTime: 'positive',
  doubleTime: 'positive',
  lockout: 'positive',
} as const satisfies Partial<Record<keyof PanelNode, string>>;

type PanelNumber = keyof typeof NUMBERS;

export const PANEL_NUMBERS = Object.keys(NUMBERS) as PanelNumber[];

/** Validates a field of the panel node. A blank means the default. */
export function judgePanel(
  node: PanelNode,
  field: PanelChoice | PanelNumber | 'hub' | 'params',
  value: unknown,
): true | string | string[] {
  const hub = String(node.hub ?? '');
  if (field === 'hub') return isNoHub(String(value ?? '')) || judgeHub(String(value));
  if (field === 'params') return isNoHub(hub) || judgeProperty(node, value as PanelNode['params']);
  if (field === 'to' && isBlank(value) && !isBlank(node.from)) return wrong('to', words('allowed.number'));
  if (isBlank(value) || isEnvironment(value)) return true;
  return field in NUMBERS ? judgeNumber(field as PanelNumber, value) : judgeChoice(field as PanelChoice, String(value));
}

const isBlank = (value: unknown): boolean => value === '' || value === undefined;

/** A panel without a hub is valid: a watch can give the present value. */
export const isNoHub = (id: string): boolean => id === '' || id === '_ADD_';

function judgeNumber(field: PanelNumber, value: unknown): Verdict {
  const number = String(value).trim() === '' ? Number.NaN : Number(value);
  switch (NUMBERS[field]) {
    case 'number':
      return Number.isFinite(number) || wrong(field, words('allowed.number'));
    case 'positive':
      return isPositive(number) || wrong(field, words('allowed.positive'));
    case 'count':
      return (Number.isInteger(number) && number >= 0) || wrong(field, words('allowed.integer_from', { minimum: 0 }));
    case 'atLeastOne':
      return isAtLeast(1, number) || wrong(field, words('allowed.number_from', { minimum: 1 }));
  }
}

function judgeChoice(field: PanelChoice, value: string): Verdict {
  const options: readonly string[] = PANEL_CHOICES[field];
  return options.includes(value) || wrong(field, allowedChoices('panel.choices', options));
}

/** The reasons of all missing parts of the property with the present value. */
function judgeProperty(node: PanelNode, params: PanelNode['params']): true | string[] {
  const parameters = operationByName('getProperty')?.parameters ?? [];
  const reasons = parameters
    .map((parameter) => judgeParam(node, parameter, params))
    .filter((verdict) => verdict !== true);
  return reasons.length === 0 || reasons;
}

const wrong = (field: PanelNumber | PanelChoice, allowed: string): string =>
  words('reasons.wrong', { field: words(`panel.${field}`), allowed });
