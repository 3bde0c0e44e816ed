import type { TSchema } from '@sinclair/typebox';
import type { Operation } from './operations.js';
import { VERSION_BASE } from './paths.js';

/** Texts of the description: labels of operations, and sentences by key. */
export interface DescriptionWords {
  label(operation: string): string;
  sentence(key: string): string;
}

type Json = Record<string, unknown>;

/**
 * The whole table as an OpenAPI 3.1 document. Operations with the same path and method share one entry
 * (docs/develop/interface.md "Playout": a button and an external-data field).
 */
export function openapi(operations: readonly Operation[], version: string, words: DescriptionWords): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [path, sharers] of groupByPath(operations)) {
    for (const operation of sharers) {
      const method = operation.method.toLowerCase();
      const sharing = sharers.filter((each) => each.method === operation.method);
      paths[path] ??= {};
      paths[path][method] ??= describe(sharing, path, words);
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: words.sentence('title'), description: words.sentence('description'), version },
    servers: [{ url: `{baseUrl}${VERSION_BASE}`, variables: { baseUrl: { default: 'http://hub:8080' } } }],
    security: [{ apiKey: [] }],
    paths,
    components: { securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } } },
  };
}

/** Paths that differ only in the names of their parameters are one path. It has the names of its first operation. */
function groupByPath(operations: readonly Operation[]): Map<string, Operation[]> {
  const byShape = new Map<string, Operation[]>();
  for (const operation of operations) {
    const shape = operation.path.replace(/\{\w+\}/g, '{}').replace(/^\/\{\}/, '/{linear}');
    byShape.set(shape, [...(byShape.get(shape) ?? []), operation]);
  }
  return new Map([...byShape.values()].map((sharers) => [(sharers[0] as Operation).path, sharers]));
}

function describe(sharing: readonly Operation[], path: string, words: DescriptionWords): Json {
  const [{ name, area, parameters, body, dialects }] = sharing as readonly [Operation];
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const linear = { name: 'linear', in: 'path', required: true, schema: { type: 'string', enum: ['linear', 'lino'] } };
  return {
    operationId: name,
    summary: sharing.map((each) => words.label(each.name)).join(' / '),
    tags: [area],
    ...(!dialects.includes(1) && { description: words.sentence('dialect2') }),
    parameters: [
      ...(path.startsWith('/{linear}') ? [linear] : []),
      ...inPath.map((parameter) => ({
        name: parameter.name,
        in: 'path',
        required: true,
        schema: publicSchema(parameter.schema),
      })),
    ],
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: publicSchema(body) } } } }),
    responses: { ...successes(sharing, words), ...failures(sharing, words) },
  };
}

function successes(sharing: readonly Operation[], words: DescriptionWords): Json {
  const [{ success, answer }] = sharing as readonly [Operation];
  const description = words.sentence('success');
  const content = answer.type === 'null' ? {} : { content: contentOf(answer) };
  return Object.fromEntries(success.map((status) => [status, { description, ...(status === 204 ? {} : content) }]));
}

/** `OK` is answered as text, all other answers as JSON. */
const contentOf = (answer: TSchema): Json =>
  (answer.anyOf as TSchema[] | undefined)?.[0]?.type === 'string'
    ? { 'text/plain': { schema: { type: 'string' } } }
    : { 'application/json': { schema: publicSchema(answer) } };

function failures(sharing: readonly Operation[], words: DescriptionWords): Json {
  const statuses = sharing.some(({ body }) => body) ? [401, 403, 404, 422, 500] : [401, 403, 404, 500];
  const content = { 'application/json': { schema: { type: 'object', properties: { error: { type: 'string' } } } } };
  const text = { 'text/plain': { schema: { type: 'string' } } };
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      { description: words.sentence(`status${status}`), content: status === 500 ? text : { ...content, ...text } },
    ]),
  );
}

/** A schema without the keywords of this package. */
const publicSchema = (schema: TSchema): unknown =>
  JSON.parse(JSON.stringify(schema, (key, value) => (key.startsWith('x-') ? undefined : value)));
