import should from 'should';
import { HostStates } from '../../dist/remote/host-states.js';

describe('the states of a host', () => {
  const payloads = (updates: readonly (readonly [string, { message: { payload?: unknown } }])[]) =>
    updates.map(([name, { message }]) => [name, message.payload]);
  const ALL = new Set(Array(32).keys());

  it('have a new number for each change, and keep it when they are sent again', () => {
    const states = new HostStates('run-one');
    should(states.update('title', { payload: 1, hub: { at: 1 } })).have.length(1);
    should(states.update('title', { payload: 1, hub: { at: 2 } })).eql([]);
    should(states.update('title', { payload: 2, hub: { at: 3 } }).map(([, { serial }]) => serial)).eql([2]);
    should(states.inGroups(ALL).map(([name, { serial }]) => [name, serial])).eql([['title', 2]]);
  });

  it('are published again if they become the answer of an operation, or are not any more', () => {
    const states = new HostStates('run-one');
    states.update('title', { payload: 1 });
    should(states.update('title', { payload: 1, hub: {} })).have.length(1);
    should(states.update('title', { payload: 1 })).have.length(1);
  });

  it('have digests that are the same in every version', () => {
    const states = new HostStates('run-one');
    // printf '' | sha1sum
    should(states.digests).eql(Array(32).fill('da39a3ee'));
    states.update('title', { payload: 1 });
    // printf title | sha1sum: 3c…, and 0x3c is 28 more than 32. printf '["title",1]' | sha1sum: e7121221…
    const expected = Array(32).fill('da39a3ee');
    expected[28] = 'e7121221';
    should(states.digests).eql(expected);
  });

  it('are unknown after a failed read until they are restored, also if the hub is back', () => {
    const states = new HostStates('run-one');
    states.update('title', { payload: 'program', hub: {} });
    states.update('connection', { payload: 'unreachable' });
    should(payloads(states.markUnknown('title'))).eql([['title', 'unknown']]);
    should(states.markUnknown('title')).eql([]);
    should(payloads(states.update('connection', { payload: 'connected' }))).eql([['connection', 'connected']]);
    should(payloads(states.restore('title'))).eql([['title', 'program']]);
    should(states.restore('title')).eql([]);
  });

  it('take a message of the watch before they are restored', () => {
    const states = new HostStates('run-one');
    states.update('title', { payload: 'program', hub: {} });
    states.markUnknown('title');
    should(payloads(states.update('title', { payload: 'program', hub: {} }))).eql([['title', 'program']]);
    should(states.update('connection', { payload: 'connected' })).have.length(1);
  });

  it('are unknown, once, if they are too large, and are published again when they fit', () => {
    const states = new HostStates('run-one');
    states.update('title', { payload: 'small', hub: { operation: 'getProperty' } });
    const large = (end: string) => ({ payload: 'x'.repeat(65_600) + end, hub: { params: 'x'.repeat(65_600) } });
    const [[, { message }]] = states.update('title', large('1')) as never as [[string, { message: unknown }]];
    should(message).eql({ payload: 'unknown', hub: {} });
    should([...states.oversized.names]).eql(['title']);
    should(states.update('title', large('2'))).eql([]);
    should(payloads(states.update('title', { payload: 'small', hub: {} }))).eql([['title', 'small']]);
    should(states.oversized.names.size).equal(0);
  });

  it('are measured in bytes, not characters', () => {
    const states = new HostStates('run-one');
    should(payloads(states.update('title', { payload: 'あ'.repeat(22_000) }))).eql([['title', 'unknown']]);
  });

  it('do not return to the value from before they were too large', () => {
    const states = new HostStates('run-one');
    states.update('title', { payload: 'old', hub: {} });
    states.markUnknown('title');
    states.update('title', { payload: 'x'.repeat(70_000), hub: {} });
    should(payloads(states.update('connection', { payload: 'connected' }))).eql([['connection', 'connected']]);
    should(payloads(states.inGroups(ALL))).containEql(['title', 'unknown']);
  });

  it('are limited to 500 names and 5 MB, and the others are listed', () => {
    const many = new HostStates('run-one');
    for (let name = 0; name < 1001; name += 1) many.update(`n${name}`, { payload: 1 });
    should(many.inGroups(ALL)).have.length(500);
    should([many.oversized.names.size, many.oversized.names.has('n499'), many.oversized.names.has('n500')]).eql([
      500,
      false,
      true,
    ]);
    // The message of n1000 is counted, since 500 names are listed.
    should(many.oversized.others).equal(1);
    should(['n499', 'n500'].map(many.has)).eql([true, false]);
    should(JSON.stringify(many.digests).length).be.below(400);
    const much = new HostStates('run-one');
    for (let name = 0; name < 200; name += 1) much.update(`n${name}`, { payload: 'x'.repeat(50_000) });
    should(much.inGroups(ALL).filter(([, { message }]) => message.payload !== 'unknown')).have.length(104);
    should(much.oversized.names.size).equal(96);
  });
});
