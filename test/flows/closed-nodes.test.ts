import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import should from 'should';
import { fromMessage, literal, type NodeOf, perform } from './stage.js';

/** The timers of the package that have not fired and have not ended, by the place of their start. */
function followTimers(): Map<unknown, string> {
  const pending = new Map<unknown, string>();
  const { setTimeout, clearTimeout } = globalThis;
  mock.method(globalThis, 'setTimeout', (callback: (...args: unknown[]) => void, ...rest: [number, ...unknown[]]) => {
    const timer = setTimeout(
      (...args) => {
        pending.delete(timer);
        callback(...args);
      },
      ...rest,
    );
    const { stack = '' } = new Error();
    if (stack.includes('bundle.js')) pending.set(timer, stack);
    return timer;
  });
  mock.method(globalThis, 'clearTimeout', (timer: NodeJS.Timeout) => {
    pending.delete(timer);
    clearTimeout(timer);
  });
  return pending;
}

const property = { engineId: literal(1), nodePath: literal('Mixer_0'), propertyPath: literal('Overlay//Opacity/0') };
const midi = (value: number) => ({
  payload: [1, value],
  midi: { channel: 1, type: 'controlchange', data: [1, value] },
});

describe('nodes that close in the middle of their work', () => {
  const folder = mkdtempSync(join(tmpdir(), 'closed-nodes-'));
  // It accepts each request and never answers.
  const silent = createServer(() => {});
  afterEach(() => mock.restoreAll());
  after(() => {
    silent.close();
    rmSync(folder, { recursive: true });
  });

  it('leave no timer behind', async () => {
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const timers = followTimers();
    const row = { engine: 'A', node: 'Mixer', nodePath: 'Mixer_0', property: 'O', propertyPath: 'O' };
    const parts: NodeOf[] = [
      {
        id: 'fader',
        type: 'hub-engine-property',
        operation: 'setProperty',
        params: { ...property, Value: fromMessage('payload') },
      },
      { id: 'stop', type: 'hub-launcher', operation: 'stopLaunch', guarded: true, params: { configID: literal(61) } },
      { id: 'watch', type: 'hub-watch', operation: 'getProperty', params: property, interval: '0.1' },
      { id: 'event', type: 'hub-event' },
      {
        id: 'look',
        type: 'hub-look',
        operation: 'recall',
        look: 'A',
        interval: '1',
        properties: [row],
        file: join(folder, 'a.json'),
        wires: [[], []],
      },
      { id: 'slider', type: 'hub-panel', kind: 'fader', source: 'midi', pair: true, params: property },
      { id: 'button', type: 'hub-panel', kind: 'button', hold: true, hub: '' },
      { id: 'lamp', type: 'hub-lamp', surface: 'streamdeck', control: '1', repeat: '1', silence: '1' },
      { id: 'motor', type: 'hub-lamp', surface: 'midiFader', control: 'cc 1/1', mode: 'rest', repeat: '1' },
      { id: 'host', type: 'hub-remote', role: 'host', wires: [[], [], []] },
      { id: 'remote', type: 'hub-remote', role: 'panel', wires: [[], [], []] },
    ];
    const stage = await perform({ baseUrl: `http://127.0.0.1:${port}`, auth: 'none', version: 1 }, parts);
    const send = (id: string, ...messages: object[]) => {
      for (const msg of messages) stage.node(id).receive({ ...msg });
    };
    send('fader', { payload: 0 }, { payload: 1 });
    send('stop', { payload: true });
    send('look', { payload: true });
    send('slider', midi(1), midi(2));
    send('button', { payload: true });
    send('lamp', { topic: 'a', payload: 'failed' });
    send('motor', { payload: 0.5 }, midi(64));
    await stage.until(() => timers.size > parts.length);
    await stage.close();
    should([...timers.values()]).eql([]);
  });
});
