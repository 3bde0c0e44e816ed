import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { RequestHandler, Response } from 'express';
import type { NodeAPI } from 'node-red';
import { detectHub, NOTHING_FOUND } from '../../hub/lists/detect.js';
import { list, requiredParams } from '../../hub/lists/index.js';
import { ReadOnlyClient } from '../../hub/lists/read-only-client.js';
import { badInput, HubError } from '../../hub/wire/errors.js';
import type { Params } from '../../hub/wire/request.js';
import type { HubSettings } from '../../hub/wire/settings.js';
import { isEnvironment } from '../../saved/environment.js';
import { CONNECTION_TEXT_FIELDS, CREDENTIALS } from '../../saved/hub.js';
import { STATIC_TYPES } from '../../saved/param.js';
import { environmentAt, nodeAt } from '../runtime/node-environment.js';
import { toolsOf } from '../runtime/ports.js';
import { paramsEvaluator } from '../runtime/typed-inputs.js';
import { draftSettings, type HubDraft } from './hub-draft.js';
import { type JsonHandler, jsonPost } from './json-routes.js';
import { problemOf } from './redact.js';

/** Maximum time of a read for a dialog, in ms. */
const TIMEOUT_MS = 5000;

/** Lets the editor ask a hub, deployed or not, through the table's reads (docs/develop/rules.md "The editor"). */
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
      type === 'env' || !STATIC_TYPES.includes(type) ? `${type}: ${value}` : value,
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

/** The parameters of a list, evaluated for the node whose dialog asks. Others are ignored. Throws `BAD_INPUT`. */
async function staticParams(RED: NodeAPI, { names, node: place, params }: ListRequest): Promise<Params> {
  const environment = environmentAt(RED, place);
  const parameters = requiredParams(names);
  const inputs = parameters.flatMap(({ name }) => {
    const input = Object.hasOwn(params, name) ? params[name] : undefined;
    if (!input) return [];
    const { type, value } = input;
    if (!STATIC_TYPES.includes(type)) throw badInput(name, value, { key: 'choice', options: STATIC_TYPES });
    return [[name, { type, value: type === 'env' ? value : environment(value) }] as const];
  });
  return paramsEvaluator({ tools: toolsOf(RED, nodeAt(RED, place)) }, { parameters }, Object.fromEntries(inputs))({});
}

const TextSchema = Type.String();
/** One field of a dialog. A saved flow may also have a number or a switch there. */
const FieldSchema = Type.Union([TextSchema, Type.Number(), Type.Boolean(), Type.Null()]);

const PlaceSchema = Type.Object({ id: Type.Optional(TextSchema), z: Type.Optional(TextSchema) });

const optional = <Schema extends TSchema>(names: readonly string[], schema: Schema) =>
  Type.Object(Object.fromEntries(names.map((name) => [name, Type.Optional(schema)])));

const DraftRequestSchema = Type.Object({
  hub: Type.Composite([
    Type.Object({
      id: TextSchema,
      z: Type.Optional(TextSchema),
      headers: Type.Optional(Type.Array(TextSchema)),
      credentials: Type.Optional(optional(CREDENTIALS, TextSchema)),
    }),
    optional(CONNECTION_TEXT_FIELDS, FieldSchema),
  ]),
});

const ListRequestSchema = Type.Object({
  names: TextSchema,
  node: Type.Optional(PlaceSchema),
  params: Type.Optional(
    Type.Record(
      TextSchema,
      Type.Object({ type: TextSchema, value: Type.Optional(FieldSchema), label: Type.Optional(FieldSchema) }),
    ),
  ),
});

type ListRequest = Required<Static<typeof ListRequestSchema>>;

/** The draft in a request's body, without other fields of the configuration. Undefined if there is none. */
function parseDraft(body: unknown): HubDraft | undefined {
  if (!Value.Check(DraftRequestSchema, body)) return undefined;
  const { id, z, headers = [], credentials = {} } = body.hub;
  const hub: Readonly<Record<string, unknown>> = body.hub;
  const texts = CONNECTION_TEXT_FIELDS.filter((name) => hub[name] != null).map((name) => [name, String(hub[name])]);
  return { ...Object.fromEntries(texts), id, z, headers, credentials };
}

/** The list request in a request's body. Undefined if there is none. */
function parseListRequest(body: unknown): ListRequest | undefined {
  if (!Value.Check(ListRequestSchema, body)) return undefined;
  const { names, node = {}, params = {} } = body;
  return { names, node, params };
}

/** True if a request reads an environment variable. */
function usesEnvironment(body: unknown): boolean {
  const { headers = [], credentials = {}, ...texts } = parseDraft(body) ?? {};
  const params = Object.values(parseListRequest(body)?.params ?? {});
  const fields = [
    ...Object.values(texts),
    ...headers,
    ...Object.values(credentials),
    ...params.map(({ value }) => value),
  ];
  return fields.some(isEnvironment) || params.some(({ type }) => type === 'env');
}
