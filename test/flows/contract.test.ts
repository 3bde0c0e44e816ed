import should from 'should';
import { startSimulator } from '../../dist/simulator/index.js';
import { type HostileHub, hostileHub } from '../hostile/http-hub.js';
import type { Card } from '../operations/card.js';
import { cards, IN_PATHS, inPath } from '../operations/index.js';
import { literal, nodeNames, perform, type Stage } from './stage.js';

/** A sample value by the type of a parameter. The text contains characters that need escaping in a URL. */
const SAMPLES: Readonly<Record<string, unknown>> = {
  id: 200,
  'id | null': null,
  integer: 3,
  'number from 0': 0.5,
  text: 'A//b;c\\d e.f%2F/ü',
  object: { Name: 'Zoë' },
  '0 | 1': 1,
  'boolean | number | text | object | list': { x: 0.5, y: 1, z: 0 },
  'Constant | Linear | EaseIn | EaseOut | EaseInOut': 'EaseOut',
  'RE | RE5 | UE': 'UE',
  'list of id': [71, 72],
  'list of integer': [1],
  'list of {PropertyPath: text, payload: {value: any}}': [
    { PropertyPath: 'Channel//In/0', payload: { value: 'CAM 3' } },
  ],
  'list of {id: integer | text, url: text, verb: GET | PATCH | PUT | POST, body?: any}': [
    { id: 1, url: '/playout/rundowns', verb: 'POST', body: { name: 'New' } },
  ],
};

const bodyOf = ({ body = {} }: Card) =>
  Object.fromEntries(Object.entries(body).map(([name, held]) => [name.replace('?', ''), SAMPLES[held]]));

/** All parameters of an operation, including optional ones. */
const paramsOf = (card: Card): Record<string, unknown> => ({
  ...Object.fromEntries(inPath(card).map((name) => [name, SAMPLES[IN_PATHS[name] ?? '']])),
  ...bodyOf(card),
});

/** The answer to a look-up: no buttons, so that values are sent unchanged, and a newsroom item. A linear rundown is empty. */
const LOOKED_UP = { items: [{ storyID: SAMPLES.text, itemID: SAMPLES.text, mosObject: {} }] };

/** The expected request. */
function expected(card: Card) {
  const values: Record<string, unknown> = { ...paramsOf(card), linear: 'linear' };
  const [method, path = ''] = card.request.split(' ');
  const url = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(values[name])));
  const { entries, ...fields } = bodyOf(card);
  return { method, url: `/api/rest/v1${url}`, body: card.body && (entries ?? fields) };
}

const operations = nodeNames.flatMap((node) => cards.filter(({ area }) => area === node));

