import { isObject } from '../base/values.js';

/** A saved parameter: a typed input, and the text of the picker. In a flow written by hand, `value` may have any type. */
export interface SavedParam<Value = string> {
  readonly type: string;
  readonly value: Value;
  readonly label?: string;
  /** For an engine: the hub had no other one when it was chosen, so the label of the node does not name it. */
  readonly alone?: boolean;
}

/** By name of the parameter. */
export type SavedParams<Value = string> = Record<string, SavedParam<Value>>;

/** Typed inputs that have a value without a message, so the editor can list things that depend on them. */
export const STATIC_TYPES: readonly string[] = ['str', 'num', 'bool', 'json', 'env'];

/** The parameters that a node saved, with the labels of the pickers: of its command, or of the actions of a control. */
export function pickedValues(node: unknown): SavedParams<unknown>[] {
  const { params, actions } = Object(node) as { readonly params?: unknown; readonly actions?: unknown };
  const ofActions = Array.isArray(actions) ? actions.filter(isObject).map((action) => action.params) : [];
  return [params, ...ofActions].filter(isObject) as SavedParams<unknown>[];
}
