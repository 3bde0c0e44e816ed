import type { PublicOperation } from '../../hub/table/public-table.js';
import type { OperationNode } from './saved.js';

/** What can be set of a node besides its parameters, and for which operations it means something. */
const APPLIES = {
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
export type Setting = Exclude<keyof typeof APPLIES, 'guarded'>;

/** Those that a node's type has. A blank means: as usual. */
export type Settings = Partial<Pick<OperationNode, keyof typeof APPLIES>>;

const names = Object.keys(APPLIES) as (keyof Settings)[];

/** A copy of a node's settings that the dialog works on. */
export const settingsOf = (node: OperationNode): Settings =>
  Object.fromEntries(names.filter((name) => name in node).map((name) => [name, node[name]]));

/** The settings to save: what does not apply to the operation is blank. */
export function applicable({ guarded, ...settings }: Settings, operation: PublicOperation): Settings {
  const texts = Object.entries(settings).map(([name, text]) => [name, APPLIES[name as Setting](operation) ? text : '']);
  return { ...(guarded !== undefined && { guarded }), ...Object.fromEntries(texts) };
}
