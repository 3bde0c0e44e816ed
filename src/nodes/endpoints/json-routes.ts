import type { Request, RequestHandler, Response } from 'express';
import type { NodeAPI } from 'node-red';
import { fromEditor } from './editor-page.js';

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
