import should from 'should';
import { Published } from '../../dist/remote/published.js';

describe('what a host has told', () => {
  const payloads = (tellings: readonly (readonly [string, { told: { payload?: unknown } }])[]) =>
    tellings.map(([name, { told }]) => [name, told.payload]);
  const ALL = new Set(Array(32).keys());

  it('has a new number each time, is told only when it differs, and again with the same number', () => {
    const published = new Published('run-one');
    should(published.take('title', { payload: 1, hub: { at: 1 } })).have.length(1);
    should(published.take('title', { payload: 1, hub: { at: 2 } })).eql([]);
    should(published.take('title', { payload: 2, hub: { at: 3 } }).map(([, { serial }]) => serial)).eql([2]);
    should(published.inGroups(ALL).map(([name, { serial }]) => [name, serial])).eql([['title', 2]]);
    should(published.serial).equal(2);
  });

  it('has digests that panels of every version compute alike', () => {
    const published = new Published('run-one');
    // printf '' | sha1sum
    should(published.digests).eql(Array(32).fill('da39a3ee'));
    published.take('title', { payload: 1 });
    // printf title | sha1sum: 3c…, and 0x3c is 28 more than 32. printf '["title",1]' | sha1sum: e7121221…
    const expected = Array(32).fill('da39a3ee');
    expected[28] = 'e7121221';
    should(published.digests).eql(expected);
  });

  it('is unknown once its watch could not read, also when the hub is back, until that is taken back', () => {
    const published = new Published('run-one');
    published.take('title', { payload: 'program', hub: {} });
    published.take('connection', { payload: 'unreachable' });
    should(payloads(published.lose('title'))).eql([['title', 'unknown']]);
    should(published.lose('title')).eql([]);
    should(payloads(published.take('connection', { payload: 'connected' }))).eql([['connection', 'connected']]);
    should(payloads(published.regain('title'))).eql([['title', 'program']]);
    should(published.regain('title')).eql([]);
  });

  it('is what the watch says, where it says so before', () => {
    const published = new Published('run-one');
    published.take('title', { payload: 'program', hub: {} });
    published.lose('title');
    should(payloads(published.take('title', { payload: 'program', hub: {} }))).eql([['title', 'program']]);
    should(published.take('connection', { payload: 'connected' })).have.length(1);
  });

  it('loses nothing that it has not told', () => {
    should(new Published('run-one').lose('title')).eql([]);
  });

  it('is unknown, once, where it is too large, and is told again when it fits', () => {
    const published = new Published('run-one');
    published.take('title', { payload: 'small', hub: { operation: 'getProperty' } });
    const large = (end: string) => ({ payload: 'x'.repeat(65_600) + end, hub: { params: 'x'.repeat(65_600) } });
    const [[, { told }]] = published.take('title', large('1')) as never as [[string, { told: unknown }]];
    should(told).eql({ payload: 'unknown', hub: {} });
    should([...published.tooMuch]).eql(['title']);
    should(published.take('title', large('2'))).eql([]);
    should(payloads(published.take('title', { payload: 'small', hub: {} }))).eql([['title', 'small']]);
    should(published.tooMuch.size).equal(0);
  });

  it('counts bytes, not characters', () => {
    const published = new Published('run-one');
    should(payloads(published.take('title', { payload: 'あ'.repeat(22_000) }))).eql([['title', 'unknown']]);
  });

  it('is not the value before it grew too large, though the hub comes back', () => {
    const published = new Published('run-one');
    published.take('title', { payload: 'old', hub: {} });
    published.lose('title');
    published.take('title', { payload: 'x'.repeat(70_000), hub: {} });
    should(payloads(published.take('connection', { payload: 'connected' }))).eql([['connection', 'connected']]);
    should(payloads(published.inGroups(ALL))).containEql(['title', 'unknown']);
  });

  it('are 500 names and 5 MB, and the rest is named', () => {
    const many = new Published('run-one');
    for (let name = 0; name < 1000; name += 1) many.take(`n${name}`, { payload: 1 });
    should(many.inGroups(ALL)).have.length(500);
    should([many.tooMuch.size, many.tooMuch.has('n499'), many.tooMuch.has('n500')]).eql([500, false, true]);
    should(JSON.stringify(many.digests).length).be.below(400);
    const much = new Published('run-one');
    for (let name = 0; name < 200; name += 1) much.take(`n${name}`, { payload: 'x'.repeat(50_000) });
    should(much.inGroups(ALL).filter(([, { told }]) => told.payload !== 'unknown')).have.length(104);
    should(much.tooMuch.size).equal(96);
  });
});
