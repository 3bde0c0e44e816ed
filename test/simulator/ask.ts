import { findTableOperation } from '../../dist/hub/table/operations.js';
import { VERSION_BASE } from '../../dist/hub/table/paths.js';
import { buildRequest, type Params } from '../../dist/hub/wire/request.js';
import type { Simulator } from '../../dist/simulator/index.js';

export interface Reply {
  status: number;
  type: string | null;
  text: string;
  /** Parsed JSON, or the text of other answers. */
  body: unknown;
}

/** Values for path and body of the operation. `body` replaces the whole body. */
export interface RequestOptions {
  params?: Params;
  body?: string;
  headers?: Record<string, string>;
  linear?: string;
}

/** Method, URL and body of the request, from the table. */
export function requestFor(
  { url }: Simulator,
  name: string,
  { params = {}, linear = 'linear', body }: RequestOptions = {},
) {
  const operation = findTableOperation(name);
  if (!operation) throw new Error(`${name} is not in the table`);
  const { method, path, json } = buildRequest(operation, params, linear);
  return { url: url + VERSION_BASE + path, method, body: body ?? json };
}

/** Sends an operation to a simulator, by its name. */
export async function ask(simulator: Simulator, name: string, options: RequestOptions = {}): Promise<Reply> {
  const { url, method, body } = requestFor(simulator, name, options);
  const type = body === undefined ? undefined : { 'Content-Type': 'application/json' };
  return reply(await fetch(url, { method, body, headers: { ...type, ...options.headers } }));
}

export async function reply(response: Response): Promise<Reply> {
  const text = await response.text();
  const type = response.headers.get('content-type');
  return { status: response.status, type, text, body: type?.includes('json') && text ? JSON.parse(text) : text };
}
