import type { SavedVersion } from '../../saved/version.js';

/** The part of Node-RED's editor and of jQuery that the dialogs use. */

/** A node or configuration as the editor holds it. */
export interface EditorNode extends SavedVersion {
  readonly id: string;
  readonly type: string;
  /** Id of its tab or subflow. */
  readonly z?: string;
  /** True if it is disabled. */
  readonly d?: boolean;
  /** True if it differs from the deployed node. */
  readonly changed?: boolean;
  /** False if the editor found an error in it. */
  readonly valid?: boolean;
}

export interface Editor {
  /** The text of a catalogue key. */
  _(key: string, values?: Readonly<Record<string, unknown>>): string;
  readonly nodes: {
    node(id: string): EditorNode | null | undefined;
    eachConfig(visit: (config: EditorNode) => void): void;
    eachNode(visit: (node: EditorNode) => void): void;
    /** The wires from the outputs of a node, which have the port type 0. */
    getNodeLinks(id: string, portType: 0): readonly { readonly target: EditorNode }[];
    updateConfigNodeUsers(node: EditorNode, change: { readonly action: 'add' }): void;
    subflow(id: string): Container | null | undefined;
    workspace(id: string): Container | null | undefined;
    /** The definition of a node type. Undefined if the type is not loaded. */
    getType(type: string): object | undefined;
  };
  /** The language of the editor, e.g. `de`. */
  readonly i18n: { lang(): string };
  readonly actions: { add(name: string, act: () => void): void; invoke(name: string): void };
  /** Calls `act` for a key inside the element with the id `scope`. */
  readonly keyboard: { add(scope: string, key: string, act: () => void): void };
  readonly sidebar: { addTab(tab: SidebarTab): void; show(id: string): void };
  readonly user: { hasPermission(permission: string): boolean };
  /** Scrolls to a node. */
  readonly view: { reveal(id: string): void };
  readonly editor: { validateNode(node: EditorNode): void };
  readonly hooks: {
    /** The part of the name after the dot identifies the listener. */
    add(
      hook: 'viewAddNode.graphics-hub',
      listener: (drawn: { readonly node: EditorNode; readonly el: object }) => void,
    ): void;
  };
  readonly events: {
    on(event: 'nodes:add', listener: (node: EditorNode, details?: { readonly source?: unknown }) => void): void;
    on(event: 'nodes:change' | 'editor:save', listener: (node: EditorNode) => void): void;
    on(event: 'registry:node-type-added', listener: () => void): void;
  };
  /** Copies a text, also without https, and shows the text of `key` beside an element. */
  readonly clipboard: { copyText(text: string, beside: Elements, key: string): void };
  readonly popover: {
    panel(content: Elements): Panel;
  };
  readonly utils: {
    getNodeLabel(node: EditorNode): string;
    validateTypedProperty(value: string, type: string): true | string;
    /** Removes the store from a context key, e.g. `#:(file)::key`. */
    parseContextKey(value: string): { readonly key: string };
  };
}

/** A tab of the sidebar. */
interface SidebarTab {
  readonly id: string;
  readonly name: string;
  /** A short name, because several tabs share the width. */
  readonly label: string;
  readonly iconClass: string;
  readonly content: HTMLElement;
  /** Name of the action that opens the tab. */
  readonly action: string;
  /** True if it works while a dialog is open. */
  readonly enableOnEdit: boolean;
}

/** A tab or a subflow. */
interface Container {
  readonly env?: readonly { readonly name: string; readonly value?: unknown }[];
  /** The uses of a subflow. */
  readonly instances?: readonly Container[];
}

/** A panel that opens below a field. Escape or a click elsewhere closes it. */
export interface Panel {
  show(options: {
    readonly target: Elements;
    readonly align: 'right';
    /** Distance from the target in px: right, down. */
    readonly offset: readonly [number, number];
    onclose?(): void;
  }): void;
  hide(): void;
}

/** An entry of a tree. A function in `children` loads them when the entry opens. */
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

export interface InputType {
  readonly value: string;
  readonly label?: string;
  readonly icon?: string;
  readonly options?: readonly Option[];
  /** Shows the value instead of a text field. */
  readonly valueLabel?: (container: Elements, value: string) => void;
  /** Action of the button beside the value. */
  readonly expand?: () => void;
}

interface ListOptions<Row> {
  readonly addButton: string;
  readonly height: 'auto';
  readonly removable: true;
  addItem(row: readonly Element[], index: number, data: Partial<Row>): void;
  removeItem(data: Row): void;
}

interface JQueryEvent {
  readonly type: string;
  /** Undefined if code caused the event. */
  readonly originalEvent?: unknown;
  /** The element that gets the focus. */
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
  /** Also removes the widgets inside, unlike plain DOM calls. */
  empty(): Elements;
  typedInput(options: { readonly types: readonly (string | InputType)[]; readonly default: string }): Elements;
  typedInput(read: 'type' | 'value'): string;
  typedInput(write: 'type' | 'value', to: string): Elements;
  typedInput(write: 'types', to: readonly (string | InputType)[]): Elements;
  treeList(options: {
    readonly data: readonly TreeItem[];
    /** True if moving by the keyboard selects. */
    readonly autoSelect: boolean;
    readonly selectable: boolean;
  }): Elements;
  editableList<Row>(options: ListOptions<Row>): Elements;
  editableList<Row>(method: 'addItem', data: Row): Elements;
}

export interface Ajax {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly contentType?: 'application/json';
  readonly data?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** In ms. Default: none. */
  readonly timeout?: number;
}

declare const RED: Editor;
declare const jQuery: ((target: Element) => Elements) & { ajax(request: Ajax): PromiseLike<unknown> };

export const red: Editor = RED;
export const $: (target: Element) => Elements = jQuery;

/**
 * Sends a request as the logged-in user (`fetch` would send no token). Rejects with an object that has the HTTP
 * `status`, 0 if there is no answer.
 */
export const ajax = (request: Ajax): PromiseLike<unknown> => jQuery.ajax(request);
