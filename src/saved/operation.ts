import { choice, describe, flag, number, optionalChoice, POSITIVE, params, type SavedOf, text } from './field.js';

/** The end of a message whose value a newer one replaces, the default first: without output, or as an output message. */
const SUPERSEDED = ['end', 'pass'] as const;

/**
 * The messages that fire a trigger, the default first. A press excludes releases and retained messages. With
 * `inverted`, the source sends a press as a release, for example an active-low contact. With `single`, `double` or
 * `hold`, only this kind of press fires, if the device separates them.
 */
export const ACT_ON = ['press', 'inverted', 'single', 'double', 'hold', 'every'] as const;

/** The output of a batch, the default first: one message with all answers, or one message for each answer. */
const BATCH_OUTPUTS = ['all', 'each'] as const;

/** The place of failed entries of a batch, the default first: in the error, or among the answers. */
const FAILED_ENTRIES = ['error', 'result'] as const;

/** The deliveries of an operation, the default first. */
export const deliveriesOf = (
  operation: { readonly newestWins?: true } | undefined,
): readonly ('latest' | 'inOrder')[] => (operation?.newestWins ? ['latest', 'inOrder'] : ['inOrder']);

/** The lockout in s of a new key that goes one step further: a nervous hand taps twice. */
export const STEP_LOCKOUT = '0.25';

/** The lockout of a new key after its command was chosen. A lockout that a user has typed stays. */
export function stepLockout(present: string, advances: boolean): string {
  if (advances) return present === '' ? STEP_LOCKOUT : present;
  return present === STEP_LOCKOUT ? '' : present;
}

/** The fields of each command, also of an action of a control. A blank time is the default of the table. */
export const COMMAND_FIELDS = {
  operation: text('editor.operation', 'operation'),
  params,
  expiry: number('editor.expiry', undefined, POSITIVE),
  timeout: number('editor.timeout', undefined, POSITIVE),
  /** Only the launcher and graphs. */
  secondPress: flag('editor.secondPress'),
};

/** The saved fields of an area node with this operation (docs/develop/architecture.md "Nodes"). */
export const operationFields = (operation: Parameters<typeof deliveriesOf>[0]) =>
  describe({
    ...COMMAND_FIELDS,
    hub: text('editor.hub', 'hub'),
    delivery: optionalChoice('editor.delivery', deliveriesOf(operation), 'delivery'),
    /** Only for operations with `latest`. */
    superseded: choice('editor.superseded', SUPERSEDED, 'superseded'),
    /** The rest is only for triggers. */
    actOn: choice('editor.actOn', ACT_ON, 'actOn'),
    lockout: number('editor.lockout', 0, POSITIVE),
    /** A path in the payload, and its values for a press and a release as text. Blank: from the device. */
    property: text('editor.property'),
    pressedIs: text('editor.pressedIs'),
    releasedIs: text('editor.releasedIs'),
    /** Only the batch. */
    output: choice('editor.output', BATCH_OUTPUTS, 'output'),
    failed: choice('editor.failed', FAILED_ENTRIES, 'failed'),
  });

type OperationFields = ReturnType<typeof operationFields>['fields'];

export type SavedOperation = SavedOf<OperationFields> & { hub: string; operation: string };
