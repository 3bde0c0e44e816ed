import { withName } from '../base/names.js';
import { theOnly } from '../hub/complete/answers.js';
import { list, requiredParams } from '../hub/lists/index.js';
import type { Read } from '../hub/lookup/lookup-cache.js';
import type { Parameter } from '../hub/table/operation.js';
import { type AnyOperation, findOperation } from '../hub/table/operations.js';
import { HubError } from '../hub/wire/errors.js';
import { type Params, typedNumber } from '../hub/wire/request.js';
import type { SavedParam } from '../saved/param.js';
import type { CommandStep } from './list.js';

/** A command of a step, with the values for one hub. */
export interface FoundCommand {
  readonly operation: AnyOperation;
  readonly params: Params;
}

/**
 * Finds the things that a step names. They are found by their label, so a list also works on another hub. If several
 * things have the same label, the saved value decides. A value without a label is used as it is. Throws a HubError with
 * the outcome *not-sent* if a thing does not exist.
 */
export async function findThings(step: CommandStep, read: Read): Promise<FoundCommand> {
  const operation = findOperation(step.operation);
  if (!operation) throw new HubError('BAD_INPUT', { sentence: 'noOperation', operation: step.operation });
  const params: Record<string, unknown> = {};
  for (const [name, saved] of Object.entries(step.params))
    params[name] = fixedValue(
      operation.parameters.find((each) => each.name === name),
      saved,
    );
  for (const parameter of operation.parameters) {
    const saved = step.params[parameter.name];
    if (parameter.names && saved?.label)
      params[parameter.name] = await findThing(parameter, params, saved.label, read).catch((error: unknown) => {
        throw error instanceof HubError ? error.with({ operation: operation.name }).withOutcome('not-sent') : error;
      });
  }
  return { operation, params };
}

async function findThing({ name, names = '' }: Parameter, params: Params, label: string, read: Read): Promise<unknown> {
  const needed = requiredParams(names).map((each) => [each.name, params[each.name]] as const);
  const { entries } = await list(read, names, Object.fromEntries(needed));
  const found = withName(entries, label, (entry) => entry.label);
  const saved = found.filter(({ value }) => String(value) === String(params[name]));
  const thing = theOnly(name, label, saved.length > 0 ? saved : found, ({ value }) => String(value));
  if (!thing) throw new HubError('HUB_NOT_FOUND', { missing: [name], called: { [name]: label } });
  return thing.value;
}

function fixedValue(parameter: Parameter | undefined, { type, value }: SavedParam<unknown>): unknown {
  switch (type) {
    case 'num':
      return parameter && typedNumber(parameter, value);
    case 'bool':
      return String(value) === 'true';
    case 'json':
      return typeof value === 'string' ? parsed(value) : value;
    default:
      return String(value);
  }
}

/** A text that is not JSON stays as it is, and the table refuses it. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
