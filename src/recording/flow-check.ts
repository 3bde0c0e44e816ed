import { isObject } from '../base/values.js';
import { list, requiredParams } from '../hub/lists/index.js';
import type { Read } from '../hub/lookup/lookup-cache.js';
import type { Parameter } from '../hub/table/operation.js';
import { findOperation, type OperationName } from '../hub/table/operations.js';
import { itemParameter } from '../hub/table/public-table.js';
import { HubError } from '../hub/wire/errors.js';
import { isEnvironment } from '../saved/environment.js';
import type { CheckedField, Verdict } from './checked-field.js';
import { checkLook } from './look-check.js';

/** The property that a fader panel reads is saved without its operation. */
const PANEL_READ: OperationName = 'getProperty';

/**
 * Checks every field of the nodes of one hub configuration. `flows` is the content of a flow file. Fields without a
 * value, and fields that name nothing of the hub, are not listed.
 */
export async function checkFlows(flows: unknown, hubId: string, read: Read): Promise<CheckedField[]> {
  const nodes = Array.isArray(flows) ? flows.filter(isObject) : [];
  const checked: CheckedField[] = [];
  for (const node of nodes) {
    if (node.hub !== hubId || node.d === true) continue;
    if (node.type === 'hub-look') checked.push(...(await checkLook(node, read)));
    else if (isObject(node.params)) checked.push(...(await checkNode(node, node.params, read)));
  }
  return checked;
}

/** A node also presses a button by its label. */
const BUTTONS = new Set(['button', 'newsroomButton', 'linearButton']);

type Saved = Readonly<Record<string, unknown>>;

async function checkNode(node: Saved, params: Saved, read: Read): Promise<CheckedField[]> {
  const operation = findOperation(String(node.operation ?? PANEL_READ));
  if (!operation) return [];
  const checked: CheckedField[] = [];
  const verdicts = new Map<string, Verdict>();
  const item = itemParameter<Parameter>(operation, findOperation);
  for (const parameter of item ? [...operation.parameters, item] : operation.parameters) {
    const field = savedField(params[parameter.name]);
    if (!parameter.names || !field) continue;
    const verdict = await verdictOf(parameter, field, params, verdicts, read);
    verdicts.set(parameter.name, verdict);
    checked.push({
      nodeId: String(node.id),
      nodeType: String(node.type),
      nodeName: String(node.name ?? ''),
      operation: operation.name,
      field: parameter.name,
      kind: parameter.names,
      value: field.value,
      label: field.label,
      verdict,
    });
  }
  return checked;
}

async function verdictOf(
  { names = '' }: Parameter,
  { isStatic, value }: SavedField,
  params: Saved,
  verdicts: ReadonlyMap<string, Verdict>,
  read: Read,
): Promise<Verdict> {
  if (!isStatic) return 'notChecked';
  const containers = requiredParams(names).map(({ name }) => [name, savedField(params[name])] as const);
  for (const [name, container] of containers) {
    const verdict = verdicts.get(name);
    if (verdict && verdict !== 'present') return verdict;
    if (!container?.isStatic) return 'notChecked';
  }
  try {
    const { entries, more } = await list(
      read,
      names,
      Object.fromEntries(containers.map(([name, field]) => [name, field?.value])),
    );
    const isNamed = (label: string) => BUTTONS.has(names) && label === value;
    if (entries.some((entry) => String(entry.value) === value || isNamed(entry.label))) return 'present';
    return more > 0 ? 'unread' : 'missing';
  } catch (error) {
    if (error instanceof HubError) return 'unread';
    throw error;
  }
}

interface SavedField {
  readonly isStatic: boolean;
  readonly value: string;
  readonly label: string;
}

/** A saved typed input. Undefined if it is empty. */
function savedField(saved: unknown): SavedField | undefined {
  if (!isObject(saved) || saved.value === undefined || saved.value === '') return undefined;
  const value = String(saved.value);
  const isStatic = (saved.type === 'str' || saved.type === 'num') && !isEnvironment(value);
  return { isStatic, value, label: typeof saved.label === 'string' ? saved.label : '' };
}
