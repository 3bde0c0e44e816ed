import type { Response } from 'express';
import type { NodeAPI } from 'node-red';
import { HubError, type Problem } from '../../hub/wire/errors.js';
import type { LookEntry } from '../../looks/entries.js';
import { looksText } from '../../looks/look-text.js';
import { StoredError } from '../../stored/stored-error.js';
import { isInJournal, journalRecall } from '../look/journal-recall.js';
import { entriesError, fileError } from '../look/look-error.js';
import { type RunningLooks, restoreAll, running, runningHubs } from '../registry/registry.js';
import { jsonGet, jsonPostFor } from './json-routes.js';
import { problemOf } from './redact.js';

const ACTIONS = ['recall', 'store', 'update', 'compare', 'restore', 'rename', 'delete', 'import'] as const;

/** A request. */
interface LookAction {
  readonly action: (typeof ACTIONS)[number];
  readonly look: string;
  /** The new name. */
  readonly to: string;
  /** Looks to import. */
  readonly text: string;
}

/**
 * The looks of the deployed nodes, for the sidebar and the dialog. A request names a look or a new name, and never an
 * address, a path or a key. Commands go through the lanes, limits and rehearsal of the hub.
 */
export function lookRoutes(RED: NodeAPI): void {
  const permission = 'hub-look.read';

  jsonGet(RED, permission, 'looks', async (_, response) => {
    response.json(await Promise.all([...running.looks].map(([id, looks]) => reportOf(id, looks))));
  });

  jsonGet(RED, permission, 'looks/:id/file', async ({ params }, response) => {
    const looks = running.looks.get(String(params.id));
    if (!looks) response.sendStatus(404);
    else response.json(await answer(looks, {}, async () => ({ text: looksText(await looks.desk.list()) })));
  });

  jsonPostFor(RED, 'hub-look.write', 'looks/:id', ({ params, body }, response) => {
    const id = String(params.id);
    const looks = running.looks.get(id);
    const request = { look: '', to: '', text: '', ...Object(body) } as LookAction;
    return isComplete(request) ? perform(id, looks, request, response) : undefined;
  });
}

/** Checks the values, because they are those of any JSON. */
const isComplete = ({ action, look, to, text }: LookAction): boolean =>
  ACTIONS.includes(action) && [look, to, text].every((each) => typeof each === 'string');

async function perform(
  id: string,
  looks: RunningLooks | undefined,
  request: LookAction,
  response: Response,
): Promise<void> {
  if (!looks) response.sendStatus(404);
  else response.json(await answer(looks, request, async () => ({ entries: await entriesOf(id, looks, request) })));
}

/** A recall, whose failure is in the journal. */
async function recall(id: string, { desk, hub, path }: RunningLooks, look: string): Promise<readonly LookEntry[]> {
  try {
    const entries = await desk.recall(look, undefined);
    const error = entriesError(entries);
    if (error && !isInJournal(entries)) journalRecall(hub, look, error, id);
    return entries;
  } catch (thrown) {
    const error = fileError(thrown, path);
    if (error instanceof HubError) journalRecall(hub, look, error, id);
    throw thrown;
  }
}

/** Acts, and returns the values, with their outcomes after a recall, or the differences. */
async function entriesOf(
  id: string,
  looks: RunningLooks,
  { action, look, to, text }: LookAction,
): Promise<readonly object[]> {
  const { desk, hub } = looks;
  switch (action) {
    case 'recall':
      return recall(id, looks, look);
    case 'store':
      return desk.add(look);
    case 'update':
      return desk.store(look);
    case 'compare':
      return desk.compare(look);
    case 'restore':
      return restoreAll(hub);
    case 'rename':
      await desk.rename(look, to);
      return [];
    case 'delete':
      await desk.delete(look);
      return [];
    case 'import':
      await desk.import(text);
      return [];
  }
}

/** The state of the looks of a node. A broken file is its problem. */
async function reportOf(id: string, looks: RunningLooks): Promise<object> {
  const { desk, config, name } = looks;
  const problem = await answer(looks, {}, async () => {
    await desk.list();
    return {};
  });
  const states = [...desk.states].map(([look, status]) => ({ name: look, ...status }));
  return { id, hub: config, name, looks: states, asking: desk.restorer.asking, ...problem };
}

/** The result of a request, or its problem. */
async function answer(
  { hub, config, path }: RunningLooks,
  fields: Partial<LookAction>,
  act: () => Promise<object>,
): Promise<object | { readonly problem: Problem }> {
  try {
    return await act();
  } catch (thrown) {
    // An imported text has no path.
    const isText = thrown instanceof StoredError && fields.action === 'import';
    const error = fileError(thrown, isText ? '' : path);
    if (!(error instanceof HubError)) throw error;
    const settings = runningHubs(config).find((each) => each.hub === hub)?.settings;
    return { problem: problemOf(error, { look: fields.look, to: fields.to }, settings) };
  }
}
