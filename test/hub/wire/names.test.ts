import type { Socket } from 'node:net';
import should from 'should';
import { findOperation, Hub, type Operation, type Params } from '../../../dist/hub/index.js';
import { answer, HostileHub, JSON_TYPE } from '../../hostile/hub.js';
import { failing } from '../scripted-hub.js';

/** Names that are not ASCII, and their bytes in a path. */
const NAMES: readonly (readonly [name: string, bytes: string])[] = [
  ['Übergabe', '%C3%9Cbergabe'],
  ['日本語', '%E6%97%A5%E6%9C%AC%E8%AA%9E'],
  ['🎬', '%F0%9F%8E%AC'],
  // An e with a combining accent, which is another name than é.
  ['Cafe\u0301', 'Cafe%CC%81'],
  ['Caf\u00e9', 'Caf%C3%A9'],
  ['Ende ', 'Ende%20'],
];

describe('a name that is not ASCII', () => {
  let wire: HostileHub;
  let hub: Hub;
  let reply: (socket: Socket) => void;

  beforeEach(async () => {
    wire = await HostileHub.open((socket) => reply(socket));
    reply = (socket) => socket.write(answer('200 OK', JSON_TYPE, '{}'));
    const settings = { dialect: 1, linearSegment: 'linear', headers: {}, timeout: 5000, maxInFlight: 8 } as const;
    hub = new Hub({ baseUrl: wire.url, ...settings });
  });
  afterEach(async () => {
    hub.close();
    await wire.close();
  });

  const run = (name: string, params: Params) => hub.run(findOperation(name) as Operation, params);
  /** The bytes of a text in UTF-8, as `HostileHub` keeps them. */
  const utf8 = (text: string) => Buffer.from(text).toString('latin1');

  it('has these bytes in the path and in the body of a command', async () => {
    for (const [name, bytes] of NAMES) {
      await run('setProperty', { engineId: 1, nodePath: name, propertyPath: `${name}//${name}`, Value: name });
      should(wire.requests.at(-1)).eql({
        line: `PATCH /api/rest/v1/engines/1/nodes/${bytes}/properties/${bytes}%2F%2F${bytes} HTTP/1.1`,
        path: `/api/rest/v1/engines/1/nodes/${bytes}/properties/${bytes}%2F%2F${bytes}`,
        body: utf8(`{"Value":"${name}"}`),
      });
    }
  });

  it('has the same bytes in an entry of a batch', async () => {
    reply = (socket) => socket.write(answer('200 OK', JSON_TYPE, '[]'));
    const params = (name: string) => ({ engineId: 1, nodePath: name, propertyPath: 'P', Value: name });
    const entries = NAMES.map(([name], id) => ({ id, operation: 'setProperty', params: params(name) }));
    await run('batch', { entries });
    const body = NAMES.map(
      ([name, bytes], id) =>
        `{"id":${id},"url":"/engines/1/nodes/${bytes}/properties/P","verb":"PATCH","body":{"Value":"${name}"}}`,
    );
    should(wire.requests.map((request) => request.body)).eql([utf8(`[${body.join()}]`)]);
  });

  it('is read as it is in an answer, also if a packet ends inside a character', async () => {
    const value = Object.fromEntries(NAMES.map(([name]) => [name, [name, `${name}${name}`]]));
    const bytes = answer('200 OK', JSON_TYPE, JSON.stringify({ Value: value }));
    const property = { engineId: 1, nodePath: 'N', propertyPath: 'P' };
    for (const cut of [1, 2, 3].map((more) => bytes.indexOf('🎬') + more)) {
      reply = (socket) => {
        socket.setNoDelay(true);
        socket.write(bytes.subarray(0, cut), () => setImmediate(() => socket.write(bytes.subarray(cut))));
      };
      should(await run('getProperty', property)).match({ body: { Value: value } });
    }
  });

  it('presses its own button by its label, in either form, and none if two look the same', async () => {
    const labels = ['Übergabe', '日本語', '🎬', 'Cafe\u0301', 'Ende '];
    const listed = (more: readonly string[]) => ({
      buttons: [...labels, ...more].map((label, index) => ({ key: `k${index}`, label })),
    });
    let buttons = listed([]);
    reply = (socket) => socket.write(answer('200 OK', JSON_TYPE, JSON.stringify(buttons)));
    const press = (buttonKey: string, itemId = 2) => run('pressItemButton', { rundownId: 1, itemId, buttonKey });
    const pressed = () =>
      wire.requests.filter(({ line }) => line.startsWith('POST')).map(({ path }) => path.split('/').at(-1));
    for (const label of [...labels, 'Caf\u00e9', 'Ende']) await press(label);
    should(pressed()).eql(['k0', 'k1', 'k2', 'k3', 'k4', 'k3', 'k4']);
    buttons = listed(['Caf\u00e9']);
    should(await failing(press('Cafe\u0301', 3))).match({ code: 'BAD_INPUT', facts: { sentence: 'ambiguous' } });
    should(pressed()).have.length(7);
  });
});
