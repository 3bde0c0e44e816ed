import { randomBytes } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import should from 'should';
import { SteppedNodes } from './stepped-nodes.js';

const NAMES = 30_000;

describe('the host of a remote panel', () => {
  it('needs no memory for the states of a flow that invents names', async () => {
    setFlagsFromString('--expose_gc');
    const collect = runInNewContext('gc') as () => void;
    const used = () => {
      collect();
      return process.memoryUsage().heapUsed / 1e6;
    };
    const nodes = new SteppedNodes();
    try {
      nodes.deployHub('config');
      nodes.deploy({ id: 'host', type: 'hub-remote', role: 'host' }, () => undefined);
      const send = () => nodes.receive('host', { topic: randomBytes(100).toString('hex'), payload: 'program' });
      for (let name = 0; name < 1000; name += 1) send();
      const before = used();
      for (let name = 0; name < NAMES; name += 1) send();
      await nodes.settle();
      // The names alone need 6 MB.
      should(used() - before).be.below(3);
    } finally {
      await nodes.end();
    }
  });
});
