import type { SavedAction } from '../../saved/control.js';
import type { DeskType } from '../base/control-actions.js';
import type { EditorNode } from '../base/red.js';
import type { Fields, NewNames } from './new-names.js';

/** The differences between looks and cue lists. Both are stored lists with a desk. */
export interface Desk {
  /** The type of the nodes with a desk. */
  readonly type: DeskType;
  /** The field with a name, or with the number of a cue: in messages, nodes and actions. Also the value of `does`. */
  readonly field: 'look' | 'cue';
  /** The field of an action with the id of its node. */
  readonly nodeField: 'lookNode' | 'cuesNode';
  /** The keys of the text and of the button that offer to update the uses. */
  readonly texts: { readonly uses: string; readonly update: string };
  /** True if an action needs the name. Other operations leave an old one unused. */
  needsName(action: SavedAction): boolean;
  /** True if two nodes share their stored list. */
  isSame(one: EditorNode, other: EditorNode): boolean;
  /** The uses in files. `node` has the stored list. */
  usesInFiles?(node: EditorNode, names: NewNames): Promise<Uses>;
}

/** A node or a file with an old name. */
export interface Use {
  /** Example: `Evening show: 10, 20.5`. */
  readonly text: string;
  /** The node that the canvas shows. */
  readonly node: EditorNode;
  /** The fields of the node with the new names. Undefined if it does not have an old name any more. */
  readonly fields?: () => Fields | undefined;
  /** Writes the file with the new names. Rejects with a `RequestError`. */
  readonly write?: () => Promise<void>;
}

export interface Uses {
  readonly uses: readonly Use[];
  /** Sentences about the files that could not be read. */
  readonly failures: readonly string[];
}
