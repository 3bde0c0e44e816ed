/** The small part of Node-RED's editor and of jQuery that the dialogs use, and nothing more. */

/** A node or configuration as the editor holds it. */
export interface EditorNode {
  readonly id: string;
  readonly type: string;
  /** False once the editor found an error in it. */
  readonly valid?: boolean;
}

export interface Editor {
  /** Words of a catalogue's key. */
  _(key: string, values?: Readonly<Record<string, unknown>>): string;
  readonly nodes: {
    node(id: string): EditorNode | null | undefined;
  };
  readonly utils: {
    validateTypedProperty(value: string, type: string): true | string;
    /** Takes the store off a context key, e.g. `#:(file)::key`. */
    parseContextKey(value: string): { readonly key: string };
  };
}

export interface Option {
  readonly value: string;
  readonly label: string;
}

/** One of the types that a typed input offers. */
export interface InputType {
  readonly value: string;
  readonly label?: string;
  readonly icon?: string;
  readonly options?: readonly Option[];
}

export interface ListOptions<Row> {
  readonly addButton: string;
  readonly height: 'auto';
  readonly removable: true;
  addItem(row: readonly Element[], index: number, data: Partial<Row>): void;
  removeItem(data: Row): void;
}

export interface Elements {
  on(events: string, handler: () => void): Elements;
  data(name: 'tooltip'): { delete(): void } | null | undefined;
  data(name: 'tooltip', value: null): Elements;
  /** Also ends the widgets inside, which plain DOM calls do not. */
  empty(): Elements;
  typedInput(options: { readonly types: readonly (string | InputType)[]; readonly default: string }): Elements;
  typedInput(read: 'type' | 'value'): string;
  editableList<Row>(options: ListOptions<Row>): Elements;
  editableList<Row>(method: 'addItem', data: Row): Elements;
}

declare const RED: Editor;
declare const jQuery: (target: Element) => Elements;

export const red: Editor = RED;
export const $: (target: Element) => Elements = jQuery;
