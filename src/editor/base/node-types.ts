import type { SavedConnection } from '../../saved/hub.js';
import type { SavedOperation } from '../../saved/operation.js';
import type { SavedPanel } from '../../saved/panel.js';
import type { SavedParam, SavedParams } from '../../saved/param.js';
import type { SavedWatch } from '../../saved/watch.js';
import type { EditorNode } from './red.js';

/** A node with an operation as the editor holds it: a node of an area, or a watch. */
export interface OperationNode extends EditorNode, SavedOperation, Pick<SavedWatch, 'path' | 'listChanges' | 'onLoss'> {
  name: string;
  params: SavedParams;
  interval?: string;
}

/** A configuration as the editor holds it, without secrets. */
export interface HubConfig extends EditorNode, Required<SavedConnection> {
  name: string;
  /** The editor knows only secrets that were typed since the last deploy. */
  credentials?: Readonly<Record<string, unknown>>;
}

/** A saved parameter with all fields as text. Flows from other tools can hold other types. */
export function paramOf(params: SavedParams | undefined, name: string): SavedParam | undefined {
  const saved: Partial<SavedParam> | undefined = params?.[name];
  return saved && { ...saved, type: String(saved.type ?? 'str'), value: String(saved.value ?? '') };
}

/** A panel node as the editor holds it. */
export interface PanelNode extends EditorNode, SavedPanel {
  name: string;
  params: SavedParams;
}
