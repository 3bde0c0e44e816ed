import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import should from 'should';
import { TEST_TIMEOUT, useBench } from './bench.js';

/** Examples of old commits: all areas from the first one, panels and lamps from a later one. */
const files = ['flows-f61ebc3', 'flows-0cef55a'].flatMap((folder) =>
  readdirSync(join('test/fixtures', folder)).map((file) => join('test/fixtures', folder, file)),
);

/** Flows saved by old versions. `test/flows/saved-flows.test.ts` checks their requests. */
describe('old flows in the editor', function () {
  this.timeout(TEST_TIMEOUT);
  const bench = useBench();

  /** All visible nodes with their errors. */
  const shown = () =>
    bench.page.evaluate(() => {
      const found: [type: string, wrong: string][] = [];
      for (const kind of ['eachNode', 'eachConfig'] as const)
        window.RED.nodes[kind](({ type, validationErrors = [] }) => found.push([type, validationErrors.join()]));
      return found;
    });

  for (const file of files)
    it(`${file} has no errors`, async () => {
      const parts = JSON.parse(readFileSync(file, 'utf8')) as { type: string }[];
      // Disables debug nodes: their messages would arrive while the next flow is open.
      await bench.deploy(...parts.map((part) => (part.type === 'debug' ? { ...part, active: false } : part)));
      // Tabs are not among the nodes.
      const expected = parts.filter(({ type }) => type !== 'tab').map(({ type }) => [type, '']);
      should((await shown()).sort()).eql(expected.sort());
    });
});
