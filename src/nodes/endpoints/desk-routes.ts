import type { Request, Response } from 'express';
import type { NodeAPI } from 'node-red';
import { isListName } from '../../base/names.js';
import { cuesFrom, parseCues } from '../../cues/cue-text.js';
import { readList, writeList } from '../../cues/list-editing.js';
import { looksText } from '../../looks/look-text.js';
import { CUE_OPERATIONS } from '../../saved/cues.js';
import { requestOf } from '../cues/cue-request.js';
import { type CuesNode, cuesNodes } from '../cues/cues-node.js';
import { listPath } from '../cues/deployed-lists.js';
import type { Deployed } from '../desk/deployed.js';
import { fileError } from '../desk/file-error.js';
import { actOnLooks, LOOK_ACTIONS, type LookAction } from '../look/look-actions.js';
import { type LookNode, lookNodes } from '../look/look-node.js';
import { jsonGet, jsonPostFor } from './json-routes.js';
import { orProblem, problemOf } from './redact.js';

/** The name of the sidebar as the sender of an operation. */
const SIDEBAR = 'sidebar';

/**
 * The looks of the deployed nodes, for the sidebar and the dialog. A request names a look or a new name, and never an
 * address, a path or a key. Commands go through the lanes, limits and rehearsal of the hub.
 */
export function lookRoutes(RED: NodeAPI): void {
  const read = 'hub-look.read';
  jsonGet(RED, read, 'looks', (_, response) => sendReports(lookNodes, response));

  jsonGet(RED, read, 'looks/:id/file', (request, response) =>
    answer(lookNodes, request, response, (node) =>
      orProblem(node.settings, async () => ({ text: looksText(await node.list()) })),
    ),
  );

  jsonPostFor(RED, 'hub-look.write', 'looks/:id', (request, response) => {
    const action = { look: '', to: '', text: '', ...Object(request.body) } as LookAction;
    const { look, to, text } = action;
    const isText = [action.action, look, to, text].every((each) => typeof each === 'string');
    if (!isText || !Object.hasOwn(LOOK_ACTIONS, action.action)) return undefined;
    return answer(lookNodes, request, response, (node) =>
      orProblem(node.settings, async () => ({ entries: await actOnLooks(node, action) }), { look, to }),
    );
  });
}

/** The same for cue lists. A request names a list or a cue. */
export function cueRoutes(RED: NodeAPI): void {
  const read = 'hub-cues.read';
  const write = 'hub-cues.write';
  jsonGet(RED, read, 'cues', (_, response) => sendReports(cuesNodes, response));

  /** Answers with a list, which may belong to no node. */
  const sendList = async (list: string, response: Response, work: (path: string) => Promise<object>) => {
    const path = `${listPath(RED, list)}.json`;
    const send = () => work(path).catch((thrown: unknown) => Promise.reject(fileError(thrown, path)));
    response.json(await orProblem(undefined, send));
  };

  jsonGet(RED, read, 'cues/lists/:list', ({ params }, response) => {
    const list = String(params.list);
    return isListName(list) ? sendList(list, response, readList) : undefined;
  });

  jsonPostFor(RED, write, 'cues/lists/:list', ({ params, body }, response) => {
    const list = String(params.list);
    const { cues, text, revision } = Object(body) as Readonly<Record<string, unknown>>;
    if (!isListName(list) || typeof revision !== 'string') return undefined;
    return sendList(list, response, async (path) =>
      writeList(path, revision, typeof text === 'string' ? parseCues(text) : cuesFrom(cues)),
    );
  });

  jsonPostFor(RED, write, 'cues/:id/check', (request, response) =>
    answer(cuesNodes, request, response, async (node) => {
      const { settings } = node;
      const findings = (await node.check()).map(({ number, part, step, error, renamed }) => ({
        ...{ cue: number, part, step: step + 1 },
        ...(error && { problem: problemOf(error, undefined, settings) }),
        ...(renamed && { renamed }),
      }));
      return { findings };
    }),
  );

  jsonPostFor(RED, write, 'cues/:id', (request, response) => {
    const { operation: given, cue } = Object(request.body) as Readonly<Record<string, unknown>>;
    const operation = CUE_OPERATIONS.find((each) => each === given);
    if (!operation || (cue !== undefined && typeof cue !== 'string')) return undefined;
    return answer(cuesNodes, request, response, async (node) => {
      const pressed = await orProblem(node.settings, async () => {
        const { press } = requestOf(operation, cue, SIDEBAR);
        return press ? { note: node.press(press, node.id).note } : {};
      });
      return { ...(await reportOf(node)), ...pressed };
    });
  });
}

/** The state of a node. A broken file is its problem. */
async function reportOf(node: LookNode | CuesNode): Promise<object> {
  const problem = await orProblem(node.settings, async () => {
    await node.checkFile();
    return {};
  });
  return { id: node.id, hub: node.config, name: node.name, ...node.report(), ...problem };
}

const sendReports = async (deployed: Deployed<LookNode> | Deployed<CuesNode>, response: Response): Promise<void> => {
  response.json(await Promise.all([...deployed.nodes.values()].map(reportOf)));
};

/** Answers a request for a deployed node. */
async function answer<Node extends LookNode | CuesNode>(
  { nodes }: Deployed<Node>,
  { params }: Request,
  response: Response,
  work: (node: Node) => Promise<object>,
): Promise<void> {
  const node = nodes.get(String(params.id));
  if (node) response.json(await work(node));
  else response.sendStatus(404);
}
