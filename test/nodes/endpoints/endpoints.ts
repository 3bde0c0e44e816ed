import helper from 'node-red-node-test-helper';
import { tokenHeader } from '../../page-token.js';

/** The editor's draft of a configuration that has only an address. */
export const draft = (baseUrl: string, more: object = {}) => ({ id: 'draft', baseUrl, auth: 'none', ...more });

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: an answer is judged by what the test expects of it
  readonly body: any;
}

/** The header of the editor's page. */
export const fromPage = async () => tokenHeader((await helper.request().get('/graphics-hub/token')).body);

/** Asks an endpoint of the running test runtime. */
export const get = async (path: string): Promise<Answer> =>
  helper
    .request()
    .get(`/graphics-hub/${path}`)
    .set(await fromPage());

/** Posts JSON, or another type, to an endpoint of the running test runtime. */
export const post = async (path: string, body: object | string, type = 'application/json'): Promise<Answer> =>
  helper
    .request()
    .post(`/graphics-hub/${path}`)
    .set(await fromPage())
    .type(type)
    .send(body);

/** A parameter of a dialog. */
export const typed = (type: string, value: unknown) => ({ type, value });