describe('every operation', () => {
  let hub: HostileHub;
  let stage: Stage;
  let isReadTest = true;
  let answer: { status: number; type: string; text: string };

  before(async () => {
    hub = await hostileHub(({ method, url = '' }, response) => {
      const lookedUp = url.startsWith('/api/rest/v1/linear/') ? [] : LOOKED_UP;
      if (method === 'GET' && !isReadTest) return response.writeHead(200).end(JSON.stringify(lookedUp));
      return response.writeHead(answer.status, answer.type ? { 'Content-Type': answer.type } : {}).end(answer.text);
    });
    const parts = operations.map((card) => ({
      id: `do ${card.name}`,
      type: `hub-${card.area}`,
      operation: card.name,
      params: Object.fromEntries(
        Object.entries(paramsOf(card)).map(([parameter, value]) => [parameter, literal(value)]),
      ),
    }));
    // With one request at a time, nodes read no descriptions before a message.
    stage = await perform({ baseUrl: hub.url, auth: 'none', maxInFlight: 1 }, parts);
    answer = { status: 200, type: 'application/json', text: '[]' };
    await stage.until(() => hub.requests.length > 0);
  });

  after(async () => {
    await stage.close();
    await hub.close();
  });

  it('is offered by a node', () => {
    should(operations.map(({ name }) => name).sort()).eql(cards.map(({ name }) => name).sort());
  });

  for (const card of operations)
    describe(card.name, () => {
      const { name, area } = card;
      const commands = () => hub.requests.filter(({ method }) => isReadTest || method !== 'GET');

      before(() => {
        isReadTest = card.kind === 'read';
      });

      it('sends the documented request, and puts the answer into the message', async () => {
        const [status, body] = card.answer;
        answer =
          typeof body === 'string'
            ? { status, type: 'text/plain', text: body }
            : { status, type: body === undefined ? '' : 'application/json', text: JSON.stringify(body) ?? '' };
        const before = commands().length;
        const outs = stage.out.length;
        await stage.send(`do ${name}`, { _msgid: name, payload: 'x', topic: 'kept', other: { kept: true } });
        should(stage.caught).be.empty();

        const { method, url, body: sent } = commands()[before] ?? {};
        should({ method, url, body: sent ? JSON.parse(sent) : undefined }).eql(expected(card));
        should(commands()).have.length(before + 1);

        should(stage.out).have.length(outs + 1);
        const msg = stage.out.at(-1) ?? {};
        should(msg).have.properties({ _msgid: name, topic: 'kept', other: { kept: true }, statusCode: status });
        should(msg.payload).eql(body ?? null);
        should(msg.hub).have.properties({ operation: name, area, outcome: 'done' });
        should(msg.hub.params).eql(paramsOf(card));
        should([msg.hub.elapsed, msg.hub.waited, msg.hub.at].every(Number.isFinite)).be.true();
        should(stage.completed.filter(({ _msgid }) => _msgid === name)).have.length(1);
      });
    });

  const failures: [number, string, string, string][] = [
    [401, 'HUB_AUTH', 'refused', '{"error":"no"}'],
    [403, 'HUB_AUTH', 'refused', '{"error":"no"}'],
    [404, 'HUB_NOT_FOUND', 'refused', 'no'],
    [422, 'HUB_REJECTED', 'refused', '{"error":"no"}'],
    [500, 'HUB_FAULT', 'unknown', '500: Internal server error'],
  ];
  // One code path reports every status of every operation, so each operation meets one of them.
  it('reports a failure', async () => {
    for (const [index, { name, area, kind }] of operations.entries()) {
      const [status, code, outcome, text] = failures[index % failures.length]!;
      const type = text.startsWith('{') ? 'application/json' : 'text/plain';
      isReadTest = kind === 'read';
      answer = { status, type, text };
      const outs = stage.out.length;
      const id = `${name} ${status}`;
      const start = Date.now();
      await stage.send(`do ${name}`, { _msgid: id, payload: 'x', topic: 'kept' });
      should(stage.out).have.length(outs);
      should(stage.completed.filter(({ _msgid }) => _msgid === id)).be.empty();
      const caught = stage.caught.splice(0);
      should(caught).have.length(1, id);
      const [msg = {}] = caught;
      should(msg).have.properties({ topic: 'kept', statusCode: status });
      should(msg.payload).eql(type === 'text/plain' ? text : JSON.parse(text), id);
      should(msg.hub).have.properties({ operation: name, area, code, outcome });
      should(msg.hub.at).be.within(start, Date.now());
      should(msg.error.code).equal(code, id);
      should(msg.error.message)
        .containEql(String(status))
        .and.match(/\bno\b|Internal server error/);
    }
  });
});

describe('every operation in the simulator, with a request that does not come from our client', () => {
  for (const dialect of [1, 2] as const)
    it(`has its documented path on dialect ${dialect}`, async () => {
      // Only the early builds of dialect 2 have every path of the cards.
      const hub = await startSimulator({ dialect, linearSegment: 'linear', early: dialect === 2 });
      try {
        for (const card of operations) {
          const { method, url, body } = expected(card);
          const headers = { 'content-type': 'application/json' };
          await (await fetch(hub.url + url, { method, headers, body: JSON.stringify(body) })).text();
          const { operation, statusCode, params } = hub.journal.at(-1) ?? {};
          // Both operations have the same path and method. The hub distinguishes them by the name.
          const expectedName = card.name === 'downloadExternalData' ? 'pressItemButton' : card.name;
          should({ operation, params: Object.keys(params ?? {}).length }).eql({
            operation: expectedName,
            params: inPath(card).length,
          });
          if (!(card.dialects ?? [1, 2]).includes(dialect)) should(statusCode).equal(404, card.name);
        }
      } finally {
        await hub.close();
      }
    });
});
