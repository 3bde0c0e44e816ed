import type { Operation } from '../../hub/table/operations.js';
import { operations } from '../../hub/table/operations.js';
import { Success } from '../../hub/table/schemas.js';
import type { SimulatorAnswer } from '../behaviour/call.js';
import { anyText, integerFrom, matching, numberFrom, oneOf, type Rules, refuseMistakes } from './mistakes.js';

/**
 * A fault of matching requests. With `status`, `body`, `rubbish`, `never` or `hangUp: 'before'`, the operation does not
 * run. Otherwise it runs, and only its answer is changed. A batch has its own trouble, which does not apply to its
 * entries.
 */
export interface Trouble {
  /** Name of the operation. Default: all. */
  operation?: string;
  /** Number of requests that it applies to. Default: all until it is removed. */
  times?: number;
  /** ms before anything else happens. */
  delay?: number;
  /** Status of a fixed answer. Default: 200 if `body` is set. */
  status?: number;
  /** Body of a fixed answer. Default: empty if `status` is set. */
  body?: string;
  /** Content type of the answer. Default: `text/plain` for a fixed answer. */
  contentType?: string;
  /** Closes the socket before the answer, or in the middle of the body. */
  hangUp?: 'before' | 'during';
  /** Interval in ms. The body is sent byte by byte. */
  drip?: number;
  /** Sends no answer. */
  never?: true;
  /** Answers 200 with broken JSON. */
  rubbish?: true;
}

/** Longest time of a timer in ms. */
const LONGEST = 2 ** 31 - 1;

const FIELDS: Rules<keyof Trouble> = {
  operation: oneOf(...operations.map(({ name }) => name)),
  times: integerFrom(1),
  delay: numberFrom(0, LONGEST),
  status: integerFrom(200, 599),
  body: anyText,
  contentType: matching(/^[\t\x20-\x7e\x80-\xff]+$/, 'the value of a header, such as "text/html"'),
  hangUp: oneOf('before', 'during'),
  drip: numberFrom(0, LONGEST),
  never: oneOf(true),
  rubbish: oneOf(true),
};

/** A trouble, and the number of requests that it still applies to. */
export interface Rule {
  readonly trouble: Trouble;
  remaining: number;
}

/** Throws a RangeError with the field, its value and the allowed values. */
export function ruleFor(trouble: Trouble): Rule {
  refuseMistakes('trouble', trouble, FIELDS, 'field');
  return { trouble, remaining: trouble.times ?? Number.POSITIVE_INFINITY };
}

/** The oldest trouble that applies to a request. Decrements its count. */
export function nextTrouble(rules: readonly Rule[], operation: string): Trouble | undefined {
  const rule = rules.find(({ trouble, remaining }) => remaining > 0 && (trouble.operation ?? operation) === operation);
  if (rule) rule.remaining -= 1;
  return rule?.trouble;
}

/** The fixed answer of a trouble. Undefined if it does not replace the answer. */
export function troubleAnswer({
  rubbish,
  status,
  body,
  contentType = 'text/plain',
}: Trouble): SimulatorAnswer | undefined {
  if (rubbish) return { status: 200, type: 'application/json', body: '{"broken": ' };
  if (status === undefined && body === undefined) return undefined;
  return { status: status ?? 200, type: contentType, body: body ?? '' };
}

/** Faults that the page and `/control/` switch on and off (docs/develop/library.md "Simulate faults"). */
export const SWITCHES = ['slow', 'refuse', 'away', 'lag'] as const;

export type Switch = (typeof SWITCHES)[number];

export const isSwitch = (name: string): name is Switch => (SWITCHES as readonly string[]).includes(name);

/** Delay of each answer in ms. The page names it. */
const SLOW = 3000;

const REASON = 'The simulator is set to refuse commands';

/** Some commands are refused in their answer, with the status 200 (docs/develop/interface.md "Operations"). */
const refusal = ({ answer }: Operation): Trouble =>
  answer === Success
    ? { status: 200, body: JSON.stringify({ success: false, error: REASON }), contentType: 'application/json' }
    : { status: 409, body: `409: ${REASON}` };

/** The trouble of the switches for a request. *Away* is checked later, because it may begin during the delay. */
export const switchedTrouble = (switches: ReadonlySet<Switch>, operation: Operation | undefined): Trouble => ({
  ...(switches.has('slow') && { delay: SLOW }),
  ...(switches.has('refuse') && operation && operation.kind !== 'read' && refusal(operation)),
});
