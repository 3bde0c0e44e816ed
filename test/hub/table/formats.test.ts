import { FormatRegistry } from '@sinclair/typebox';
import should from 'should';
import '../../../dist/hub/index.js';
import '../../../dist/simulator/index.js';

describe('the table', () => {
  it('leaves the registry of formats to itself, which other packages share', () => {
    should([...FormatRegistry.Entries().keys()]).eql([]);
  });
});
