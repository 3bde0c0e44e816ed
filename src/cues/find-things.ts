import type { RenamedThing } from '../hub/lists/agreement.js';
import { type FoundThing, findSaved, type ListReads, type NamedValue } from '../hub/lists/find-saved.js';
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
  readonly renamed: readonly RenamedThing[];
}

/**
 * Finds the things that a step names, by the rule for ids and names (docs/develop/rules.md "Names, ids and numbers"). So a
 * list also works on a hub with other ids, unless they are those of other things there. A value without a label is used as
 * it is.
 * Throws a HubError with the outcome *not-sent* if a thing does not exist, or if its id and its name point to two.
 */
export async function findThings(step: CommandStep, reads: ListReads): Promise<FoundCommand> {
  const operation = findOperation(step.operation);
  if (!operation) throw new HubError('BAD_INPUT', { sentence: 'noOperation', operation: step.operation });
  const params: Record<string, unknown> = {};
  const renamed: RenamedThing[] = [];
  for (const [name, saved] of Object.entries(step.params))
    params[name] = fixedValue(
      operation.parameters.find((each) => each.name === name),
      saved,
    );
  for (const parameter of operation.parameters) {
    const saved = step.params[parameter.name];
    if (!parameter.names || !saved?.label) continue;
    const field = parameter.name;
    const thing = { value: params[field], label: saved.label };
    const found = await findThing(parameter, thing, params, reads).catch((error: unknown) => {
      throw error instanceof HubError ? error.with({ operation: operation.name }).withOutcome('not-sent') : error;
    });
    if (!found?.now) continue;
    params[field] = found.now.value;
    if (found.is === 'renamed') renamed.push({ field, saved: thing, now: found.now });
  }
  return { operation, params, renamed };
}

async function findThing(
  { name, names = '' }: Parameter,
  saved: NamedValue,
  params: Params,
  reads: ListReads,
): Promise<FoundThing | undefined> {
  const found = await findSaved(name, names, saved, params, reads);
  if (found?.is === 'missing')
    throw new HubError('HUB_NOT_FOUND', { missing: [name], called: { [name]: saved.label } });
  return found;
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
