import should from 'should';
import { operations } from '../../../dist/hub/table/operations.js';

describe('the operations table', () => {
  for (const { name, path, parameters, kind, method, lane, latest } of operations)
    it(`describes ${name} without contradiction`, () => {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter).filter((p) => p !== 'linear');
      should(parameters.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name)).eql(inPath);
      should(kind === 'read').equal(method === 'GET');
      should(lane === undefined).equal(kind === 'read');
      const known = parameters.map((parameter) => parameter.name);
      should(known).containDeep(lane?.by ?? []);
      if (latest) should(known).containEql(latest);
      should(new Set(known).size).equal(known.length);
    });
});
