import type { Static } from '@sinclair/typebox';
import type { AcceptedFunctionCall, EngineHost, PropertyUpdate } from '../../hub/table/operations/engines.js';
import { callFunction, engineTypeOf, findProperty, propertyOf } from '../state/engine.js';
import { move, valueAt } from '../state/motion.js';
import type { Engine, EngineFunction, EngineKind, EngineNode, EngineProperty } from '../state/state.js';
import { adapt, misfit, pick } from '../state/value.js';
import type { BehaviourCall, Behaviours } from './call.js';
import { refuse, refuseInText, required } from './call.js';
import { showOn } from './shows.js';

/** Engine hosts, their nodes, properties and functions (docs/develop/interface.md "Engines"). */
export const engineBehaviours = {
  listEngines: (call) =>
    call.state.engines.map((engine) => ({ ...showEngine(call, engine), engineType: engineTypeOf(engine) })),
  getEngine: (call) => showEngine(call, engineOf(call)),
  listNodes: (call) => engineOf(call).nodes.map(showNode),
  getNode: (call) => showNode(nodeOf(call)),
  listProperties: (call) => nodeOf(call).properties.map((property) => showProperty(property, call.now)),
  getProperty: (call) => {
    const { propertyPath } = call.params;
    return showProperty(required(findProperty(nodeOf(call), propertyPath), `Property ${propertyPath}`), call.now);
  },
  setProperty: (call) => {
    const { Value, Interpolation = 'Constant', Duration = 0, Delay = 0 } = call.body as Static<typeof PropertyUpdate>;
    const { property, keys } = targetOf(call);
    const to = fittingValue(pick(valueAt(property, call.now), keys), Value, 'Value');
    move(property, { keys, to, easing: Interpolation, duration: Duration, delay: Delay }, call.now);
    return showProperty(property, call.now);
  },
  listFunctions: (call) => nodeOf(call).functions.map(showFunction),
  getFunction: (call) => {
    const fn = functionOf(call);
    const parameters = Object.entries(fn.parameters).map(([name, path]) => {
      const property = propertyOf(nodeOf(call), path);
      return [name, showProperty(property, call.now)];
    });
    return { ...showFunction(fn), Properties: Object.fromEntries(parameters) };
  },
  callFunction: (call) => {
    callFunction(nodeOf(call), functionOf(call), argumentsOf(call), call.now);
    return { success: true };
  },
} satisfies Behaviours;

/** The hub has a field for a loaded rgraph and one for a loaded ustate, but none for an RE5 graph. */
function showEngine({ state, dialect }: BehaviourCall, engine: Engine): Static<typeof EngineHost> {
  const loadedIdFor = (type: EngineKind) => (engineTypeOf(engine) === type ? engine.loadedId : null);
  const owner = dialect === 1 ? { ownerStudioId: STUDIO } : { ownerShowId: showOn(state, engine.host.id)?.id ?? null };
  return { ...engine.host, ...owner, rgraphId: loadedIdFor('RE'), ustateId: loadedIdFor('UE') };
}

/** All engines belong to one studio. */
const STUDIO = 1;

const showNode = ({ path, name }: EngineNode) => ({ NodePath: path, NodeName: name });

const showProperty = (property: EngineProperty, now: number) => ({
  PropertyPath: property.path,
  DisplayName: property.name,
  Value: valueAt(property, now),
});

const showFunction = ({ path, name }: EngineFunction) => ({ FunctionPath: path, FunctionName: name });

const engineOf = ({ state, params }: BehaviourCall): Engine =>
  required(
    state.engines.find(({ host }) => host.id === Number(params.engineId)),
    `Engine ${params.engineId}`,
  );

const nodeOf = (call: BehaviourCall): EngineNode =>
  required(
    engineOf(call).nodes.find(({ path }) => path === call.params.nodePath),
    `Node ${call.params.nodePath}`,
    refuseInText,
  );

const functionOf = (call: BehaviourCall): EngineFunction =>
  required(
    nodeOf(call).functions.find(({ path }) => path === call.params.functionPath),
    `Function ${call.params.functionPath}`,
    refuseInText,
  );

/** The property of a path and, on RE5, a field of it: `PROPERTYPATH.w.z` is field z of field w. */
function targetOf(call: BehaviourCall): { property: EngineProperty; keys: string[] } {
  const node = nodeOf(call);
  const whole = findProperty(node, call.params.propertyPath);
  if (whole) return { property: whole, keys: [] };
  // Paths on RE5 are UUIDs, so the first dot ends one.
  const [path, ...keys] = (call.params.propertyPath ?? '').split('.');
  const property = engineTypeOf(engineOf(call)) === 'RE5' ? findProperty(node, path) : undefined;
  if (!property || pick(property.value, keys) === undefined)
    throw refuse(404, `Property ${call.params.propertyPath} not found`);
  return { property, keys };
}

/**
 * Converts a value to the type of the current value. Throws a RefusalError that names the place below `at` that does
 * not fit.
 */
function fittingValue(held: unknown, given: unknown, at: string): unknown {
  const value = adapt(held, given);
  const wrong = misfit(held, value, at);
  if (wrong) throw refuse(422, `${wrong} does not fit the property`);
  return value;
}

/** The values of the parameters, by the path of their property. Throws a RefusalError before anything changes. */
function argumentsOf(call: BehaviourCall): Record<string, unknown> {
  const { Parameters = [] } = call.body as Static<typeof AcceptedFunctionCall>;
  const paths = Object.values(functionOf(call).parameters);
  const entries = Parameters.map(({ PropertyPath, payload }, index) => {
    if (!paths.includes(PropertyPath))
      throw refuse(422, `Parameters.${index}.PropertyPath: the function has no parameter ${PropertyPath}`);
    const held = valueAt(propertyOf(nodeOf(call), PropertyPath), call.now);
    return [PropertyPath, fittingValue(held, payload.value, `Parameters.${index}.payload.value`)];
  });
  return Object.fromEntries(entries);
}
