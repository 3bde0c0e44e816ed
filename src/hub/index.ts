/** The hub's interface as a plain library, free of Node-RED. */

export type { Clock, HubClock } from '../base/clock.js';
export type { Signal } from '../base/signal.js';
export { Hub, isSkipped, type Result, type Skipped } from './hub.js';
export type { RenamedThing } from './lists/agreement.js';
export {
  detectHub,
  type Finding,
  type LinearSegment,
} from './lists/detect.js';
export type { NamedValue } from './lists/find-saved.js';
export { type List, type ListRow, list } from './lists/index.js';
export {
  type Pace,
  ReadOnlyClient,
} from './lists/read-only-client.js';
export type { LaneRecord, Ledger, SentValue } from './lookup/ledger.js';
export type { MayUse, Patience, SendRead } from './lookup/look-ups.js';
export type { Show } from './lookup/show.js';
export type { CallOptions, Delivery } from './plan/call-options.js';
export type { FailureOf } from './plan/incomplete.js';
export type { HubSnapshot, LaneDepth, Traffic } from './queue/traffic.js';
export type { Descriptions } from './reads/descriptions.js';
export type { LookedUp, Moment, Observer, Read, ReadAnswer, Want, Watcher } from './reads/read.js';
export type { Reads } from './reads/reads.js';
export type { CallGroup, CommandRecord, CueCall, LookCall, MessageCall } from './records/as-run.js';
export type { Rehearsal } from './records/rehearsal.js';
export type { Allowed } from './table/allowed.js';
export type { Changed, ChangedReads } from './table/changed-reads.js';
export type {
  Area,
  CompletionName,
  Dialect,
  Invalidates,
  Kind,
  LanePart,
  LaneRule,
  OperationEntry,
  OperationInfo,
  OperationSpec,
  Parameter,
} from './table/operation.js';
export type { CompositeName, CompositeOperation } from './table/operations.js';
export {
  type AnyOperation,
  type AnyOperationName,
  allOperations,
  findOperation,
  type Operation,
  type OperationName,
  operations,
  operationsOf,
} from './table/operations.js';
export type { Connection, HubState } from './watch/connection.js';
export { type ItemState, itemIn, itemState, type LinearRow } from './watch/linear-items.js';
export type { OnAir, OnAirItem, OnAirReport, RundownRead } from './watch/on-air.js';
export type { EndedCommand, OwnChanges } from './watch/own-commands.js';
export type { AnswerReader, RawAnswer } from './wire/answer.js';
export type { HubAnswer } from './wire/client.js';
export {
  type Code,
  type CodeAndFacts,
  type Facts,
  type FactsByCode,
  type FactsOf,
  type ForeignFacts,
  HubError,
  type HubReply,
  type Outcome,
  type PlaceFacts,
  type Problem,
  type Sentence,
  type TargetNames,
} from './wire/errors.js';
export type { Params, WireRequest } from './wire/request.js';
export type { HubSettings, TlsOptions } from './wire/settings.js';
export type { Exchange, Transport } from './wire/transport.js';
export type { PickedValue, PickedValues } from './words/target-names.js';
