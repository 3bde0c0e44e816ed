import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { NodeInitializer } from 'node-red';
import helper from 'node-red-node-test-helper';
import should from 'should';
import { perform, type Stage } from '../../flows/stage.js';
import { listenOn, USUAL_PORT, useUsualPort } from '../../usual-port.js';
import { post } from './endpoints.js';

describe('the simulator endpoint', () => {
  useUsualPort();
  let stage: Stage | undefined;
  let listeners: () => number;

  /** Runs a Node-RED without a hub. */
  beforeEach(async () => {
    const watch: NodeInitializer = (RED) => {
      listeners = () => RED.events.listenerCount('runtime-event');
    };
    stage = await perform(undefined, [], {}, { modules: [watch] });
  });

  const stop = async () => {
    await stage?.close();
    stage = undefined;
  };
  afterEach(stop);

  const start = async (body: object = {}) => {
    const answer = await post('simulator', body);
    should(answer.status).equal(200);
    return String(answer.body.url);
  };

  /** The code of the error, '' after a connection. */
  const connected = (host: string, port: number) =>
    new Promise<string>((resolve) => {
      const socket = connect({ host, port, timeout: 2000 }, () => resolve(''));
      socket.on('error', ({ code }: NodeJS.ErrnoException) => resolve(String(code)));
      socket.on('timeout', () => resolve('timeout'));
      socket.on('close', () => socket.destroy());
    });

  it('starts one simulator, which listens only on the loopback address', async () => {
    const [url, other] = await Promise.all([start({ host: '0.0.0.0', port: 1, url: 'http://192.0.2.1' }), start()]);
    should(url).match(/^http:\/\/127\.0\.0\.1:\d+$/);
    should(other).equal(url);
    should(await start()).equal(url);
    const engines = await fetch(`${url}/api/rest/v1/engines`);
    should((await engines.json()) as object[]).have.length(4);
    const port = Number(new URL(url).port);
    const outside = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ family, internal }) => family === 'IPv4' && !internal);
    for (const { address } of outside) should(await connected(address, port)).not.equal('');
  });

  it('ends with Node-RED, and leaves no listener', async () => {
    const before = listeners();
    const url = await start();
    const open = await fetch(`${url}/`);
    await open.text();
    await stop();
    should(await connected('127.0.0.1', Number(new URL(url).port))).equal('ECONNREFUSED');
    should(listeners()).equal(before);
  });

  it('outlasts a deploy of a node that is not installed, and ends with the flows', async () => {
    const url = await start();
    const flow = [{ id: 'tab', type: 'tab' } as const, { id: 'node', type: 'not-installed', z: 'tab', wires: [] }];
    // The flows do not start, which the helper reports as an error.
    await helper.setFlows(flow, 'full').catch(() => {});
    should(await connected('127.0.0.1', Number(new URL(url).port))).equal('');
    await stop();
    should(await connected('127.0.0.1', Number(new URL(url).port))).equal('ECONNREFUSED');
  });

  it('takes a free port if another program uses its own', async () => {
    // A simulator of this computer may already use it.
    const program = await listenOn(USUAL_PORT);
    try {
      should(new URL(await start()).port).not.equal(String(USUAL_PORT));
    } finally {
      program?.close();
    }
  });

  it('refuses a form, which any web page can send', async () => {
    const { status } = await post('simulator', { a: '1' }, 'form');
    should(status).equal(400);
  });
});
