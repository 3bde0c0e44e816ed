import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import should from 'should';
import { TEST_TIMEOUT, useBench } from './bench.js';

/** The examples of old commits: all areas of the first, and panels and lamps as they came later. */
const files = ['flows-f61ebc3', 'flows-0cef55a'].flatMap((folder) =>
  readdirSync(join('test/fixtures', folder)).map((file) => join('test/fixtures', folder, file)),
);

/** Flows that somebody saved in the past; what they send is judged in `test/flows/saved-flows.test.ts`. */
describe('old flows in the editor', function () {
  this.timeout(TEST_TIMEOUT);
  const bench = useBench();

  /** Every node that is shown, with what is wrong with it. */
  const shown = () =>
    bench.page.evaluate(() => {
      const found: [type: string, wrong: string][] = [];
      for (const kind of ['eachNode', 'eachConfig'] as const)
        window.RED.nodes[kind](({ type, validationErrors = [] }) => found.push([type, validationErrors.join()]));
      return found;
    });

  for (const file of files)
    it(`${file} has nothing red`, async () => {
      const parts = JSON.parse(readFileSync(file, 'utf8')) as { type: string }[];
      // What a flow says would come when the next one is shown, whose nodes the sidebar looks for.
      await bench.deploy(...parts.map((part) => (part.type === 'debug' ? { ...part, active: false } : part)));
      // A tab is no node there.
      const expected = parts.filter(({ type }) => type !== 'tab').map(({ type }) => [type, '']);
      should((await shown()).sort()).eql(expected.sort());
    });
});
