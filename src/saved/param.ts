/** A parameter as a dialog saves it: a typed input, and what a picker showed for it. A flow by hand may hold no text. */
export interface SavedParam<Value = string> {
  readonly type: string;
  readonly value: Value;
  readonly label?: string;
  /** Of an engine: the hub had no other one when it was chosen, so a node's label need not name it. */
  readonly alone?: boolean;
}

/** By the parameter's name. */
export type SavedParams<Value = string> = Record<string, SavedParam<Value>>;

/** Typed inputs that mean something without a message: the editor can ask the hub for what depends on them. */
export const STANDING: readonly string[] = ['str', 'num', 'bool', 'json', 'env'];
