/** The hub's interface as a plain library, free of Node-RED. */
export type { Allowed } from './allowed.js';
export type { HubState } from './connection.js';
export { type Code, HubError, type Outcome } from './errors.js';
export { type Finding, findOut } from './find-out.js';
export { type CallOptions, type Delivery, Hub, type Result } from './hub.js';
export type { List, Listed } from './listed.js';
export { list } from './listings.js';
export type { Area, Dialect, Kind, Operation, Parameter } from './operation.js';
export { findOperation, operations, operationsOf } from './operations.js';
export type { Params } from './request.js';
export type { HubSettings } from './settings.js';
export { Visit } from './visit.js';
