import { FormatRegistry } from '@sinclair/typebox';
import should from 'should';
import type { SendRead } from '../../../dist/hub/lookup/look-ups.js';
import {
  allOperations,
  findOperation,
  findTableOperation,
  type Operation,
  type OperationName,
  operations,
  operationsOf,
  tableOperation,
} from '../../../dist/hub/table/operations.js';
import '../../../dist/simulator/index.js';

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

describe('the name of an operation', () => {
  it('does not compile if it is misspelled', async () => {
    // @ts-expect-error The table has setProperty.
    should(() => tableOperation('setPropety')).throw('The table has no operation setPropety');
    const names: string[] = [];
    const read: SendRead = async (name) => names.push(name);
    await read('listEngines', {});
    // @ts-expect-error The table has listEngines.
    await read('listEngine', {});
    should(names).eql(['listEngines', 'listEngine']);
    const isClear = ({ name }: Pick<Operation, 'name'>): boolean =>
      // @ts-expect-error The table has clearOutput.
      name === 'clearOutputs';
    should(isClear(tableOperation('clearOutput'))).be.false();
    // @ts-expect-error A composite operation has no path.
    const composite: OperationName = 'getShow';
    should(findOperation(composite)?.isComposite).be.true();
  });

  it('from outside is checked when it arrives', () => {
    const saved: string = 'setProperty';
    should(findOperation(saved)?.name).equal('setProperty');
    should(findOperation('setPropety')).be.undefined();
  });
});

describe('the table', () => {
  it('changes no format in the registry that other packages share', () => {
    should([...FormatRegistry.Entries().keys()]).eql([]);
  });
});
