import type { Static } from '@sinclair/typebox';
import type { EngineHost, FunctionCallTaken, PropertyUpdate } from '../../hub/table/schemas/engines.js';
import { callFunction, engineTypeOf, findProperty, propertyOf } from '../state/engine.js';
import { move, valueAt } from '../state/motion.js';
import type { Engine, EngineFunction, EngineKind, EngineNode, EngineProperty } from '../state/state.js';
import { adapt, misfit, pick } from '../state/value.js';
import { refuse, refuseInText } from './answer.js';
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
    const property = findProperty(nodeOf(call), call.params.propertyPath);
    if (!property) throw noProperty(call);
    return showProperty(property, call.now);
  },
  setProperty: (call) => {
    const { Value, Interpolation = 'Constant', Duration = 0, Delay = 0 } = call.body as Static<typeof PropertyUpdate>;
    const { property, keys } = targetOf(call);
    const held = pick(valueAt(property, call.now), keys);
    const to = adapt(held, Value);
    const wrong = misfit(held, to, 'Value');
    if (wrong) throw refuse(422, `${wrong} does not fit the property`);
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

function engineOf({ state, params }: Call): Engine {
  const engine = state.engines.find(({ host }) => host.id === Number(params.engineId));
  if (!engine) throw refuse(404, `Engine ${params.engineId} not found`);
  return engine;
}

function nodeOf(call: Call): EngineNode {
  const node = engineOf(call).nodes.find(({ path }) => path === call.params.nodePath);
  if (!node) throw refuseInText(404, `Node ${call.params.nodePath} not found`);
  return node;
}

function functionOf(call: Call): EngineFunction {
  const fn = nodeOf(call).functions.find(({ path }) => path === call.params.functionPath);
  if (!fn) throw refuseInText(404, `Function ${call.params.functionPath} not found`);
  return fn;
}

const noProperty = ({ params }: Call) => refuse(404, `Property ${params.propertyPath} not found`);

/** The property that a path means and, on RE5, the field of it: `PROPERTYPATH.w.z` is field z of field w. */
function targetOf(call: Call): { property: EngineProperty; keys: string[] } {
  const node = nodeOf(call);
  const whole = findProperty(node, call.params.propertyPath);
  if (whole) return { property: whole, keys: [] };
  // Paths on RE5 are UUIDs, so the first dot ends one.
  const [path, ...keys] = (call.params.propertyPath ?? '').split('.');
  const property = engineTypeOf(engineOf(call)) === 'RE5' ? findProperty(node, path) : undefined;
  if (!property || pick(property.value, keys) === undefined) throw noProperty(call);
  return { property, keys };
}

/** The parameters' values by the path of their property. Throws a Refusal before anything has changed. */
function argumentsOf(call: Call): Record<string, unknown> {
  const { Parameters = [] } = call.body as Static<typeof FunctionCallTaken>;
  const known = Object.values(functionOf(call).parameters);
  const entries = Parameters.map(({ PropertyPath, payload }, index) => {
    if (!known.includes(PropertyPath))
      throw refuse(422, `Parameters.${index}.PropertyPath: the function has no parameter ${PropertyPath}`);
    const held = valueAt(propertyOf(nodeOf(call), PropertyPath), call.now);
    const value = adapt(held, payload.value);
    const wrong = misfit(held, value, `Parameters.${index}.payload.value`);
    if (wrong) throw refuse(422, `${wrong} does not fit the property`);
    return [PropertyPath, value];
  });
  return Object.fromEntries(entries);
}
