import type { Static } from '@sinclair/typebox';
import type { Button } from '../../hub/table/schemas.js';

/** Data of an item or a MOS object. */
export type ItemData = Record<string, unknown>;

/**
 * The action of a button. It sets fields of the data of its item, then calls a function of an engine with this data.
 */
export interface ButtonAction {
  /** Fields of the data and their new values. */
  readonly sets?: Readonly<ItemData>;
  /** The function that it calls. */
  readonly calls?: { readonly engineId: number; readonly nodePath: string; readonly functionPath: string };
}

/** A button of a template or a MOS object, with its action. */
export interface PressableButton extends Static<typeof Button> {
  /** The action of a press. */
  readonly does: ButtonAction;
}
