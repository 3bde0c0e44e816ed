import should from 'should';
import { SteppedHub } from '../stepped-hub.js';

const property = { engineId: 1, nodePath: 'N', propertyPath: 'P' };

describe('joinable levels', () => {
  const stage = SteppedHub.forSuite();
  const set = (propertyPath: string, options = {}) =>
    stage.run('setProperty', { ...property, propertyPath, Value: 1 }, options);
  const joinable = { joinable: true };
  const answerBatch = () => {
    const entries = stage.open[0]?.body as { id: number }[];
    return stage.answer(
      'PUT /batch',
      entries.map(({ id }) => ({ id, responseCode: 200, responseBody: {} })),
    );
  };

  it('are sent as one batch although joining is off, and others alone', async () => {
    const calls = [set('A', joinable), set('B', joinable), set('C')];
    await stage.advance(50);
    await stage.advance(50);
    should(stage.lines().toSorted()).eql(['PATCH /engines/1/nodes/N/properties/C', 'PUT /batch']);
    await stage.answer('PATCH');
    await answerBatch();
    await Promise.all(calls);
  });

  it('are sent alone if the hub refuses the batch', async () => {
    const calls = [set('A', joinable), set('B', joinable)];
    await stage.advance(50);
    await stage.answer('PUT /batch', {}, 404);
    await stage.advance(50);
    should(stage.lines('PATCH')).have.length(2);
    for (const _ of calls) await stage.answer('PATCH');
    await Promise.all(calls);
  });

  it('are sent alone with their own deadline', async () => {
    const calls = ['A', 'B'].map((path) => set(path, { ...joinable, timeout: 400 }));
    await stage.advance(50);
    should(stage.lines('PUT')).eql([]);
    for (const _ of calls) await stage.answer('PATCH');
    await Promise.all(calls);
  });

  it('are never triggers', async () => {
    const call = (functionPath: string) =>
      stage.run('callFunction', { engineId: 1, nodePath: 'N', functionPath }, joinable);
    const calls = [call('F'), call('G')];
    await stage.advance(50);
    should(stage.lines('PUT')).eql([]);
    while (stage.open.length > 0) await stage.answer('');
    await Promise.all(calls);
  });
});
