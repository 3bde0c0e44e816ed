import type { PublicOperation } from '../../hub/table/public-table.js';
import { isEnvironment } from '../../saved/environment.js';
import { DEFAULTS } from '../../saved/hub.js';
import type { HubConfig } from './node-types.js';

/** The dialect of a hub. Undefined if only the runtime knows it. */
export const dialectOf = (hub: HubConfig | null | undefined): string | undefined =>
  hub && !isEnvironment(hub.dialect) ? String(hub.dialect || DEFAULTS.dialect) : undefined;

/** True if the hub certainly does not have the operation. */
export const lacksOperation = (hub: HubConfig | null | undefined, { dialects }: PublicOperation): boolean =>
  !dialects.includes(1) && dialectOf(hub) === '1';
