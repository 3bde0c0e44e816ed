import { randomBytes } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import type { NodeAPI } from 'node-red';
import { TOKEN_HEADER } from '../../saved/page-token.js';
import { type LiveKind, liveReportOf } from '../registry/registry.js';

/** Answers a request. Undefined if the body is not usable. */
export type JsonHandler = (request: Request, response: Response) => Promise<void> | undefined;

/** Registers a POST endpoint below `/graphics-hub/` for users with the permission `hub-config.write`. */
export const jsonPost = (RED: NodeAPI, path: string, handle: JsonHandler, ...checks: readonly RequestHandler[]): void =>
  jsonPostFor(RED, 'hub-config.write', path, handle, ...checks);

/** Registers a POST endpoint for users with a permission. It accepts only JSON, since any web page can send a form. */
export function jsonPostFor(
  RED: NodeAPI,
  permission: string,
  path: string,
  handle: JsonHandler,
  ...checks: readonly RequestHandler[]
): void {
  const answer = answering(RED, (request, response) => (request.is('json') ? handle(request, response) : undefined));
  RED.httpAdmin.post(`/graphics-hub/${path}`, fromEditor, RED.auth.needsPermission(permission), ...checks, answer);
}

/** Registers a GET endpoint below `/graphics-hub/` for users with a permission. */
export function jsonGet(RED: NodeAPI, permission: string, path: string, handle: JsonHandler): void {
  RED.httpAdmin.get(`/graphics-hub/${path}`, fromEditor, RED.auth.needsPermission(permission), answering(RED, handle));
}

/** Answers each error, since an unhandled rejection would end Node-RED. */
const answering =
  (RED: NodeAPI, handle: JsonHandler): RequestHandler =>
  async (request, response) => {
    try {
      const handling = handle(request, response);
      if (handling) await handling;
      else response.sendStatus(400);
    } catch (error) {
      RED.log.error(error instanceof Error ? error.stack : error);
      if (!response.headersSent) response.sendStatus(500);
    }
  };

/** One for each start of Node-RED. */
const TOKEN = randomBytes(32).toString('base64url');

/**
 * Answers only the editor's own page (SECURITY.md). Node-RED 4.1 lets each foreign page send every header and read every
 * answer, so the page must have a token, which it can read only from its own origin.
 */
const fromEditor: RequestHandler = (request, response, next) => {
  hideFromOtherPages(response);
  if (isFromOtherPage(request) || request.get(TOKEN_HEADER) !== TOKEN) response.sendStatus(403);
  else next();
};

/** Sends the token to every user who may open the editor. */
export function tokenRoute(RED: NodeAPI): void {
  RED.httpAdmin.get('/graphics-hub/token', RED.auth.needsPermission(''), (request, response) => {
    hideFromOtherPages(response);
    if (isFromOtherPage(request)) response.sendStatus(403);
    else response.json({ token: TOKEN });
  });
}

/** Takes back Node-RED's permission for other pages to read the answer. */
function hideFromOtherPages(response: Response): void {
  response.removeHeader('Access-Control-Allow-Origin');
  response.set('Cache-Control', 'no-store');
}

/** Browsers name the relation of page and endpoint for https and for this machine. No page can change it. */
function isFromOtherPage(request: Request): boolean {
  const site = request.get('Sec-Fetch-Site');
  return site !== undefined && site !== 'same-origin';
}

/** Sends the live report of a deployed node to its dialog. Does not reach a hub. */
export function liveRoute(RED: NodeAPI, kind: LiveKind): void {
  jsonGet(RED, `hub-${kind}.read`, `${kind}/:id`, async ({ params }, response) => {
    response.json({ report: liveReportOf(kind, String(params.id)) ?? null });
  });
}
