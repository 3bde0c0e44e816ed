import { choice, describe, flag, number, params, type SavedOf, text } from './field.js';

/** The message when the hub is lost or refuses, the default first: none, or one with the payload `unknown`. */
const ON_LOSS = ['nothing', 'unknown'] as const;

/** The saved fields of the watch. */
export const WATCH = describe({
  hub: text('editor.hub', 'hub'),
  operation: text('editor.operation', 'operation'),
  /** The parameters of the operation, and `ITEM_PARAMETER`. */
  params,
  /** Seconds. A shorter interval would delay commands. */
  interval: number('editor.interval', 1, { key: 'number', minimum: 0.1 }),
  /** The part of the answer that is watched. Blank: all of it. */
  path: text('editor.path', 'path'),
  /** Lists the changed paths. */
  listChanges: flag('editor.listChanges', true),
  onLoss: choice('editor.onLoss', ON_LOSS, 'onLoss'),
});

export type SavedWatch = SavedOf<typeof WATCH.fields> & { hub: string; operation: string };

/** The extra parameter of a watch of a rundown: the item whose state is sent. */
export const ITEM_PARAMETER = 'item';

/** The part of an operation that is used here, from the table or from its public form. */
interface WithParameters<P> {
  readonly name: string;
  readonly parameters: readonly P[];
}

/** `ITEM_PARAMETER`, like in the table's read of one item. Undefined for other reads. */
export function itemParameter<P extends { readonly name: string }>(
  read: WithParameters<P>,
  find: (name: string) => WithParameters<P> | undefined,
): P | undefined {
  const item =
    read.name === 'listLinearItems' && find('getLinearItem')?.parameters.find(({ name }) => name === 'itemId');
  return item ? { ...item, name: ITEM_PARAMETER } : undefined;
}
