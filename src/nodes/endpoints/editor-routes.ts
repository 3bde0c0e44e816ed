import type { Request, RequestHandler, Response } from 'express';
import type { NodeAPI } from 'node-red';
import { detectHub, NOTHING_FOUND } from '../../hub/lists/detect.js';
import { list } from '../../hub/lists/index.js';
import { ReadOnlyClient } from '../../hub/lists/read-only-client.js';
import { HubError } from '../../hub/wire/errors.js';
import type { Params } from '../../hub/wire/request.js';
import type { HubSettings } from '../../hub/wire/settings.js';
import { parseDraft, parseListRequest, usesEnvironment } from './editor-request.js';
import { type Draft, draftSettings } from './hub-draft.js';
import { problemOf } from './redact.js';
import { staticParams } from './static-params.js';

/** A read on behalf of a dialog takes so many ms at most: somebody waits for it. */
const LONGEST_MS = 5000;

/** Lets the editor ask a hub, deployed or not, through the table's reads (docs/architecture.md "Pickers"). */
export function editorRoutes(RED: NodeAPI): void {
  const visits = new Set<ReadOnlyClient>();
  const closeAll = () => {
    for (const visit of visits) visit.close();
  };

  /**
   * Answers a request by a visit to the hub of its draft, which ends with the browser's request, or with the flows.
   * `given` is what else the editor sent, `otherwise` what a problem is answered with.
   */
  async function answer(
    response: Response,
    draft: Draft,
    given: Params,
    otherwise: object,
    work: (visit: ReadOnlyClient, told: (error: HubError) => object) => Promise<object>,
  ): Promise<void> {
    let settings: HubSettings | undefined;
    const told = (error: HubError) => problemOf(error, { ...draft, ...given }, settings);
    let visit: ReadOnlyClient | undefined;
    try {
      settings = draftSettings(RED, draft);
      visit = new ReadOnlyClient(settings, LONGEST_MS);
      if (visits.size === 0) RED.events.on('flows:stopping', closeAll);
      visits.add(visit);
      response.once('close', () => visit?.close());
      response.json(await work(visit, told));
    } catch (error) {
      if (!(error instanceof HubError)) throw error;
      response.json({ ...otherwise, problem: told(error) });
    } finally {
      visit?.close();
      if (visit && visits.delete(visit) && visits.size === 0) RED.events.off('flows:stopping', closeAll);
    }
  }

  /** One endpoint. Whatever goes wrong is answered: a rejection that nobody handles would end Node-RED. */
  function post(path: string, handle: (request: Request, response: Response) => Promise<void> | undefined): void {
    const mayAsk = RED.auth.needsPermission('hub-config.write');
    const mayDeploy = RED.auth.needsPermission('flows.write');
    /** Where the environment leads and what it holds learns only who could deploy a flow that tells. */
    const mayResolve: RequestHandler = (request, response, next) =>
      usesEnvironment(request.body) ? mayDeploy(request, response, next) : next();
    RED.httpAdmin.post(`/graphics-hub/${path}`, mayAsk, mayResolve, async (request, response) => {
      try {
        // Another type is no request of the editor's: any web page may send a form.
        const handled = request.is('json') ? handle(request, response) : undefined;
        if (handled) await handled;
        else response.sendStatus(400);
      } catch (error) {
        RED.log.error(error instanceof Error ? error.stack : error);
        if (!response.headersSent) response.sendStatus(500);
      }
    });
  }

  post('list', ({ body }, response) => {
    const draft = parseDraft(body);
    const asked = parseListRequest(body);
    if (!draft || !asked) return undefined;
    const shown = Object.entries(asked.params).map(([name, { type, value }]) => [
      name,
      type === 'env' ? `env: ${value}` : value,
    ]);
    return answer(response, draft, { ...Object.fromEntries(shown), names: asked.names }, {}, async ({ read }) =>
      list(read, asked.names, await staticParams(RED, asked)),
    );
  });

  post('test', ({ body }, response) => {
    const draft = parseDraft(body);
    return (
      draft &&
      answer(response, draft, {}, NOTHING_FOUND, async (visit, told) => {
        const { problem, ...found } = await detectHub(visit);
        return { ...found, ...(problem && { problem: told(problem) }) };
      })
    );
  });
}
