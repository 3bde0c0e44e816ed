import type { PublicOperation } from '../../hub/table/public-table.js';
import type { OperationNode } from './node-types.js';

/** What can be set of a node besides its parameters, and for which operations it means something. */
const APPLIES_TO = {
  guarded: ({ guarded }: PublicOperation) => guarded === true,
  output: ({ area }: PublicOperation) => area === 'batch',
  failed: ({ area }: PublicOperation) => area === 'batch',
  actOn: ({ kind }: PublicOperation) => kind === 'trigger',
  deaf: ({ kind }: PublicOperation) => kind === 'trigger',
  delivery: ({ kind }: PublicOperation) => kind !== 'read',
  expiry: ({ kind }: PublicOperation) => kind !== 'read',
  timeout: () => true,
  interval: () => true,
  path: () => true,
};

/** A setting that the dialog shows as text or as a choice. */
export type NodeSetting = Exclude<keyof typeof APPLIES_TO, 'guarded'>;

/** Those that a node's type has. A blank means: as usual. */
export type NodeSettings = Partial<Pick<OperationNode, keyof typeof APPLIES_TO>>;

const names = Object.keys(APPLIES_TO) as (keyof NodeSettings)[];

/** A copy of a node's settings that the dialog works on. */
export const nodeSettingsOf = (node: OperationNode): NodeSettings =>
  Object.fromEntries(names.filter((name) => name in node).map((name) => [name, node[name]]));

/** The settings to save: what does not apply to the operation is blank. */
export function applicableSettings({ guarded, ...settings }: NodeSettings, operation: PublicOperation): NodeSettings {
  const texts = Object.entries(settings).map(([name, text]) => [
    name,
    APPLIES_TO[name as NodeSetting](operation) ? text : '',
  ]);
  return { ...(guarded !== undefined && { guarded }), ...Object.fromEntries(texts) };
}
