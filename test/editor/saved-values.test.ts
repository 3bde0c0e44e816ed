import should from 'should';
import { SAVED_CASES, textOf } from '../saved-values.js';
import { TEST_TIMEOUT, useBench } from './bench.js';

const hub = { id: 'hub', type: 'hub-config', name: 'hub', version: 1, baseUrl: 'http://127.0.0.1:9', auth: 'none' };

const cases = SAVED_CASES.map((each, index) => ({ ...each, id: `case${index}` }));

describe('the editor', function () {
  this.timeout(TEST_TIMEOUT);
  const bench = useBench();

  // test/flows/saved.test.ts deploys the same nodes.
  it('marks each saved field that stops its node, and no other', async () => {
    const nodes = cases.map(({ id, type, fields }) => ({
      ...{ id, type, version: 1, name: '' },
      ...(type !== 'hub-config' && { z: 'hidden', x: 200, y: 100, wires: [], hub: 'hub' }),
      ...fields,
    }));
    // Drawing them would take longer than checking them.
    await bench.deploy(hub, { id: 'hidden', type: 'tab', label: 'Hidden' }, ...nodes);
    const errors = await bench.page.evaluate(() => {
      const found: Record<string, string[]> = {};
      const collect = (node: { id: string; validationErrors?: string[] }) => {
        found[node.id] = node.validationErrors ?? [];
      };
      window.RED.nodes.eachNode(collect);
      window.RED.nodes.eachConfig(collect);
      return found;
    });
    const disagreeing = cases.filter(({ id, isValid }) => (errors[id]?.length === 0) !== isValid);
    should(disagreeing.map((each) => `${textOf(each)}: ${errors[each.id]}`)).eql([]);
  });
});
