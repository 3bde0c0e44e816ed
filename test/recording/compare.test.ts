import should from 'should';
import { compareRecordings, fullName, type Thing, thingsOf } from '../../dist/recording/compare.js';
import type { Recording } from '../../dist/recording/recording.js';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { recordAtOnce } from './direct-reader.js';

describe('the comparison of two recordings', function () {
  this.timeout(120_000);
  let simulator: Simulator;
  let before: Recording;

  const names = (things: readonly Thing[], recording: Recording) =>
    things.map((thing) => fullName(thing, thingsOf(recording)));

  beforeEach(async () => {
    simulator = await startSimulator();
    before = await recordAtOnce(simulator.url);
  });
  afterEach(() => simulator.close());

  it('finds nothing on an unchanged hub', async () => {
    should(compareRecordings(before, await recordAtOnce(simulator.url))).eql({
      added: [],
      removed: [],
      renamed: [],
      moved: [],
      replaced: [],
      unread: [],
    });
  });

  it('lists added, removed, renamed, moved and replaced things by their names', async () => {
    const { engines, playout } = simulator.state;
    const [studio] = engines;
    const [first, second] = playout.rundowns;
    const { path, name, properties, functions } = studio!.nodes[1]!;
    studio!.nodes[0] = { path: 'New_0', name: 'New', properties: [], functions: [] };
    // A loaded graph has the same node with another path.
    studio!.nodes[1] = { path: `${path}-new`, name, properties, functions };
    const [moved, renamed] = first!.items.splice(0, 1).concat(first!.items[0]!);
    second!.items.push(moved!);
    renamed!.name = 'Another name';
    const after = await recordAtOnce(simulator.url);
    const comparison = compareRecordings(before, after);
    should(names(comparison.added, after)).eql(['Studio A › New']);
    should(names(comparison.removed, before)).have.length(1);
    should(names(comparison.removed, before)[0]).startWith('Studio A › ');
    should(comparison.replaced.map((change) => [change.before.id, change.after.id])).eql([[path, `${path}-new`]]);
    should(comparison.renamed.map((change) => change.after.name)).eql(['Another name']);
    should(comparison.moved).have.length(1);
    should(fullName(comparison.moved[0]!.before, thingsOf(before))).startWith(`${first!.name} › `);
    should(fullName(comparison.moved[0]!.after, thingsOf(after))).startWith(`${second!.name} › `);
  });

  it('calls nothing removed that was not read', async () => {
    simulator.trouble({ operation: 'listNodes', status: 403 });
    const after = await recordAtOnce(simulator.url);
    const { removed, added, unread } = compareRecordings(before, after);
    should([removed, added]).eql([[], []]);
    should(unread.filter((read) => read.includes('listNodes')).length).be.above(0);
    should(unread.every((read) => read.includes('listNodes'))).be.true();
  });
});
