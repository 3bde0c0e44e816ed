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
});
