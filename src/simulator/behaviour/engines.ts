import type { Static } from '@sinclair/typebox';
import type { AcceptedFunctionCall, EngineHost, PropertyUpdate } from '../../hub/table/schemas/engines.js';
import { callFunction, engineTypeOf, findProperty, propertyOf } from '../state/engine.js';
import { move, valueAt } from '../state/motion.js';
import type { Engine, EngineFunction, EngineKind, EngineNode, EngineProperty } from '../state/state.js';
import { adapt, misfit, pick } from '../state/value.js';
import { found, refuse, refuseInText } from './answer.js';
import type { Behaviour, Call } from './call.js';
import { showOn } from './shows.js';

/** Engine hosts, their nodes, properties and functions (docs/interface.md "Engines"). */
export const engines = {
  listEngines: (call) =>
    call.state.engines.map((engine) => ({ ...showEngine(call, engine), engineType: engineTypeOf(engine) })),
  getEngine: (call) => showEngine(call, engineOf(call)),
  listNodes: (call) => engineOf(call).nodes.map(showNode),
  getNode: (call) => showNode(nodeOf(call)),
  listProperties: (call) => nodeOf(call).properties.map((property) => showProperty(property, call.now)),
  getProperty: (call) => {
    const { propertyPath } = call.params;
    return showProperty(found(findProperty(nodeOf(call), propertyPath), `Property ${propertyPath}`), call.now);
  },
  setProperty: (call) => {
    const { Value, Interpolation = 'Constant', Duration = 0, Delay = 0 } = call.body as Static<typeof PropertyUpdate>;
    const { property, keys } = targetOf(call);
    const to = fitting(pick(valueAt(property, call.now), keys), Value, 'Value');
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
} satisfies Record<string, Behaviour>;

/** An rgraph and a ustate have a field of their own; what an RE5 engine runs has none. */
function showEngine({ state, dialect }: Call, engine: Engine): Static<typeof EngineHost> {
  const loadedOn = (type: EngineKind) => (engineTypeOf(engine) === type ? engine.loadedId : null);
  const owner = dialect === 1 ? { ownerStudioId: STUDIO } : { ownerShowId: showOn(state, engine.host.id)?.id ?? null };
  return { ...engine.host, ...owner, rgraphId: loadedOn('RE'), ustateId: loadedOn('UE') };
}

/** All engines stand in one studio. */
const STUDIO = 1;

const showNode = ({ path, name }: EngineNode) => ({ NodePath: path, NodeName: name });

const showProperty = (property: EngineProperty, now: number) => ({
  PropertyPath: property.path,
  DisplayName: property.name,
  Value: valueAt(property, now),
});

const showFunction = ({ path, name }: EngineFunction) => ({ FunctionPath: path, FunctionName: name });

const engineOf = ({ state, params }: Call): Engine =>
  found(
    state.engines.find(({ host }) => host.id === Number(params.engineId)),
    `Engine ${params.engineId}`,
  );

const nodeOf = (call: Call): EngineNode =>
  found(
    engineOf(call).nodes.find(({ path }) => path === call.params.nodePath),
    `Node ${call.params.nodePath}`,
    refuseInText,
  );

const functionOf = (call: Call): EngineFunction =>
  found(
    nodeOf(call).functions.find(({ path }) => path === call.params.functionPath),
    `Function ${call.params.functionPath}`,
    refuseInText,
  );

/** The property that a path means and, on RE5, the field of it: `PROPERTYPATH.w.z` is field z of field w. */
function targetOf(call: Call): { property: EngineProperty; keys: string[] } {
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

/** The given value as the held one wants it. Throws a Refusal that says where below `at` it does not fit. */
function fitting(held: unknown, given: unknown, at: string): unknown {
  const value = adapt(held, given);
  const wrong = misfit(held, value, at);
  if (wrong) throw refuse(422, `${wrong} does not fit the property`);
  return value;
}

/** The parameters' values by the path of their property. Throws a Refusal before anything has changed. */
function argumentsOf(call: Call): Record<string, unknown> {
  const { Parameters = [] } = call.body as Static<typeof AcceptedFunctionCall>;
  const known = Object.values(functionOf(call).parameters);
  const entries = Parameters.map(({ PropertyPath, payload }, index) => {
    if (!known.includes(PropertyPath))
      throw refuse(422, `Parameters.${index}.PropertyPath: the function has no parameter ${PropertyPath}`);
    const held = valueAt(propertyOf(nodeOf(call), PropertyPath), call.now);
    return [PropertyPath, fitting(held, payload.value, `Parameters.${index}.payload.value`)];
  });
  return Object.fromEntries(entries);
}
