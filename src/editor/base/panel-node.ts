import type { SavedPanel } from '../../saved/panel.js';
import type { SavedParams } from '../../saved/param.js';
import type { EditorNode } from './red.js';

/** A panel node as the editor holds it. */
export interface PanelNode extends EditorNode, SavedPanel {
  name: string;
  params: SavedParams;
}
