import should from 'should';
import { list, publicListings } from '../../../dist/hub/lists/index.js';
import { HubError } from '../../../dist/hub/wire/errors.js';
import type { Params } from '../../../dist/hub/wire/request.js';
import { failing } from '../scripted-hub.js';
import { anchor, evening, linear, mixer } from './targets.js';

describe('an odd answer behind a picker', () => {
  const listOf = (names: string, answer: unknown, params: Params = {}) => list(async () => answer, names, params);
  const ofEngine = { engineId: 1 };
  const values = async (names: string, answer: unknown, params?: Params) =>
    (await listOf(names, answer, params)).entries.map(({ value }) => value);

  it('that is not a list is an unreadable answer', async () => {
    for (const answer of ['OK', 7, true, { a: [], b: [] }, { error: 'no' }])
      should(await failing(listOf('engine', answer))).match({
        code: 'HUB_BAD_ANSWER',
        facts: { operation: 'listEngines' },
      });
  });

  it('of buttons is taken in the shapes that hubs have', async () => {
    const item = { engineId: 5, rundownId: 1, itemId: 101 };
    const expected = [
      { value: 'in', label: 'In' },
      { value: 'b2', label: 'Out' },
    ];
    for (const buttons of [
      { in: 'In', b2: 'Out' },
      { in: { label: 'In' }, b2: { label: 'Out' } },
      [
        { id: 'b1', key: 'in', label: 'In' },
        { id: 'b2', label: 'Out' },
      ],
    ]) {
      should((await listOf('button', { buttons }, anchor)).entries).eql(expected);
      const rows = [
        { id: 100, buttons: { not: 'This' } },
        { id: 101, itemNo: 100, buttons },
      ];
      should((await listOf('linearButton', rows, item)).entries).eql(expected);
    }
  });

  it('of the items of a rundown holds the data of the one that is asked for', async () => {
    const item = { engineId: 5, rundownId: 1, itemId: 101 };
    const rows = [
      { id: 100, data: { no: 1 } },
      { id: 101, data: { title: 'Ada' } },
    ];
    should((await listOf('linearData', rows, item)).entries).eql([{ value: 'title', label: 'title', present: 'Ada' }]);
    should((await listOf('linearData', [], item)).entries).eql([]);
  });

  it('of properties has the internal ones last, and keeps the order otherwise', async () => {
    const property = (PropertyPath: string, DisplayName?: string) => ({ PropertyPath, DisplayName });
    const rows = [
      property('NodeInfo//Enabled/0', 'Enabled'),
      property('b1f0', 'Debug Level'),
      property('Tint//Node/0', 'Tint of Node'),
      property('Debug//Show/0'),
      property('Alpha/0', 'Alpha'),
      property('debug/0', 'nodes'),
    ];
    should(await values('property', rows, { engineId: 1, nodePath: 'n' })).eql([
      ...['Tint//Node/0', 'Alpha/0', 'debug/0'],
      ...['NodeInfo//Enabled/0', 'b1f0', 'Debug//Show/0'],
    ]);
  });

  it('without a body is an empty list', async () => {
    for (const answer of [null, '', [], {}]) should(await listOf('engine', answer)).eql({ entries: [], more: 0 });
  });

  it('of another shape is understood: bare ids, a list inside an object, objects by id', async () => {
    should(await values('linearRundown', [201, 202], ofEngine)).eql([201, 202]);
    should(await values('linearRundown', { rundowns: [{ id: 201, name: 'A' }] }, ofEngine)).eql([201]);
    should((await listOf('linearRundown', { 201: { name: 'A' } }, ofEngine)).entries).eql([
      { value: '201', label: 'A' },
    ]);
  });

  it('without the one object that is asked for is an empty list', async () => {
    for (const answer of [null, 'OK', [], {}, { data: null, buttons: null }, { data: 'x', buttons: 'y' }])
      for (const names of ['button', 'itemData']) should(await values(names, answer, anchor)).eql([]);
    const story = { ...evening, storyID: 'S', itemID: 'I', objID: 'O' };
    for (const answer of [null, { items: 7 }, { items: [null, 7, {}, { storyID: 'S', itemID: 'I', mosObject: 'x' }] }])
      for (const names of ['newsroomButton', 'mosObject', 'mosData'])
        should(await values(names, answer, story)).eql([]);
  });

  it('loses only unusable entries', async () => {
    const rows = [null, {}, { id: null }, { id: {} }, { id: Number.NaN }, { id: '' }, [], { id: 3, displayName: 7 }];
    should((await listOf('engine', rows)).entries).eql([{ value: 3, label: '7' }]);
  });

  it('with duplicates lists each entry once', async () => {
    should(await values('ncs', [{ ncsID: 'A' }, { ncsID: 'B' }, { ncsID: 'A' }])).eql(['A', 'B']);
  });

  it('lists newest newsroom rundowns first, and those without a time last', async () => {
    const at = (roID: string, updatedAt?: unknown) => ({ roID, updatedAt });
    const rows = [at('none'), at('old', '2025-01-01T00:00:00Z'), at('odd', {}), at('new', '2025-10-01T00:00:00+02:00')];
    should(await values('newsroomRundown', rows, { ncsID: 'A' })).eql(['new', 'old', 'none', 'odd']);
  });

  it('of any length gives 20,000 entries and counts the others', async () => {
    const rows = Array.from({ length: 100_000 }, (_, id) => ({ id, name: `Engine ${id}` }));
    const { entries, more } = await listOf('engine', rows);
    should([entries.length, more]).eql([20_000, 80_000]);
    const data = Object.fromEntries(rows.map(({ id }) => [`f${id}`, id]));
    should((await listOf('component', { Value: { data } }, { ...mixer, propertyPath: 'p' })).more).equal(80_000);
  });

  it('with texts of a megabyte stays small', async () => {
    const long = 'ü'.repeat(2 ** 20);
    const { entries, more } = await listOf('engine', [
      { id: 1, displayName: long, status: long },
      { id: long, displayName: 'x' },
    ]);
    should(entries.map(({ label, note }) => [label.length, note?.length])).eql([[200, 200]]);
    should(more).equal(1);
  });

  it('with values that are long shows them without, and stays under 8 MiB as a whole', async () => {
    const target = { engineId: 1, nodePath: 'n' };
    const rows = (length: number, count: number) =>
      Array.from({ length: count }, (_, index) => ({ PropertyPath: `p${index}`, Value: '€'.repeat(length) }));
    should((await listOf('property', rows(4000, 1), target)).entries[0]).eql({ value: 'p0', label: 'p0' });
    should((await listOf('property', rows(3990, 1), target)).entries[0]).have.property('present');
    const whole = await listOf('property', rows(3990, 5000), target);
    should([whole.entries.length, whole.more]).eql([5000, 0]);
    should(Buffer.byteLength(JSON.stringify(whole))).be.below(8 * 2 ** 20);
  });

  it('with the most levels of an answer is shown', async () => {
    const deep = JSON.parse(`${'{"a":'.repeat(98)}1${'}'.repeat(98)}`);
    const path = Array(98).fill('a').join('.');
    should(await values('component', { Value: deep }, { ...mixer, propertyPath: 'p' })).eql([path]);
    const target = { engineId: 1, nodePath: 'n' };
    should((await listOf('property', [{ PropertyPath: 'p', Value: deep }], target)).entries).eql([
      { value: 'p', label: 'p', present: deep },
    ]);
  });

  it('with names of JavaScript is ordinary data', async () => {
    const answer = JSON.parse('{"data":{"__proto__":1,"constructor":2,"a.b":3}}');
    should((await listOf('itemData', answer, anchor)).entries.map(({ value, present }) => [value, present])).eql([
      ['__proto__', 1],
      ['constructor', 2],
      ['a.b', 3],
    ]);
    should(await values('component', { Value: answer.data }, { ...mixer, propertyPath: 'p' })).eql([
      '__proto__',
      'constructor',
    ]);
  });

  it('never causes an internal error', async () => {
    const answers = [
      [[]],
      [[1]],
      [{ id: [] }],
      [{ id: 1, name: {} }],
      { items: {} },
      { Value: [] },
      { Properties: [1] },
    ];
    const params = { ...evening, ...anchor, ...linear, ...mixer, propertyPath: 'p', functionPath: 'f', configID: 1 };
    const all = { ...params, storyID: 's', itemID: 'i', objID: 'o', templateId: 1, engineType: 'RE' };
    for (const names of Object.keys(publicListings()))
      for (const answer of answers) {
        const result = await listOf(names, answer, all).catch((error) => error);
        if (!(result instanceof HubError)) should(result.more).equal(0, names);
      }
  });
});
