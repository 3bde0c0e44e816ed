import should from 'should';
import { LaneRecord } from '../../dist/hub/lookup/ledger.js';
import type { Property } from '../../dist/looks/find-properties.js';
import { commandsFor } from '../../dist/looks/restorer.js';

const name = { engine: 'Arena', node: 'Mixer', property: 'Opacity' };
const property: Property = { name, params: { engineId: 1 }, value: 0, node: { params: {}, count: 1 } };
describe('the commands that restore an engine', () => {
  /** A value of 0.7 was wanted at 100. The hub has 0, read at 200. */
  const valuesFor = (record: Partial<LaneRecord>, asked?: ReadonlyMap<string, unknown>, present: unknown = 0) =>
    commandsFor(
      [{ key: 'k', lane: 'l', property, value: 0.7, at: 100 }],
      { since: 200, presentOf: () => present, asked },
      { of: () => Object.assign(new LaneRecord(), record) },
    ).map(({ value }) => value);

  it('are those of the values that differ', () => {
    should(valuesFor({})).eql([0.7]);
    should(valuesFor({}, undefined, 0.7)).eql([]);
  });

  it('have the value of the hub that they replace, not an older one of the search', () => {
    const commands = commandsFor(
      [{ key: 'k', lane: 'l', property, value: 0.7, at: 100 }],
      { since: 200, presentOf: () => 0.3, asked: undefined },
      { of: () => new LaneRecord() },
    );
    should(commands.map(({ present }) => present)).eql([0.3]);
  });

  it('have no value of a lane with a command that has not ended', () => {
    should(valuesFor({ command: {} })).eql([]);
    should(valuesFor({ waiting: 1 })).eql([]);
  });

  it('have no value that a command has changed since it was wanted', () => {
    should(valuesFor({ changed: 100 })).eql([0.7]);
    should(valuesFor({ changed: 101 })).eql([]);
  });

  it('have no value that has changed on the hub since a person was asked', () => {
    should(valuesFor({}, new Map([['k', 0]]))).eql([0.7]);
    should(valuesFor({}, new Map([['k', 0.1]]))).eql([]);
    should(valuesFor({}, new Map())).eql([]);
  });
});
