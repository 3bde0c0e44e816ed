import { FormatRegistry } from '@sinclair/typebox';
import should from 'should';
import '../../../dist/hub/index.js';
import '../../../dist/simulator/index.js';

describe('the table', () => {
  it('changes no format in the registry that other packages share', () => {
    should([...FormatRegistry.Entries().keys()]).eql([]);
  });
});
