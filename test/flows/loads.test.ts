import should from 'should';
import { type HostileHub, hostileHub } from '../hostile/http-hub.js';
import { literal, type NodeOf, perform, type Stage, timed } from './stage.js';

/** A node as flows of version 1.0.0 saved it: without a second press. */
const load: NodeOf = {
  id: 'load',
  type: 'hub-graph',
  operation: 'loadGraph',
  params: { graphId: literal(12), engineHostId: literal(3) },
};
const opacity: NodeOf = {
  id: 'opacity',
  type: 'hub-engine-property',
  operation: 'setProperty',
  params: {
    engineId: literal(1),
    nodePath: literal('Mixer_0'),
    propertyPath: literal('Opacity'),
    Value: { type: 'msg', value: 'payload' },
  },
};
const linear = { engineId: literal(101), rundownId: literal(201) };

/** Operations that a release or a retained message must not carry out. */
const ONCE: Readonly<Record<string, NodeOf>> = {
  'POST /graphs/12/load': load,
  'POST /rgraphs/21/load': {
    ...load,
    operation: 'loadRgraph',
    params: { rgraphId: literal(21), engineHostId: literal(1) },
  },
  'POST /ustates/31/load': {
    ...load,
    operation: 'loadUstate',
    params: { ustateId: literal(31), engineHostId: literal(2) },
  },
  'PUT /linear/rundown/101/201/load': { ...load, ...playing('loadLinearRundown') },
  'PUT /linear/rundown/101/201/unload': { ...load, ...playing('unloadLinearRundown') },
  'DELETE /linear/rundown/101/201': { ...load, ...playing('deleteLinearRundown') },
  'DELETE /linear/rundown/101/201/items/7': { ...load, ...playing('deleteLinearItem', { itemId: literal(7) }) },
  'DELETE /playout/rundowns/51': {
    ...load,
    type: 'hub-playout-item',
    operation: 'deleteRundown',
    params: { rundownId: literal(51) },
  },
  'DELETE /playout/rundowns/51/items/511': {
    ...load,
    type: 'hub-playout-item',
    operation: 'deleteItem',
    params: { rundownId: literal(51), itemId: literal(511) },
  },
};

function playing(operation: string, more: object = {}) {
  return { type: 'hub-linear-play', operation, params: { ...linear, ...more } };
}

describe('a load', () => {
  let hub: HostileHub;
  let stage: Stage;
  let hangs = false;

  before(async () => {
    hub = await hostileHub(({ method }, response) => {
      if (!hangs || method === 'GET') response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    });
  });

  after(() => hub.close());
  afterEach(async () => {
    hangs = false;
    await stage.close();
  });

  const open = async (parts: NodeOf[], more: object = {}) => {
    hub.requests.length = 0;
    stage = await perform({ baseUrl: hub.url, auth: 'none', ...more }, parts);
  };
  const commands = () =>
    hub.requests
      .filter(({ method }) => method !== 'GET')
      .map(({ method, url }) => `${method} ${url.replace('/api/rest/v1', '')}`);
  const send = (id: string, msg: object) => stage.send(id, { _msgid: `${Math.random()}`, ...msg });

  for (const [request, node] of Object.entries(ONCE))
    it(`or deletion (${request}) is not sent by a release or a retained message`, async () => {
      await open([node]);
      await send('load', { payload: true });
      await send('load', { payload: false });
      await send('load', { payload: 'ON', topic: 'studio/load', qos: 0, retain: true });
      should(commands()).eql([request]);
      should(stage.caught).be.empty();
    });

  it('needs a second press if the node asks for it', async () => {
    await open([{ ...load, secondPress: true }]);
    await send('load', { payload: true });
    await send('load', { payload: false });
    should(commands()).be.empty();
    await stage.until(() => stage.status('load').text === 'press again');
    await new Promise((resolve) => setTimeout(resolve, 700));
    await send('load', { payload: true });
    should(commands()).eql(['POST /graphs/12/load']);
  });

  it('is dropped after 2 s behind another one, and is never sent late', async () => {
    await open([load]);
    hangs = true;
    stage.node('load').receive({ _msgid: 'first', payload: true });
    await stage.until(() => commands().length === 1);
    await send('load', { payload: true });
    should(stage.caught.map(({ hub: { code } }) => code)).eql(['EXPIRED']);
    await stage.until(() => timed('too late').test(stage.status('load').text ?? ''));
    should(commands()).eql(['POST /graphs/12/load']);
  });

  it('is sent alone if joining is on', async () => {
    const other = { ...load, id: 'other', params: { graphId: literal(11), engineHostId: literal(4) } };
    await open([load, other, opacity], { joining: 'true' });
    for (const id of ['load', 'other', 'opacity']) stage.node(id).receive({ _msgid: id, payload: 0.5 });
    await stage.until(() => stage.completed.length === 3);
    should(commands().sort()).eql([
      'PATCH /engines/1/nodes/Mixer_0/properties/Opacity',
      'POST /graphs/11/load',
      'POST /graphs/12/load',
    ]);
  });
});
