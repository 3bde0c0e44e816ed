import should from 'should';
import { openapi } from '../../../dist/hub/table/openapi.js';
import { operations } from '../../../dist/hub/table/operations.js';
import { humanise } from '../../../dist/hub/words/texts.js';

type Entry = {
  operationId: string;
  summary: string;
  parameters: { name: string }[];
  responses: object;
  requestBody?: object;
};
type Document = { paths: Record<string, Record<string, Entry>> };

describe('the OpenAPI description', () => {
  const document = openapi(operations, '1.0.0', { label: humanise, sentence: (key) => key }) as Document;
  const entries = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, entry]) => ({ path, method, entry })),
  );

  it('is valid', async () => {
    const { Validator } = await import('@seriousme/openapi-schema-validator');
    const { valid, errors } = await new Validator().validate(document as never);
    should(errors).be.undefined();
    should(valid).be.true();
    should(await new Validator().validate({ ...document, paths: 1 } as never)).match({ valid: false });
  });

  it('holds the whole table, each operation once', () => {
    const labels = entries.flatMap(({ entry }) => entry.summary.split(' / '));
    should(labels.sort()).eql(operations.map(({ name }) => humanise(name)).sort());
  });

  it('lets two operations on one path and method share the entry', () => {
    const shared = entries.filter(({ entry }) => entry.summary.includes(' / '));
    should(shared.map(({ entry }) => entry.summary)).eql(['Press item button / Download external data']);
  });

  it('names in each path exactly the parameters that it describes', () => {
    for (const { path, entry } of entries) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      should(entry.parameters.map(({ name }) => name)).eql(inPath);
    }
  });

  it('has no keywords of this package', () => {
    should(JSON.stringify(document)).not.match(/"x-/);
  });

  describe('has for', () => {
    const { paths, ...head } = document as Document & Record<string, object>;
    const failureTexts = {
      content: {
        'application/json': { schema: { type: 'object', properties: { error: { type: 'string' } } } },
        'text/plain': { schema: { type: 'string' } },
      },
    };
    const failures = (...statuses: number[]) => ({
      ...Object.fromEntries(
        statuses.map((status) => [String(status), { description: `status${status}`, ...failureTexts }]),
      ),
      500: { description: 'status500', content: { 'text/plain': { schema: { type: 'string' } } } },
    });
    const inPath = (name: string, schema: object) => ({ name, in: 'path', required: true, schema });
    const id = { minimum: 0, type: 'integer' };

    it('the whole hub its address and its key', () => {
      should(head).eql({
        openapi: '3.1.0',
        info: { title: 'title', description: 'description', version: '1.0.0' },
        servers: [{ url: '{baseUrl}/api/rest/v1', variables: { baseUrl: { default: 'http://hub:8080' } } }],
        security: [{ apiKey: [] }],
        components: { securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } } },
      });
    });

    it('a read its answer as JSON', () => {
      should(paths['/playout/rundowns/{rundownId}']?.get).eql({
        operationId: 'getRundown',
        summary: 'Get rundown',
        tags: ['playout-item'],
        parameters: [inPath('rundownId', id)],
        responses: {
          200: {
            description: 'success',
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['id', 'name'],
                  properties: { id: { type: 'integer' }, name: { type: 'string' } },
                },
              },
            },
          },
          ...failures(401, 403, 404),
        },
      });
    });

    it('an operation that only revision 2 has a sentence about it', () => {
      const described = entries.filter(({ entry }) => 'description' in entry);
      should(described.map(({ entry }) => (entry as Entry & { description: string }).description)).matchEach(
        'dialect2',
      );
      const names = operations.filter(({ dialects }) => !dialects.includes(1)).map(({ name }) => name);
      should(described.map(({ entry }) => entry.operationId).sort()).eql([...names].sort());
      should(names).containEql('takeItemOut');
    });
  });
});
