/** The small part of Node-RED's editor and of jQuery that the dialogs use, and nothing more. */

/** A node or configuration as the editor holds it. */
export interface EditorNode {
  readonly id: string;
  readonly type: string;
  /** The tab or subflow that it stands in. */
  readonly z?: string;
  /** Whether it is disabled. */
  readonly d?: boolean;
  /** False once the editor found an error in it. */
  readonly valid?: boolean;
}

export interface Editor {
  /** Words of a catalogue's key. */
  _(key: string, values?: Readonly<Record<string, unknown>>): string;
  readonly nodes: {
    node(id: string): EditorNode | null | undefined;
    eachConfig(visit: (config: EditorNode) => void): void;
    eachNode(visit: (node: EditorNode) => void): void;
    /** Counts a node among the users of its configurations. */
    updateConfigNodeUsers(node: EditorNode, how: { readonly action: 'add' }): void;
    subflow(id: string): Container | null | undefined;
    workspace(id: string): Container | null | undefined;
    /** What was registered as a type of node; undefined for what is not loaded. */
    getType(type: string): object | undefined;
  };
  readonly actions: { add(name: string, act: () => void): void };
  readonly sidebar: { addTab(tab: SidebarTab): void; show(id: string): void };
  /** Shows the place where a node stands. */
  readonly view: { reveal(id: string): void };
  readonly editor: { validateNode(node: EditorNode): void };
  readonly events: {
    on(event: 'nodes:add', listener: (node: EditorNode, how?: { readonly source?: unknown }) => void): void;
    on(event: 'nodes:change' | 'editor:save', listener: (node: EditorNode) => void): void;
    on(event: 'registry:node-type-added', listener: () => void): void;
  };
  /** Puts a text into the clipboard, and says so beside an element in the words of a key; also where there is no https. */
  readonly clipboard: { copyText(text: string, beside: Elements, key: string): void };
  readonly popover: {
    panel(content: Elements): Panel;
  };
  readonly utils: {
    /** What a node or configuration is called. */
    getNodeLabel(node: EditorNode): string;
    validateTypedProperty(value: string, type: string): true | string;
    /** Takes the store off a context key, e.g. `#:(file)::key`. */
    parseContextKey(value: string): { readonly key: string };
  };
}

/** A tab of the sidebar. */
interface SidebarTab {
  readonly id: string;
  readonly name: string;
  /** Shorter than the name: several tabs stand side by side. */
  readonly label: string;
  readonly iconClass: string;
  readonly content: HTMLElement;
  /** The action that shows it. */
  readonly action: string;
  /** Whether it can be used while a dialog is open. */
  readonly enableOnEdit: boolean;
}

/** A tab or a subflow: what nodes stand in, with its environment. */
interface Container {
  readonly env?: readonly { readonly name: string; readonly value?: unknown }[];
  /** Of a subflow: where it is used. */
  readonly instances?: readonly Container[];
}

/** Something that opens below a field and closes by Escape or a click elsewhere. */
export interface Panel {
  show(options: {
    readonly target: Elements;
    readonly align: 'right';
    /** How far from the target, in px: to the right, and down. */
    readonly offset: readonly [number, number];
    onclose?(): void;
  }): void;
  hide(): void;
}

/** An entry of a tree; `children` are asked for when it is opened, and are a list from then on. */
export interface TreeItem {
  readonly label: string;
  readonly sublabel?: string;
  readonly icon?: string;
  readonly class?: string;
  children?: readonly TreeItem[] | ((done: (items: readonly TreeItem[]) => void, item: TreeItem) => void);
  readonly choose?: () => void;
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
  /** Shows the value instead of a text to type in. */
  readonly valueLabel?: (container: Elements, value: string) => void;
  /** What the button beside the value does. */
  readonly expand?: () => void;
}

interface ListOptions<Row> {
  readonly addButton: string;
  readonly height: 'auto';
  readonly removable: true;
  addItem(row: readonly Element[], index: number, data: Partial<Row>): void;
  removeItem(data: Row): void;
}

/** What jQuery tells of an event. */
interface JQueryEvent {
  readonly type: string;
  /** Undefined where code brought it about, not a person. */
  readonly originalEvent?: unknown;
  /** Where the focus goes. */
  readonly relatedTarget?: EventTarget | null;
}

interface Elements {
  on(events: string, handler: () => void): Elements;
  on(events: 'change focusout', handler: (event: JQueryEvent) => void): Elements;
  on(event: 'treelistselect' | 'treelistconfirm', handler: (event: unknown, item: TreeItem) => void): Elements;
  off(events: string, handler: () => void): Elements;
  get(index: 0): HTMLElement;
  data(name: 'tooltip'): { delete(): void } | null | undefined;
  data(name: 'tooltip', value: null): Elements;
  /** Also ends the widgets inside, which plain DOM calls do not. */
  empty(): Elements;
  typedInput(options: { readonly types: readonly (string | InputType)[]; readonly default: string }): Elements;
  typedInput(read: 'type' | 'value'): string;
  typedInput(write: 'type' | 'value', to: string): Elements;
  typedInput(write: 'types', to: readonly (string | InputType)[]): Elements;
  treeList(options: {
    readonly data: readonly TreeItem[];
    /** Whether moving by the keyboard selects. */
    readonly autoSelect: boolean;
    readonly selectable: boolean;
  }): Elements;
  editableList<Row>(options: ListOptions<Row>): Elements;
  editableList<Row>(method: 'addItem', data: Row): Elements;
}

interface Ajax {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly contentType?: 'application/json';
  readonly data?: string;
}

declare const RED: Editor;
declare const jQuery: ((target: Element) => Elements) & { ajax(request: Ajax): PromiseLike<unknown> };

export const red: Editor = RED;
export const $: (target: Element) => Elements = jQuery;

/**
 * Asks the runtime as the user who is logged in; `fetch` would carry no token. Rejects with an object whose `status` is
 * that of HTTP, 0 where nothing answers.
 */
export const ajax = (request: Ajax): PromiseLike<unknown> => jQuery.ajax(request);
