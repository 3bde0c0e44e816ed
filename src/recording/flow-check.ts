import { isSameName } from '../base/names.js';
import { isObject } from '../base/values.js';
import { findSaved, type NamedValue } from '../hub/lists/find-saved.js';
import { requiredParams } from '../hub/lists/index.js';
import { hasIds } from '../hub/lists/saved-thing.js';
import type { SendRead } from '../hub/lookup/look-ups.js';
import type { Parameter } from '../hub/table/operation.js';
import { findOperation, type OperationName } from '../hub/table/operations.js';
import { itemParameter } from '../hub/table/public-table.js';
import { HubError, type Problem } from '../hub/wire/errors.js';
import { type Absence, findProperties } from '../looks/find-properties.js';
import { keyOf, type PropertyName, textOf } from '../looks/look.js';
import { isEnvironment } from '../saved/environment.js';

/** A field of a node in a flow that names a thing of the hub, a look or a cue. */
export interface CheckedField {
  readonly nodeId: string;
  readonly nodeType: string;
  readonly nodeName: string;
  readonly operation: string;
  /** The name of the parameter, and the kind of thing that it names. */
  readonly field: string;
  readonly kind: string;
  readonly value: string;
  /** The name that the picker showed when the value was chosen. */
  readonly label: string;
  readonly verdict: Verdict;
  /** The error of a press, for a look, a cue, or a thing that is `twoThings`. */
  readonly problem?: Problem;
  /** The thing as the hub has it, if it is `renamed`. */
  readonly now?: NamedValue;
}

type Verdict =
  | 'present'
  /** It has another name or another id. */
  | 'renamed'
  | 'missing'
  /** The id is that of one thing, and the name that of another one. */
  | 'twoThings'
  /** It depends on a message or the environment. */
  | 'notChecked'
  /** The hub did not answer its list. For a look or a cue, no deployed node has read its file. */
  | 'unread';

/** The property that a fader panel reads is saved without its operation. */
const PANEL_READ: OperationName = 'getProperty';

/** Checks the name of a look or the number of a cue. `node`: the id of its node. Blank: the only one of the hub. */
export type CheckStored = (
  field: 'look' | 'cue',
  value: string,
  node: string,
) => Promise<Pick<CheckedField, 'verdict' | 'problem'>>;

/**
 * Checks every field of the nodes of one hub configuration. `flows` is the content of a flow file. Fields without a
 * value, and fields that name nothing of the hub, are not listed. Looks and cues are listed with `checkStored`.
 */
export async function checkFlows(
  flows: unknown,
  hubId: string,
  read: SendRead,
  checkStored?: CheckStored,
): Promise<CheckedField[]> {
  const nodes = Array.isArray(flows) ? flows.filter(isObject) : [];
  const checked: CheckedField[] = [];
  for (const node of nodes) {
    if (node.hub !== hubId || node.d === true) continue;
    if (node.type === 'hub-look') checked.push(...(await checkLook(node, read)));
    else if (node.type === 'hub-control') checked.push(...(await checkControl(node, read)));
    else if (isObject(node.params)) checked.push(...(await checkNode(node, node.params, read)));
    if (checkStored) for (const named of storedNames(node)) checked.push(await checkName(node, named, checkStored));
  }
  return checked;
}

/** A fader or an encoder has one action. */
const isButton = ({ kind }: Saved): boolean => kind !== 'fader' && kind !== 'encoder';

function actionsInUse(node: Saved): Saved[] {
  const actions = Array.isArray(node.actions) ? node.actions.filter(isObject) : [];
  return isButton(node) ? actions : actions.slice(0, 1);
}

/** Checks the commands of a control, each as a node of its own. */
async function checkControl(node: Saved, read: SendRead): Promise<CheckedField[]> {
  const checked: CheckedField[] = [];
  for (const { does, operation, params } of actionsInUse(node))
    if ((!does || does === 'command') && isObject(params))
      checked.push(...(await checkNode({ ...node, operation }, params, read)));
  return checked;
}

type Saved = Readonly<Record<string, unknown>>;

/** The node of a field. */
const nodeFields = ({ id, type, name }: Saved) => ({
  nodeId: String(id),
  nodeType: String(type),
  nodeName: String(name ?? ''),
});

async function checkNode(node: Saved, params: Saved, read: SendRead): Promise<CheckedField[]> {
  const operation = findOperation(String(node.operation ?? PANEL_READ));
  if (!operation) return [];
  const checked: CheckedField[] = [];
  const found = new Map<string, FoundField>();
  const item = itemParameter<Parameter>(operation, findOperation);
  for (const parameter of item ? [...operation.parameters, item] : operation.parameters) {
    const field = savedField(params[parameter.name]);
    if (!parameter.names || !field) continue;
    const thing = await findField(parameter, field, params, found, read);
    found.set(parameter.name, thing);
    // Inside two things, nothing can be found. The row of the two is enough.
    if (thing.verdict === 'twoThings' && !thing.problem) continue;
    checked.push({
      ...nodeFields(node),
      operation: operation.name,
      field: parameter.name,
      kind: parameter.names,
      value: field.value,
      label: field.label,
      ...thing,
    });
  }
  return checked;
}

