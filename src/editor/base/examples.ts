import { ajax } from './red.js';

declare const __PACKAGE__: string;

/** A saved node of a flow. */
export type SavedNode = Readonly<Record<string, unknown>> & { readonly id: string; readonly type: string };

/** The nodes of an example flow, such as `4-recipes/osc`. Rejects like `ajax`. */
export const exampleFlow = (name: string): PromiseLike<readonly SavedNode[]> =>
  ajax({ url: `library/examples/flows/${__PACKAGE__}/${name}`, method: 'GET' }) as PromiseLike<readonly SavedNode[]>;
