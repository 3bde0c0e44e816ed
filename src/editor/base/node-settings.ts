import type { PublicOperation } from '../../hub/table/public-table.js';
import type { OperationNode } from './node-types.js';

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
  superseded: ({ latest }: PublicOperation) => latest !== undefined,
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
    APPLIES_TO[name as NodeSetting](operation) ? text : '',
  ]);
  const checks = {
    ...(secondPress !== undefined && { secondPress }),
    ...(listChanges !== undefined && { listChanges }),
  };
  return { ...checks, ...Object.fromEntries(texts) };
}
