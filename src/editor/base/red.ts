/** Node-RED's editor and its jQuery. `@types/node-red` describes them, and this file adds the rest. */
import type {
  RED as EditorRED,
  WidgetEditableListOptions as ListOptions,
  WidgetTypedInputTypeDefinition,
} from '@node-red/editor-client';
import type { SavedVersion } from '../../saved/version.js';

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

/** A panel that opens below a field. Escape or a click elsewhere closes it. */
export type Panel = ReturnType<EditorRED['popover']['panel']>;

export interface Option {
  readonly value: string;
  readonly label: string;
}

export type InputType = WidgetTypedInputTypeDefinition;

type InputTypes = readonly (string | InputType)[];

/** An overload here comes before those of `@types/node-red`, whose nodes and events are any object. */
declare module '@node-red/editor-client' {
  /** A node on the canvas. */
  interface CanvasNode extends EditorNode {
    x: number;
    y: number;
    w: number;
    h: number;
    readonly inputs?: number;
    readonly outputs?: number;
  }

  /** A wire. */
  interface Wire {
    readonly source: CanvasNode;
    readonly sourcePort: number;
    readonly target: CanvasNode;
  }

  /** A tab or a subflow. */
  interface Container {
    /** The name of a tab. */
    readonly label?: string;
    /** True for a tab whose nodes do not run. */
    readonly disabled?: boolean;
    /** The name of a subflow. */
    readonly name?: string;
    readonly env?: readonly { readonly name: string; readonly value?: unknown }[];
    /** The uses of a subflow. */
    readonly instances?: readonly Container[];
    /** The inputs and outputs of a subflow on its own canvas. */
    readonly in?: readonly Box[];
    readonly out?: readonly Box[];
  }

  interface RED {
    readonly hooks: {
      /** The part of the name after the dot identifies the listener. */
      add(
        hook: 'viewAddNode.graphics-hub',
        listener: (drawn: { readonly node: EditorNode; readonly el: object }) => void,
      ): void;
      add(
        hook: 'viewRedrawNode.graphics-hub',
        listener: (drawn: { readonly node: EditorNode; readonly el: Element }) => void,
      ): void;
    };
  }

  interface Nodes {
    node(id: string): EditorNode | null | undefined;
    subflow(id: string): Container | null | undefined;
    workspace(id: string): Container | null | undefined;
    /** Ids of the tabs, new ones last. */
    getWorkspaceOrder(): readonly string[];
    eachConfig(visit: (config: EditorNode) => void): void;
    eachNode(visit: (node: EditorNode) => void): void;
    filterNodes(filter: { readonly z: string }): readonly CanvasNode[];
    junctions(z: string): readonly Box[];
    /** The frames of groups. `x` and `y` are the upper left corner. */
    groups(z: string): readonly Box[];
    /** The wires from the outputs of a node, which have the port type 0, or to its input, which has the port type 1. */
    getNodeLinks(id: string, portType: 0 | 1): readonly Wire[];
    /** Returns the node as the editor holds it. */
    add(node: CanvasNode): CanvasNode;
    updateConfigNodeUsers(node: EditorNode, change: { readonly action: 'add' }): void;
  }

  interface View {
    /** Creates a node for the open flow without adding it. Also returns its entry for undo. */
    createNode(type: string, x: number, y: number): { readonly node: CanvasNode; readonly historyEvent: object };
    /** Width and height of a node with its label, in px. */
    calculateNodeDimensions(node: CanvasNode): readonly [w: number, h: number];
    /** Adds saved nodes as one undo step. */
    importNodes(nodes: readonly object[], options: { readonly generateIds: boolean; readonly notify: boolean }): void;
  }

  interface ViewTools {
    calculateGridSnapOffsets(node: CanvasNode): Point;
  }

  interface Workspaces {
    /** Id of the open tab or subflow. */
    active(): string | 0;
    /** Without an id: the open one. */
    isLocked(id?: string): boolean | undefined;
  }

  interface Editor {
    /** Opens the dialog of a configuration, or of a new one. */
    editConfig(field: '', type: string, id: string): void;
  }

  interface History {
    push(event: object): void;
  }

  interface Events {
    on(event: 'nodes:add', listener: (node: EditorNode, details?: { readonly source?: unknown }) => void): void;
    on(event: 'nodes:change' | 'editor:save', listener: (node: EditorNode) => void): void;
  }

  interface Keyboard {
    /** Calls `act` for a key inside the element with the id `scope`. */
    add(scope: string, key: string, act: () => void): void;
  }

  interface Clipboard {
    /** Copies a text, also without https, and shows the text of `key` beside an element. */
    copyText(text: string, beside: JQuery, key: string): void;
  }

  interface Notifications {
    notify(
      content: HTMLElement,
      options: {
        readonly fixed: true;
        readonly buttons: readonly { readonly text: string; readonly class?: 'primary'; click(): void }[];
      },
    ): { close(): void };
  }

  interface Utils {
    getNodeLabel(node: EditorNode): string;
    validateTypedProperty(value: string, type: string): true | string;
  }

  interface WidgetEditableList {
    /** A row from the button below the list is blank. */
    <Row>(
      options: Omit<ListOptions<Row>, 'addItem'> & {
        addItem(row: JQuery, index: number, data: Partial<Row>): void;
      },
    ): this;
  }

  interface WidgetTypedInput {
    (options: { readonly types: InputTypes; readonly default: string }): this;
    (write: 'types', to: InputTypes): void;
  }

  interface WidgetTypedInputTypeDefinition {
    /** Shows the value instead of a text field. */
    readonly valueLabel?: (container: JQuery, value: string) => void;
    /** Action of the button beside the value. */
    readonly expand?: () => void;
  }
}

declare module '@node-red/util' {
  interface I18nTFunction {
    // biome-ignore lint/style/useShorthandFunctionType: only an interface can add to an interface.
    (key: string, values: Readonly<Record<string, unknown>>): string;
  }
}

declare const RED: EditorRED;

export type { CanvasNode, Wire } from '@node-red/editor-client';

export const red: EditorRED = RED;
export const $: (target: Element) => JQuery = jQuery;

/** All nodes on all flows, deployed or not. */
export function allNodes(): readonly EditorNode[] {
  const all: EditorNode[] = [];
  red.nodes.eachNode((node) => void all.push(node));
  return all;
}

/** True if the user may change flows. */
export const canEditFlows = (): boolean => red.user.hasPermission('flows.write');

export type Ajax = JQuery.UrlAjaxSettings;

/**
 * Sends a request as the logged-in user (`fetch` would send no token). Rejects with an object that has the HTTP
 * `status`, 0 if there is no answer.
 */
export const ajax = (request: Ajax): PromiseLike<unknown> => jQuery.ajax(request);

/** A position on the canvas in px, independent of scroll and zoom. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly w: number;
  readonly h: number;
}

/** A rectangle on the canvas, in px. `x` and `y` are its centre, as in Node-RED's nodes. */
export type Box = Point & Size;
