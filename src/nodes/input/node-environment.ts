import type { Node, NodeAPI } from 'node-red';
import { environmentName } from '../../saved/environment.js';

/** Where a node of the editor stands: its id, and the id of its tab or subflow; '' or nothing for a global one. */
export interface Place {
  readonly id?: string;
  readonly z?: string;
}

/** What Node-RED's own flows give to a node that asks for a setting, as far as it is used here. */
interface Flow {
  getSetting(name: string): unknown;
}

type Deployed = Node & { readonly _flow?: Flow };

/** The deployed node of a place, or something that stands where it would: Node-RED evaluates `env` for it. */
export function nodeAt(RED: NodeAPI, { id = '', z = '' }: Place): Deployed {
  const own = RED.nodes.getNode(id) as Deployed | null;
  if (own?._flow && (own.z ?? '') === z) return own;
  return { id, z, _flow: flowOf(RED, z) ?? flowOf(RED, '') ?? outside(RED) } as Deployed;
}

/**
 * The value of a field that is `${NAME}`, as Node-RED puts it into a node of that place when it is deployed; any other
 * field as it is. What is not set stays as it was written.
 */
export function environmentAt(RED: NodeAPI, place: Place): (field: unknown) => unknown {
  const node = nodeAt(RED, place);
  return (field) => {
    const name = environmentName(field);
    return name === undefined ? field : (RED.util.getSetting(node, name) ?? field);
  };
}

/** The flow of a tab or subflow, found through any node that is deployed there; of a subflow, its first instance. */
function flowOf(RED: NodeAPI, z: string): Flow | undefined {
  let found: Flow | undefined;
  RED.nodes.eachNode(({ id, type, z: where = '' }) => {
    const isInside = type === `subflow:${z}`;
    if (found || (where !== z && !isInside)) return;
    const flow = (RED.nodes.getNode(id) as Deployed | null)?._flow;
    // The flow of a subflow's instance is the one inside it.
    found = flow && type.startsWith('subflow:') && !isInside ? outOf(flow) : flow;
  });
  return found;
}

/** The flow around another. */
const outOf = (flow: Flow): Flow => ({ getSetting: (name) => flow.getSetting(`$parent.${name}`) });

/** What the process itself is told, but for what Node-RED is to hide. */
function outside(RED: NodeAPI): Flow {
  const { envVarExcludes = [] } = RED.settings as { envVarExcludes?: unknown };
  const hidden = Array.isArray(envVarExcludes) ? envVarExcludes : [];
  return { getSetting: (name) => (hidden.includes(name) ? undefined : process.env[name]) };
}
