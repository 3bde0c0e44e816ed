import type { SavedParams } from './param.js';

/** The saved fields of an area node (docs/architecture.md "Nodes"). Blank: the default of the table. */
export interface SavedOperation {
  hub: string;
  operation: string;
  params?: SavedParams<unknown>;
  /** One of `deliveriesOf`. */
  delivery?: string;
  /** One of `SUPERSEDED`. Only for operations with `latest`. */
  superseded?: string;
  /** Seconds. */
  expiry?: string;
  /** Seconds. */
  timeout?: string;
  /** One of `ACT_ON`. Only for areas with triggers. */
  actOn?: string;
  /** The lockout in seconds. Blank: none. Only for areas with triggers. */
  lockout?: string;
  /** A path in the payload, and its values for a press and a release as text. Blank: from the device. Only for triggers. */
  property?: string;
  pressedIs?: string;
  releasedIs?: string;
  /** Only the launcher and graphs. */
  secondPress?: boolean;
}

/** The saved fields of the batch. */
export interface SavedBatch extends SavedOperation {
  /** One of `BATCH_OUTPUTS`. */
  output?: string;
  /** One of `FAILED_ENTRIES`. */
  failed?: string;
}

/** The deliveries of an operation, the default first. `latest` is the parameter of which only the newest value counts. */
export const deliveriesOf = (operation: { readonly latest?: string } | undefined): readonly ('latest' | 'inOrder')[] =>
  operation?.latest ? ['latest', 'inOrder'] : ['inOrder'];

/** The end of a message whose value a newer one replaces, the default first: without output, or as an output message. */
export const SUPERSEDED = ['end', 'pass'] as const;

/**
 * The messages that fire a trigger, the default first. A press excludes releases and retained messages. With
 * `inverted`, the source sends a press as a release, for example an active-low contact. With `single`, `double` or
 * `hold`, only this kind of press fires, if the device separates them.
 */
export const ACT_ON = ['press', 'inverted', 'single', 'double', 'hold', 'every'] as const;

/** The output of a batch, the default first: one message with all answers, or one message for each answer. */
export const BATCH_OUTPUTS = ['all', 'each'] as const;

/** The place of failed entries of a batch, the default first: in the error, or among the answers. */
export const FAILED_ENTRIES = ['error', 'result'] as const;
