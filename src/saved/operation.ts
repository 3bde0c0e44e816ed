import type { SavedParams } from './param.js';

/** What the dialog of every area node saves (docs/architecture.md "Nodes"). A blank means: as the table says. */
export interface SavedOperation {
  hub: string;
  operation: string;
  params?: SavedParams<unknown>;
  /** One of `deliveriesOf`. */
  delivery?: string;
  /** Seconds. */
  expiry?: string;
  /** Seconds. */
  timeout?: string;
  /** One of `ACT_ON`; only what has triggers. */
  actOn?: string;
  /** Seconds for which the same press fires nothing once it was sent; blank: it always does. Only what has triggers. */
  deaf?: string;
  /** Only the launcher. */
  guarded?: boolean;
}

/** What the dialog of the batch saves besides. */
export interface SavedBatch extends SavedOperation {
  /** One of `OUTPUT`. */
  output?: string;
  /** One of `FAILED`. */
  failed?: string;
}

/** How an operation can be delivered, the usual way first; `latest` is the parameter of which only the newest counts. */
export const deliveriesOf = (operation: { readonly latest?: string } | undefined): readonly ('latest' | 'inOrder')[] =>
  operation?.latest ? ['latest', 'inOrder'] : ['inOrder'];

/**
 * What makes a trigger act, the usual first: a press (the release of a button and what a broker has kept are ignored), a
 * press that is told as a release (active-low contacts, inverted keys), or every message.
 */
export const ACT_ON = ['press', 'inverted', 'every'] as const;

/** How a batch hands on its answers, the usual way first: one message with all, or one message an answer. */
export const OUTPUT = ['all', 'each'] as const;

/** Where the failed entries of a batch go, the usual way first: into the error, or among the answers. */
export const FAILED = ['error', 'result'] as const;
