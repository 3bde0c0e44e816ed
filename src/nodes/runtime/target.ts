import type { CallOptions, Hub } from '../../hub/hub.js';
import type { Area } from '../../hub/table/operation.js';
import { type AnyOperation, findOperation } from '../../hub/table/operations.js';
import { HubError } from '../../hub/wire/errors.js';
import { explainProblem } from '../../hub/words/explain.js';
import type { Words } from '../../hub/words/words.js';
import { propertyOptions } from '../../panels/recognise/property.js';
import { ACT_ON, deliveriesOf, type SavedOperation, SUPERSEDED } from '../../saved/operation.js';
import type { HubConfigNode } from './hub-node.js';
import { type PressOptions, usesPayload } from './press-filter.js';
import { choice, positive } from './saved-field.js';

/** The hub, operation and options of a node, resolved once at its start. */
export interface Target {
  readonly hub: Hub;
  readonly operation: AnyOperation;
  readonly options: CallOptions;
  /** Settings to ignore releases. If not set, every message runs the operation. */
  readonly onPress: PressOptions | undefined;
  /** Only a second press sends the command. */
  readonly guarded: boolean;
  /** The message of a replaced value is sent on. */
  readonly passesSuperseded: boolean;
  /** Time in which the same press is ignored after it was accepted. 0: never. */
  readonly lockoutMs: number;
}

/** The hub of a configuration. Throws a HubError that names the missing part. */
export function hubOf(config: HubConfigNode | null, words: Words): Hub {
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

/** Finds the hub and the operation. Throws a HubError that names the missing part. */
export function targetOf(saved: SavedOperation, area: Area, config: HubConfigNode | null, words: Words): Target {
  const hub = hubOf(config, words);
  const operation = findOperation(saved.operation);
  if (operation?.area !== area)
    throw new HubError('BAD_INPUT', { sentence: 'noOperation', operation: saved.operation });
  const guarded = operation.guarded === true && saved.secondPress === true;
  const actOn = choice('actOn', saved.actOn || ACT_ON[0], ACT_ON);
  const property = propertyOptions(saved);
  const ignoresReleases = guarded || (operation.kind === 'trigger' && actOn !== 'every');
  return {
    hub,
    operation,
    guarded,
    passesSuperseded: choice('superseded', saved.superseded || SUPERSEDED[0], SUPERSEDED) === 'pass',
    lockoutMs: operation.kind === 'trigger' && saved.lockout ? positive('lockout', saved.lockout) * 1000 : 0,
    onPress: ignoresReleases
      ? {
          kind: actOn === 'every' ? 'press' : actOn,
          payloadIsData: usesPayload(operation, saved.params),
          property,
        }
      : undefined,
    options: {
      delivery: saved.delivery ? choice('delivery', saved.delivery, deliveriesOf(operation)) : undefined,
      expiry: saved.expiry ? positive('expiry', saved.expiry) * 1000 : undefined,
      timeout: saved.timeout ? positive('timeout', saved.timeout) * 1000 : undefined,
    },
  };
}
