import type { Node, NodeAPI } from 'node-red';
import type { CallOptions, Hub } from '../../hub/hub.js';
import type { Area } from '../../hub/table/operation.js';
import { type AnyOperation, findOperation } from '../../hub/table/operations.js';
import { HubError } from '../../hub/wire/errors.js';
import { explainProblem } from '../../hub/words/explain.js';
import type { Words } from '../../hub/words/texts.js';
import { Guard, Lockout } from '../../panels/mapping/guard.js';
import { propertyOptions } from '../../panels/recognise/property.js';
import { operationFields, type SavedOperation } from '../../saved/operation.js';
import type { Secrets } from './hub-settings.js';
import { type PressOptions, usesPayload } from './press-filter.js';
import { readSaved } from './saved-field.js';

/** The hub, operation and options of a node, resolved once at its start. */
export interface Target {
  readonly hub: Hub;
  readonly operation: AnyOperation;
  readonly options: CallOptions;
  /** Settings to ignore releases. If not set, every message runs the operation. */
  readonly onPress: PressOptions | undefined;
  /** If set, only a second press sends the command. */
  readonly guard: Guard | undefined;
  /** If set, the same press is ignored for a time after it was accepted. */
  readonly lockout: Lockout | undefined;
  /** The message of a replaced value is sent on. */
  readonly passesSuperseded: boolean;
}

/** The hub of a configuration by its id. Throws a HubError that names the missing part. */
export function hubOf(RED: NodeAPI, id: string, words: Words): Hub {
  const config = RED.nodes.getNode(id) as HubConfigNode | null;
  if (config?.hub) return config.hub;
  const reason = config?.problem && explainProblem(words, config.problem, undefined);
  throw new HubError('BAD_INPUT', reason ? { sentence: 'badHub', reason } : { sentence: 'noHub' });
}

/** A read of any area. Throws `BAD_INPUT`. */
export function readOf(name: string): AnyOperation {
  const operation = findOperation(name);
  if (operation?.kind !== 'read') throw new HubError('BAD_INPUT', { sentence: 'noOperation', operation: name });
  return operation;
}

/** Finds the operation of a node. Throws `BAD_INPUT`. */
export function targetOf(hub: Hub, saved: SavedOperation, area: Area): Target {
  const operation = findOperation(saved.operation);
  if (operation?.area !== area)
    throw new HubError('BAD_INPUT', { sentence: 'noOperation', operation: saved.operation });
  const values = readSaved(operationFields(operation), saved);
  const { actOn, params, delivery, expiry, timeout } = values;
  const guarded = operation.guarded === true && values.secondPress;
  const ignoresReleases = guarded || (operation.kind === 'trigger' && actOn !== 'every');
  return {
    hub,
    operation,
    guard: guarded ? new Guard() : undefined,
    lockout: operation.kind === 'trigger' && values.lockout > 0 ? new Lockout(values.lockout * 1000) : undefined,
    passesSuperseded: values.superseded === 'pass',
    onPress: ignoresReleases
      ? {
          kind: actOn === 'every' ? 'press' : actOn,
          payloadIsData: usesPayload(operation, params),
          property: propertyOptions(values),
        }
      : undefined,
    options: { delivery, expiry: expiry && expiry * 1000, timeout: timeout && timeout * 1000 },
  };
}

/** The configuration node of a hub. It has a `hub`, or the `problem` in its settings. */
export interface HubConfigNode extends Node<Secrets> {
  hub?: Hub;
  problem?: HubError;
}
