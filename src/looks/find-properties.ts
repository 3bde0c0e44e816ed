import { nameKey, withName } from '../base/names.js';
import { valueAt } from '../base/values.js';
import type { Candidate } from '../hub/lists/rule.js';
import type { SendRead } from '../hub/lookup/look-ups.js';
import type { OperationName } from '../hub/table/operations.js';
import { HubError, isNotFound } from '../hub/wire/errors.js';
import type { Params } from '../hub/wire/request.js';
import { type EngineState, enginesIn, usableThings } from './engine-state.js';
import { keyOf, type PropertyName, readablePath } from './look.js';

/** A property of this hub. */
export interface Property {
  readonly name: PropertyName;
  /** The parameters of a command for it, without a value. */
  readonly params: Params;
  /** Its value when it was found. */
  readonly value: unknown;
  /** The same object for all properties of one node. */
  readonly node: PropertyNode;
}

/** A node of this hub. */
interface PropertyNode {
  /** The parameters of the read of its properties. */
  readonly params: Params;
  /** The number of its properties. */
  readonly count: number;
}

/** `ambiguous`: the hub has two things of this name. `unread`: the hub did not list it. */
export type Absence = 'missing' | 'ambiguous' | 'launching' | 'away' | 'unread';

/** A thing that was found, or the reason why it was not. */
export type Sought<T> =
  | { readonly found: T; readonly absence?: undefined }
  | { readonly found?: undefined; readonly absence: Absence };

/** The things of this hub that have the given names. */
export interface Found {
  /** By `keyOf`. */
  readonly properties: ReadonlyMap<string, Sought<Property>>;
  readonly engines: readonly EngineState[];
  /** The nodes of each engine as one text, by the key of its name. */
  readonly nodes: ReadonlyMap<string, string>;
  /** The start of the reads in the clock's ms. */
  readonly since: number;
}

/**
 * Finds properties with few reads: one for all engines, one for each engine, and one for each node. A path counts before
 * a name. A name that is not found is not an error, and a read that fails does not stop the others. Throws the error of
 * the read of all engines.
 */
export async function findProperties(names: readonly PropertyName[], read: SendRead): Promise<Omit<Found, 'since'>> {
  const engines = enginesIn(await read('listEngines', {}));
  const nodes = new Map<string, string>();
  const answers = new Map<string, Promise<Sought<readonly Candidate[]>>>();
  const propertyNodes = new Map<readonly Candidate[], PropertyNode>();
  const list = (kind: string, operation: OperationName, params: Params): Promise<Sought<readonly Candidate[]>> => {
    const key = JSON.stringify([operation, params]);
    const answer =
      answers.get(key) ?? read(operation, params).then((body) => ({ found: usableThings(kind, body) }), absenceFrom);
    answers.set(key, answer);
    return answer;
  };

  async function find(name: PropertyName): Promise<Sought<Property>> {
    const engine = onlyOne(withName(engines, name.engine, (each) => each.name));
    if (engine.absence) return engine;
    const { presence, id, name: engineName } = engine.found;
    if (presence !== 'ready') return { absence: presence };
    const onEngine = { engineId: id };
    const allNodes = await list('node', 'listNodes', onEngine);
    if (allNodes.absence) return allNodes;
    nodes.set(
      nameKey(engineName),
      JSON.stringify(allNodes.found.map(({ value, label }) => [readablePath(String(value)), label])),
    );
    const node = named(allNodes.found, name.nodePath, name.node);
    if (node.absence) return node;
    const inNode = { ...onEngine, nodePath: node.found.value };
    const { found: allProperties, absence } = await list('property', 'listProperties', inNode);
    if (absence) return { absence };
    const property = named(allProperties, name.propertyPath, name.property);
    if (property.absence) return property;
    const { value: propertyPath, present } = property.found;
    const value = name.component === undefined ? present : partOf(present, name.component);
    if (value === undefined) return { absence: 'missing' };
    const params = { ...inNode, propertyPath };
    const itsNode = propertyNodes.get(allProperties) ?? { params: inNode, count: allProperties.length };
    propertyNodes.set(allProperties, itsNode);
    return {
      found: {
        name,
        params: name.component === undefined ? params : { ...params, Component: name.component },
        value,
        node: itsNode,
      },
    };
  }

  const found = await Promise.all(names.map(async (name) => [keyOf(name), await find(name)] as const));
  return { properties: new Map(found), engines, nodes };
}

/** The part of a value. Example: `rotation.z`. Undefined if it does not exist. */
export const partOf = (value: unknown, component: string): unknown => valueAt(value, component.split('.'));

/** The thing with the path. If no thing has it, the only one with the name. */
function named(things: readonly Candidate[], path: string | undefined, name: string): Sought<Candidate> {
  const atPath = path === undefined ? [] : things.filter(({ value }) => value === path);
  return onlyOne(atPath.length > 0 ? atPath : withName(things, name, ({ label }) => label));
}

function onlyOne<T>([first, second]: readonly T[]): Sought<T> {
  if (first === undefined) return { absence: 'missing' };
  return second === undefined ? { found: first } : { absence: 'ambiguous' };
}

function absenceFrom(error: unknown): Sought<never> {
  if (!(error instanceof HubError)) throw error;
  return { absence: isNotFound(error) ? 'missing' : 'unread' };
}
