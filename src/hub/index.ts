/** The hub's interface as a plain library, free of Node-RED. */

export { Hub, type Result } from './hub.js';
export type {
  List,
  ListRow,
  /** @deprecated Use `ListRow`. */
  ListRow as Listed,
} from './lists/bound-list.js';
export {
  detectHub,
  /** @deprecated Use `detectHub`. */
  detectHub as findOut,
  type Finding,
} from './lists/detect.js';
export { list } from './lists/index.js';
export {
  ReadOnlyClient,
  /** @deprecated Use `ReadOnlyClient`. */
  ReadOnlyClient as Visit,
} from './lists/read-only-client.js';
export { type ItemState, itemState } from './lookup/item-state.js';
export { itemIn } from './lookup/linear-items.js';
export type { Show } from './lookup/show.js';
export type { CallOptions, Delivery } from './queue/call.js';
export type { Allowed } from './table/allowed.js';
export type { Area, Dialect, Kind, Operation, Parameter } from './table/operation.js';
export {
  type AnyOperation,
  /** @deprecated Use `AnyOperation`. */
  type AnyOperation as Offered,
  allOperations,
  /** @deprecated Use `allOperations`. */
  allOperations as offered,
  findOperation,
  operations,
  operationsOf,
} from './table/operations.js';
export type { HubState } from './watch/connection.js';
export { type Code, HubError, type Outcome } from './wire/errors.js';
export type { Params } from './wire/request.js';
export type { HubSettings } from './wire/settings.js';
