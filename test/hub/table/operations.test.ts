import should from 'should';
import {
  allOperations,
  findOperation,
  findTableOperation,
  operations,
  operationsOf,
} from '../../../dist/hub/table/operations.js';

/** The composite operations. Flows contain these names. */
const COMPOSED: Record<string, string> = {
  everythingOut: 'trigger: preview engineId? rundownId?',
  getShow: 'read: engineId? rundownId?',
};

describe('a composite operation', () => {
  it('keeps its name and its parameters', () => {
    const names = allOperations
      .filter(({ isComposite }) => isComposite)
      .map(({ name, kind, parameters }) => [
        name,
        [`${kind}:`, ...parameters.map((each) => each.name + (each.required ? '' : '?'))].join(' '),
      ]);
    should(Object.fromEntries(names)).eql(COMPOSED);
    should(allOperations).have.length(operations.length + 2);
    // In reach at the top of its list.
    should(
      operationsOf('linear-play')
        .map(({ name }) => name)
        .slice(0, 2),
    ).eql(['playItem', 'everythingOut']);
  });

  for (const name of Object.keys(COMPOSED))
    it(`is offered as ${name}, and is not in the table`, () => {
      should(findOperation(name)).have.properties({ name, area: 'linear-play', isComposite: true });
      for (const field of ['path', 'method', 'body', 'answer']) should(findOperation(name)).not.have.property(field);
      should(operationsOf('linear-play').map((each) => each.name)).containEql(name);
      should(findTableOperation(name)).be.undefined();
      should(operations.map((each) => each.name)).not.containEql(name);
    });
});
