import type { Node, NodeAPI } from 'node-red';
import { environmentName } from '../../saved/environment.js';

/** A node of the editor: its id, and the id of its tab or subflow. A global node has no `z`. */
export interface EditorPlace {
  readonly id?: string;
  readonly z?: string;
}

/** The used part of Node-RED's own flow object. */
interface Flow {
  getSetting(name: string): unknown;
}

type Deployed = Node & { readonly _flow?: Flow };

/** The deployed node of a place, or a stand-in there for which Node-RED can evaluate `env`. */
export function nodeAt(RED: NodeAPI, { id = '', z = '' }: EditorPlace): Deployed {
  const deployed = RED.nodes.getNode(id) as Deployed | null;
  if (deployed?._flow && (deployed.z ?? '') === z) return deployed;
  return { id, z, _flow: flowOf(RED, z) ?? flowOf(RED, '') ?? processEnvironment(RED) } as Deployed;
}

/**
 * Returns a function that resolves a field `${NAME}` as Node-RED does for a node of that place. It returns other fields
 * and unset variables unchanged.
 */
export function environmentAt(RED: NodeAPI, place: EditorPlace): (field: unknown) => unknown {
  const node = nodeAt(RED, place);
  return (field) => {
    const name = environmentName(field);
    return name === undefined ? field : (RED.util.getSetting(node, name) ?? field);
  };
}

/** The flow of a tab or subflow, found through any deployed node in it. For a subflow, its first instance. */
function flowOf(RED: NodeAPI, z: string): Flow | undefined {
  let found: Flow | undefined;
  RED.nodes.eachNode(({ id, type, z: flowId = '' }) => {
    const isInside = type === `subflow:${z}`;
    if (found || (flowId !== z && !isInside)) return;
    const flow = (RED.nodes.getNode(id) as Deployed | null)?._flow;
    // A subflow instance has the inner flow. Its own place is the flow around that.
    found = flow && type.startsWith('subflow:') && !isInside ? parentFlow(flow) : flow;
  });
  return found;
}

const parentFlow = (flow: Flow): Flow => ({ getSetting: (name) => flow.getSetting(`$parent.${name}`) });

/** The environment of the process, without the variables that Node-RED excludes. */
function processEnvironment(RED: NodeAPI): Flow {
  const { envVarExcludes = [] } = RED.settings as { envVarExcludes?: unknown };
  const hidden = Array.isArray(envVarExcludes) ? envVarExcludes : [];
  return { getSetting: (name) => (hidden.includes(name) ? undefined : process.env[name]) };
}