type FoundField = Pick<CheckedField, 'verdict' | 'problem' | 'now'>;

/** These exist, so that their contents can be checked. */
const EXISTS: readonly Verdict[] = ['present', 'renamed'];

async function findField(
  { name: field, names = '' }: Parameter,
  { isStatic, ...saved }: SavedField,
  params: Saved,
  found: ReadonlyMap<string, FoundField>,
  read: SendRead,
): Promise<FoundField> {
  if (!isStatic) return { verdict: 'notChecked' };
  const needed: Record<string, unknown> = {};
  for (const { name } of requiredParams(names)) {
    const container = savedField(params[name]);
    const { verdict = 'present', now } = found.get(name) ?? {};
    if (!EXISTS.includes(verdict)) return { verdict };
    if (!container?.isStatic) return { verdict: 'notChecked' };
    needed[name] = now?.value ?? container.value;
  }
  try {
    // A node sends a path as it is.
    const thing = await findSaved(field, names, hasIds(names) ? saved : { value: saved.value }, needed, {
      recent: (list, params) => read(list, params),
    });
    if (thing?.is === 'renamed') return { verdict: 'renamed', ...(thing.now && { now: thing.now }) };
    return { verdict: !thing ? 'unread' : thing.is === 'same' ? 'present' : 'missing' };
  } catch (error) {
    if (!(error instanceof HubError)) throw error;
    const { code, outcome, facts } = error;
    return code === 'BAD_INPUT' ? { verdict: 'twoThings', problem: { code, outcome, facts } } : { verdict: 'unread' };
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

/** A look or a cue that a node names. `at`: the id of the node that has it. */
interface StoredName {
  readonly field: 'look' | 'cue';
  readonly value: unknown;
  readonly at: unknown;
  readonly operation: unknown;
}

async function checkName(
  node: Saved,
  { field, value, at, operation }: StoredName,
  checkStored: CheckStored,
): Promise<CheckedField> {
  const name = String(value).trim();
  const isStatic = ![name, at, operation].some(isEnvironment);
  return {
    ...nodeFields(node),
    operation: String(operation),
    field,
    kind: field,
    value: name,
    label: '',
    ...(isStatic ? await checkStored(field, name, String(at ?? '')) : { verdict: 'notChecked' }),
  };
}

/** These need a look that exists. */
const NEED_LOOK: readonly unknown[] = ['recall', 'compare', 'delete'];

/** The looks and cues that a node needs. A look that is stored may be new. */
function storedNames(node: Saved): StoredName[] {
  const names: StoredName[] = [];
  const { look, id } = node;
  const operation = node.operation || 'recall';
  if (node.type === 'hub-look' && NEED_LOOK.includes(operation))
    names.push({ field: 'look', value: look, at: id, operation });
  const actions = node.type === 'hub-control' ? actionsInUse(node) : [];
  /** A key that also stores the look is a slot, which may be empty. */
  const isSlot = (look: unknown, lookNode: unknown) =>
    actions.some(
      (each) =>
        each.does === 'look' &&
        each.lookOperation === 'store' &&
        each.lookNode === lookNode &&
        isSameName(String(each.look), String(look)),
    );
  for (const { does, look, lookNode, lookOperation = 'recall', cue, cuesNode, cueOperation } of actions) {
    if (does === 'look' && lookOperation !== 'store' && !isSlot(look, lookNode))
      names.push({ field: 'look', value: look, at: lookNode, operation: lookOperation });
    if (does === 'cue' && cueOperation === 'goto' && isButton(node))
      names.push({ field: 'cue', value: cue, at: cuesNode, operation: cueOperation });
  }
  return names.filter(({ value }) => String(value ?? '').trim() !== '');
}

/** Two things of one name cannot be recalled either. */
const VERDICTS: Readonly<Partial<Record<Absence, Verdict>>> = { missing: 'missing', ambiguous: 'missing' };

/** Checks the properties in the table of a `hub-look`, which are saved by name. */
async function checkLook(node: Saved, read: SendRead): Promise<CheckedField[]> {
  const names = (Array.isArray(node.properties) ? node.properties : []).filter(isObject).map(nameOf);
  let verdictOf: (name: PropertyName) => Verdict = () => 'unread';
  try {
    const { properties } = await findProperties(names, read);
    verdictOf = (name) => {
      const { absence } = properties.get(keyOf(name)) ?? { absence: 'unread' };
      return absence ? (VERDICTS[absence] ?? 'unread') : 'present';
    };
  } catch (error) {
    if (!(error instanceof HubError)) throw error;
  }
  return names.map((name) => ({
    ...nodeFields(node),
    operation: 'setProperty',
    field: 'propertyPath',
    kind: 'property',
    value: textOf(name),
    label: '',
    verdict: verdictOf(name),
  }));
}

function nameOf({ engine, node, nodePath, property, propertyPath, component }: Saved): PropertyName {
  return {
    engine: String(engine),
    node: String(node),
    property: String(property),
    ...(isText(nodePath) && { nodePath }),
    ...(isText(propertyPath) && { propertyPath }),
    ...(isText(component) && { component }),
  };
}

const isText = (field: unknown): field is string => typeof field === 'string' && field !== '';
