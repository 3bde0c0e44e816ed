import should from 'should';
import { operations } from '../../dist/hub/table/operations.js';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { cards } from '../operations/index.js';
import { difference } from './shape.js';

describe('a shape', () => {
  const shape = { id: 'int', 'name?': 'text|null', list: [{ '*': 'bool' }] as const };
  const right = [
    { id: 1, list: [{}] },
    { id: 1, name: null, list: [{ a: true, b: false }] },
  ];
  for (const value of right) it(`fits ${JSON.stringify(value)}`, () => should(difference(value, shape)).be.undefined());

  const wrong: [unknown, string][] = [
    [{ id: 1.5, list: [{}] }, '$.id: int'],
    [{ list: [{}] }, '$.id: missing'],
    [{ id: 1, name: 2, list: [{}] }, '$.name: text|null'],
    [{ id: 1, list: [] }, '$.list: a list with entries'],
    [{ id: 1, list: [{}, { a: 1 }] }, '$.list.1.a: bool'],
    [{ id: 1, list: [{}], more: 1 }, '$.more: too much'],
    [[], '$: an object'],
    [null, '$: an object'],
  ];
  for (const [value, where] of wrong)
    it(`does not fit ${JSON.stringify(value)}`, () => should(difference(value, shape)).equal(where));
});

for (const dialect of [1, 2] as const)
  describe(`the answers of dialect ${dialect}, written by hand`, () => {
    const key = 'rh_written';
    const [segment, config] = dialect === 1 ? ['linear', '61'] : ['lino', '101'];
    const answers = cards.flatMap(({ name, calls }) =>
      calls.filter(({ on = dialect }) => on === dialect).map((call) => ({ operation: name, ...call })),
    );
    let simulator: Simulator;
    before(async () => {
      simulator = await startSimulator({ dialect, apiKey: key, restartTime: 0 });
    });
    afterEach(() => simulator.reset());
    after(() => simulator.close());

    function send(request: string, body?: unknown, headers: Record<string, string> = { 'X-API-Key': key }) {
      const [method = '', path = ''] = request.split(' ');
      const url = `${simulator.url}/api/rest/v1${path.replace('/L/', `/${segment}/`).replace('/C', `/${config}`)}`;
      if (body === undefined) return fetch(url, { method, headers });
      const typed = { ...headers, 'Content-Type': 'application/json' };
      return fetch(url, { method, headers: typed, body: JSON.stringify(body) });
    }

    it('include a success and a refusal of every operation', () => {
      const hasAnswer = (name: string, isGood: boolean) =>
        answers.some(({ operation, status }) => operation === name && status < 300 === isGood);
      for (const { name, dialects, parameters } of operations) {
        // Only dialect 1 can read a single linear engine.
        const isThere = dialects.includes(dialect) && !(dialect === 2 && name === 'getLinearEngine');
        should(hasAnswer(name, true)).equal(isThere, name);
        const isAlwaysGood = parameters.length === 0 || (dialect === 2 && name === 'listLinearRundowns');
        if (!isAlwaysGood) should(hasAnswer(name, false)).equal(true, `${name} refused`);
      }
    });

    for (const { operation, request, body, status, expected, after: before = [] } of answers)
      it(`${operation}: ${request} ${body === undefined ? '' : JSON.stringify(body)} → ${status}`, async () => {
        for (const earlier of before) await send(earlier);
        const answer = await send(request, body);
        const text = await answer.text();
        const type = answer.headers.get('content-type');
        should(answer.status).equal(status, text);
        if (expected === null) should([text, type]).eql(['', null]);
        else if (expected instanceof RegExp)
          should([type, expected.test(text)]).eql(['text/plain; charset=utf-8', true]);
        else {
          should(type).equal('application/json; charset=utf-8');
          should(difference(JSON.parse(text), expected)).be.undefined();
        }
      });

    it('are all 401 without the key, in JSON', async () => {
      for (const { request, body } of [...answers, { request: 'GET /nothing', body: undefined }]) {
        const answer = await send(request, body, {});
        should([answer.status, difference(await answer.json(), { error: 'text' })]).eql([401, undefined]);
      }
    });
  });
