import should from 'should';
import type { SendRead } from '../../../dist/hub/lookup/look-ups.js';
import {
  findOperation,
  type Operation,
  type OperationName,
  tableOperation,
} from '../../../dist/hub/table/operations.js';

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
