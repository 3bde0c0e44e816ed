import type { RequestHandler, Response } from 'express';
import type { NodeAPI } from 'node-red';
import { detectHub, NOTHING_FOUND } from '../../hub/lists/detect.js';
import { list } from '../../hub/lists/index.js';
import { ReadOnlyClient } from '../../hub/lists/read-only-client.js';
import { HubError } from '../../hub/wire/errors.js';
import type { Params } from '../../hub/wire/request.js';
import type { HubSettings } from '../../hub/wire/settings.js';
import { parseDraft, parseListRequest, usesEnvironment } from './editor-request.js';
import { draftSettings, type HubDraft } from './hub-draft.js';
import { type JsonHandler, jsonPost } from './json-routes.js';
import { problemOf } from './redact.js';
import { staticParams } from './static-params.js';

/** Maximum time of a read for a dialog, in ms. */
const TIMEOUT_MS = 5000;

/** Lets the editor ask a hub, deployed or not, through the table's reads (docs/architecture.md "Pickers"). */
export function editorRoutes(RED: NodeAPI): void {
  const clients = new Set<ReadOnlyClient>();
  const closeAll = () => {
    for (const client of clients) client.close();
  };

  /**
   * Answers a request with a read-only client for its draft. The client closes with the browser's request or the flows.
   * `editorFields` are the other fields of the editor. `fallback` is the answer besides the `problem`.
   */
  async function answer(
    response: Response,
    draft: HubDraft,
    editorFields: Params,
    fallback: object,
    work: (client: ReadOnlyClient, toProblem: (error: HubError) => object) => Promise<object>,
  ): Promise<void> {
    let settings: HubSettings | undefined;
    const toProblem = (error: HubError) => problemOf(error, { ...draft, ...editorFields }, settings);
    let client: ReadOnlyClient | undefined;
    try {
      settings = draftSettings(RED, draft);
      client = new ReadOnlyClient(settings, TIMEOUT_MS);
      if (clients.size === 0) RED.events.on('flows:stopping', closeAll);
      clients.add(client);
      response.once('close', () => client?.close());
      response.json(await work(client, toProblem));
    } catch (error) {
      if (!(error instanceof HubError)) throw error;
      response.json({ ...fallback, problem: toProblem(error) });
    } finally {
      client?.close();
      if (client && clients.delete(client) && clients.size === 0) RED.events.off('flows:stopping', closeAll);
    }
  }

  const mayDeploy = RED.auth.needsPermission('flows.write');
  /** Environment variables are only for users who could deploy a flow that reads them. */
  const mayResolve: RequestHandler = (request, response, next) =>
    usesEnvironment(request.body) ? mayDeploy(request, response, next) : next();

  const answerList: JsonHandler = ({ body }, response) => {
    const draft = parseDraft(body);
    const request = parseListRequest(body);
    if (!draft || !request) return undefined;
    const shown = Object.entries(request.params).map(([name, { type, value }]) => [
      name,
      type === 'env' ? `env: ${value}` : value,
    ]);
    return answer(response, draft, { ...Object.fromEntries(shown), names: request.names }, {}, async ({ read }) =>
      list(read, request.names, await staticParams(RED, request)),
    );
  };

  const answerTest: JsonHandler = ({ body }, response) => {
    const draft = parseDraft(body);
    return (
      draft &&
      answer(response, draft, {}, NOTHING_FOUND, async (client, toProblem) => {
        const { problem, ...found } = await detectHub(client);
        return { ...found, ...(problem && { problem: toProblem(problem) }) };
      })
    );
  };

  jsonPost(RED, 'list', answerList, mayResolve);
  jsonPost(RED, 'test', answerTest, mayResolve);
}
