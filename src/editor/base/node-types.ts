import type { PublicOperation } from '../../hub/table/public-table.js';
import type { SavedControl } from '../../saved/control.js';
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
  /** Saved by an older version: undefined. */
  checkNames?: string;
  simulator?: string;
  /** The editor knows only secrets that were typed since the last deploy. */
  credentials?: Readonly<Record<string, unknown>>;
}

/** A saved parameter with all fields as text. Flows from other tools can hold other types. */
export function paramOf(params: SavedParams | undefined, name: string): SavedParam | undefined {
  const saved: Partial<SavedParam> | undefined = params?.[name];
  return saved && { ...saved, type: String(saved.type ?? 'str'), value: String(saved.value ?? '') };
}

/** A control as the editor holds it. */
export interface ControlNode extends EditorNode, SavedControl {
  name: string;
}

/** A panel node as the editor holds it. */
export interface PanelNode extends EditorNode, SavedPanel {
  name: string;
  params: SavedParams;
}

/** The settings of a node besides its parameters, and the operations that use them. */
const APPLIES_TO = {
  secondPress: ({ guarded }: PublicOperation) => guarded === true,
  output: ({ area }: PublicOperation) => area === 'batch',
  failed: ({ area }: PublicOperation) => area === 'batch',
  actOn: ({ kind }: PublicOperation) => kind === 'trigger',
  lockout: ({ kind }: PublicOperation) => kind === 'trigger',
  property: ({ kind }: PublicOperation) => kind === 'trigger',
  pressedIs: ({ kind }: PublicOperation) => kind === 'trigger',
  releasedIs: ({ kind }: PublicOperation) => kind === 'trigger',
  delivery: ({ kind }: PublicOperation) => kind !== 'read',
  superseded: ({ newestWins }: PublicOperation) => newestWins === true,
  expiry: ({ kind }: PublicOperation) => kind !== 'read',
  timeout: () => true,
  interval: () => true,
  path: () => true,
  listChanges: () => true,
  onLoss: () => true,
};

/** A setting that is a checkbox. */
export type NodeCheck = 'secondPress' | 'listChanges';

/** A setting that is a text or a choice. */
export type NodeSetting = Exclude<keyof typeof APPLIES_TO, NodeCheck>;

/** The settings that the type of a node has. A blank means the default. */
export type NodeSettings = Partial<Pick<OperationNode, keyof typeof APPLIES_TO>>;

const names = Object.keys(APPLIES_TO) as (keyof NodeSettings)[];

/** True if an operation uses a setting. */
export const usesSetting = (operation: PublicOperation, name: NodeSetting): boolean => APPLIES_TO[name](operation);

/** A copy for the dialog to change. */
export const nodeSettingsOf = (node: OperationNode): NodeSettings =>
  Object.fromEntries(names.filter((name) => name in node).map((name) => [name, node[name]]));

/** The settings to save. A setting that the operation does not use is blank. */
export function applicableSettings(
  { secondPress, listChanges, ...settings }: NodeSettings,
  operation: PublicOperation,
): NodeSettings {
  const texts = Object.entries(settings).map(([name, text]) => [
    name,
    usesSetting(operation, name as NodeSetting) ? text : '',
  ]);
  const checks = {
    ...(secondPress !== undefined && { secondPress }),
    ...(listChanges !== undefined && { listChanges }),
  };
  return { ...checks, ...Object.fromEntries(texts) };
}
