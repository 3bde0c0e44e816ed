import { isObject } from '../base/values.js';
import type { SavedParams } from './param.js';

/** The parameters that a node saved, with the labels of the pickers: of its command, or of the actions of a control. */
export function pickedValues(node: unknown): SavedParams<unknown>[] {
  const { params, actions } = Object(node) as { readonly params?: unknown; readonly actions?: unknown };
  const ofActions = Array.isArray(actions) ? actions.filter(isObject).map((action) => action.params) : [];
  return [params, ...ofActions].filter(isObject) as SavedParams<unknown>[];
}
