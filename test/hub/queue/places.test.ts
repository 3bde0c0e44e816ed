import should from 'should';
import { SteppedHub } from '../stepped-hub.js';

const property = { engineId: 1, nodePath: 'N', propertyPath: 'P' };
const path = '/engines/1/nodes/N/properties/P';

describe('a hub that takes one request at a time', () => {
  const stage = SteppedHub.forSuite({ maxInFlight: 1 });

  it('is asked a read, and then the next', async () => {
    const reads = [stage.run('listEngines', {}), stage.run('listRundowns', {})];
    await stage.answer('GET /engines', []);
    await stage.answer('GET /playout/rundowns', []);
    await Promise.all(reads);
  });

  it('is asked the look-up of a command, and then sent the command', async () => {
    const command = stage.run('setProperty', { ...property, Component: 'x', Value: 1 });
    await stage.settle();
    await stage.answer('GET /engines/1', { instances: [{ status: 'Loaded', engineType: 'RE5' }] });
    await stage.answer(`PATCH ${path}.x`);
    await command;
  });

  it('is sent a command whose look-up failed only when its place is free', async () => {
    const item = { engineId: 5, itemId: 101, preview: 0, rundownId: 1, onlyIfAvailable: true };
    const play = stage.run('playItem', item);
    await stage.settle();
    const calls = [play, stage.run('setProperty', { ...property, Value: 1 })];
    await stage.answer('GET /linear/rundown/5/1/items', {}, 500);
    for (const line of ['PATCH', 'PUT /linear/rundown/5/play/101/0']) {
      should(stage.open).have.length(1);
      await stage.answer(line);
    }
    await Promise.all(calls);
  });

  it('is sent a command before a read that came first', async () => {
    const calls = [
      stage.run('setProperty', { ...property, Value: 1 }),
      stage.run('listEngines', {}),
      stage.run('takeOut', { engineId: 1, preview: 0 }),
    ];
    for (const line of [`PATCH ${path}`, 'PUT /linear/rundown/1/out/0', 'GET /engines']) {
      should(stage.open).have.length(1);
      await stage.answer(line, []);
    }
    await Promise.all(calls);
  });

  it('is sent the value that waited longest, also if another property has had its turn and gets a new value', async () => {
    const set = (propertyPath: string, Value: number) => stage.run('setProperty', { ...property, propertyPath, Value });
    const calls: Promise<unknown>[] = [set('P', 1), set('P', 2), set('Größe', 1)];
    await stage.answer(`PATCH ${path}`);
    calls.push(stage.run('takeOut', { engineId: 1, preview: 0 }));
    await stage.answer('PATCH /engines/1/nodes/N/properties/Größe');
    calls.push(set('Größe', 2));
    await stage.advance(50);
    await stage.answer('PUT');
    should(stage.open.map(({ line }) => line)).eql([`PATCH ${path}`]);
    await stage.answer('PATCH');
    await stage.answer('PATCH');
    await Promise.all(calls);
  });
});
