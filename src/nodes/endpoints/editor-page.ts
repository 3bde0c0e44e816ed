import { randomBytes } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import type { NodeAPI } from 'node-red';
import { TOKEN_HEADER } from '../../saved/page-token.js';

/** One for each start of Node-RED. */
const TOKEN = randomBytes(32).toString('base64url');

/**
 * Answers only the editor's own page (SECURITY.md). Node-RED 4.1 lets each foreign page send every header and read every
 * answer, so the page must have a token, which it can read only from its own origin.
 */
export const fromEditor: RequestHandler = (request, response, next) => {
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
