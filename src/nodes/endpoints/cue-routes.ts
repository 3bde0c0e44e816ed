import { createHash } from 'node:crypto';
import type { Response } from 'express';
import type { NodeAPI } from 'node-red';
import { isListName } from '../../base/names.js';
import { cueFiles } from '../../cues/cue-file.js';
import { cuesFrom, cuesText, parseCues } from '../../cues/cue-text.js';
import type { CueList } from '../../cues/list.js';
import type { Hub } from '../../hub/hub.js';
import { HubError, type Problem } from '../../hub/wire/errors.js';
import { CUE_OPERATIONS, type CueOperation } from '../../saved/cues.js';
import { requestOf } from '../cues/cue-request.js';
import { cueRows } from '../cues/cue-view.js';
import { pressCues } from '../cues/journal-cue.js';
import { listPath } from '../cues/list-path.js';
import { fileError } from '../look/look-error.js';
import { looksOf, type RunningCues, running, runningHubs } from '../registry/registry.js';
import { jsonGet, jsonPostFor } from './json-routes.js';
import { problemOf } from './redact.js';
import { lookNames } from './stored-names.js';

/** The name of the sidebar as the sender of an operation. */
const SIDEBAR = 'sidebar';

/**
 * The cue lists, for the sidebar and the dialog. A request names a list or a cue, and never an address, a path or a key.
 * Commands go through the lanes, limits and rehearsal of the hub.
 */
export function cueRoutes(RED: NodeAPI): void {
  const read = 'hub-cues.read';
  const write = 'hub-cues.write';
  const pathOf = (list: string) => `${listPath(RED, list)}.json`;

  jsonGet(RED, read, 'cues', async (_, response) => {
    response.json([...running.cues].map(([id, cues]) => reportOf(id, cues)));
  });

  jsonGet(RED, read, 'cues/lists/:list', ({ params }, response) => {
    const list = String(params.list);
    return isListName(list) ? sendList(pathOf(list), response) : undefined;
  });

  jsonPostFor(RED, write, 'cues/lists/:list', ({ params, body }, response) => {
    const list = String(params.list);
    const { cues, text, revision } = Object(body) as Readonly<Record<string, unknown>>;
    if (!isListName(list) || typeof revision !== 'string') return undefined;
    if (typeof text !== 'string') return writeList(pathOf(list), revision, () => cuesFrom(cues), response);
    return writeList(pathOf(list), revision, () => parseCues(text), response);
  });

  jsonPostFor(RED, write, 'cues/:id/check', ({ params }, response) =>
    check(running.cues.get(String(params.id)), response),
  );

  jsonPostFor(RED, write, 'cues/:id', ({ params, body }, response) => {
    const id = String(params.id);
    const cues = running.cues.get(id);
    const { operation, cue } = Object(body) as Readonly<Record<string, unknown>>;
    const isKnown = CUE_OPERATIONS.some((each) => each === operation);
    if (!isKnown || (cue !== undefined && typeof cue !== 'string')) return undefined;
    return press(id, cues, operation as CueOperation, cue, response);
  });
}

/** The looks that a cue can recall: those of the only `hub-look` of its hub. */
async function looksOfCues(hub: Hub): Promise<ReadonlySet<string> | HubError> {
  try {
    return await lookNames(looksOf(hub));
  } catch (error) {
    if (error instanceof HubError) return error;
    throw error;
  }
}

/** Checks the list with reads, and answers with each step that would fail or has renamed things. */
async function check(cues: RunningCues | undefined, response: Response): Promise<void> {
  if (!cues) {
    response.sendStatus(404);
    return;
  }
  const { desk, hub } = cues;
  const findings = await desk.check(await looksOfCues(hub));
  const settings = settingsOf(cues);
  response.json({
    findings: findings.map(({ number, part, step, error, renamed }) => ({
      cue: number,
      part,
      step: step + 1,
      ...(error && { problem: problemOf(error, undefined, settings) }),
      ...(renamed && { renamed }),
    })),
  });
}

const settingsOf = ({ config, hub }: RunningCues) => runningHubs(config).find((each) => each.hub === hub)?.settings;

/** Presses as a person in the sidebar, and answers with the state after it. */
async function press(
  id: string,
  cues: RunningCues | undefined,
  operation: CueOperation,
  cue: string | undefined,
  response: Response,
): Promise<void> {
  if (!cues) {
    response.sendStatus(404);
    return;
  }
  const answer = await withProblem(cues.path, cues, () => {
    const request = requestOf(operation, cue, SIDEBAR);
    return 'press' in request ? { note: pressCues(cues, request.press, id).note } : {};
  });
  response.json({ ...reportOf(id, cues), ...answer });
}

/** The state of the cues of a node. */
function reportOf(id: string, cues: RunningCues): object {
  const { desk, config, list, name, view, path } = cues;
  const error = desk.problem === undefined ? undefined : fileError(desk.problem, path);
  const problem = error instanceof HubError ? { problem: problemOf(error, undefined, settingsOf(cues)) } : {};
  return { id, hub: config, list, name, state: view(), cues: cueRows(desk), ...problem };
}

/** Differs for each text. */
const revisionOf = (list: CueList): string => createHash('sha256').update(cuesText(list)).digest('base64url');

/** The list of a file, as its text and its cues. A file that does not exist is an empty list. */
async function sendList(path: string, response: Response): Promise<void> {
  response.json(await withFile(path, (file) => file.read().then(contentOf)));
}

const contentOf = (list: CueList): object => ({
  cues: Object.fromEntries(list),
  text: cuesText(list),
  revision: revisionOf(list),
});

/** Writes a list, unless another person has changed it since it was read. */
async function writeList(path: string, revision: string, next: () => CueList, response: Response): Promise<void> {
  const answer = await withFile(path, async (file) => {
    const list = next();
    let isChanged = false;
    const written = await file.update((present) => {
      isChanged = revisionOf(present) !== revision;
      return isChanged ? present : list;
    });
    return isChanged ? { changed: true, ...contentOf(written) } : contentOf(written);
  });
  response.json(answer);
}

/** Uses the file of a list, which may belong to no running node. */
async function withFile(
  path: string,
  use: (file: ReturnType<typeof cueFiles.open>) => Promise<object>,
): Promise<object> {
  const file = cueFiles.open(path);
  try {
    return await withProblem(path, undefined, () => use(file));
  } finally {
    file.close();
  }
}

/** The result of some work, or its problem. */
async function withProblem(
  path: string,
  cues: RunningCues | undefined,
  work: () => object | Promise<object>,
): Promise<object | { readonly problem: Problem }> {
  try {
    return await work();
  } catch (thrown) {
    const error = fileError(thrown, path);
    if (!(error instanceof HubError)) throw error;
    return { problem: problemOf(error, undefined, cues && settingsOf(cues)) };
  }
}
