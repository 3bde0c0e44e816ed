import should from 'should';
import type { Params } from '../../../dist/hub/wire/request.js';
import { ask } from '../ask.js';
import { play, player, playing, simulatedEngines } from './engines-stage.js';

describe('the simulated engines', () => {
  const { simulator, get, readValue, set } = simulatedEngines();

  describe('have', () => {
    interface Listed {
      id: number;
      engineType: string;
    }
    const listed = () => get<Listed[]>('listEngines');
    const everyNode = async (engineId: number) =>
      (await get<{ NodePath: string }[]>('listNodes', { engineId })).map(({ NodePath }) => ({
        engineId,
        nodePath: NodePath,
      }));

    it('an engineType in the list only', async () => {
      for (const { engineType, ...rest } of await listed())
        should(await get('getEngine', { engineId: rest.id })).eql(rest);
    });

    it('every shape of a value on every type of engine', async () => {
      for (const { id } of await listed()) {
        const values: unknown[] = [];
        for (const node of await everyNode(id))
          for (const { Value: value } of await get<{ Value: unknown }[]>('listProperties', node)) values.push(value);
        const keys = values.map((value) => (typeof value === 'object' ? Object.keys(value as object).join() : ''));
        for (const type of ['boolean', 'number', 'string'])
          should(values.some((value) => typeof value === type)).equal(true, `${type} on ${id}`);
        should(values.some(Array.isArray)).be.true();
        should(keys).containDeep(['x,y,z', 'x,y,z,w', 'data']);
        should(keys.some((names) => names.includes('focusDistance'))).be.true();
        should(keys.some((names) => names.includes('unmanaged'))).be.true();
      }
    });
  });

  describe('callFunction', () => {
    const call = (params: Params) => ask(simulator(), 'callFunction', { params });
    const file = { PropertyPath: 'Clip//FilePath/0', payload: { value: 'E:\\Goal.mov' } };

    it('sets the properties that later reads return, and stores its parameters', async () => {
      should(await call({ ...play, Parameters: [file] })).match({ status: 200, body: { success: true } });
      should(await readValue(playing)).be.true();
      should(await readValue({ ...player, propertyPath: file.PropertyPath })).equal('E:\\Goal.mov');
      should(await get('getFunction', play)).match({ Properties: { File: { Value: 'E:\\Goal.mov' } } });
      await call({ ...player, functionPath: 'Default//Stop/0', Parameters: [] });
      should(await readValue(playing)).be.false();
    });

    it('works without parameters, for every form of an empty list', async () => {
      for (const body of ['', '{}', '{"Parameters": []}']) {
        should(await ask(simulator(), 'callFunction', { params: play, body })).match({
          status: 200,
          body: { success: true },
        });
        should(await readValue(playing)).be.true();
        await set({ ...playing, Value: false });
      }
    });

    it('refuses an unknown parameter and changes nothing', async () => {
      const stranger = { PropertyPath: 'Status//Playing/0', payload: { value: true } };
      const { status, body } = await call({ ...play, Parameters: [file, stranger] });
      should(status).equal(422);
      should(body).match({ error: /^Parameters\.1\.PropertyPath/ });
      should(await readValue(playing)).be.false();
      should(await readValue({ ...player, propertyPath: file.PropertyPath })).not.equal('E:\\Goal.mov');
    });

    it('refuses a value that does not fit the parameter', async () => {
      const { status, body } = await call({ ...play, Parameters: [{ ...file, payload: { value: 3 } }] });
      should(status).equal(422);
      should(body).match({ error: /^Parameters\.0\.payload\.value/ });
    });
  });

  it('find paths with every character that a hub uses', async () => {
    const path = 'a/b; c\\d e.f%2Fä 日本 \u{1f3ac}?#&+.';
    simulator().state.engines[0]?.nodes.push({
      path,
      name: path,
      properties: [{ path, name: path, value: 1, motions: [] }],
      functions: [{ path, name: path, parameters: { [path]: path }, sets: {} }],
    });
    const at = { engineId: 1, nodePath: path, propertyPath: path, functionPath: path };
    await set({ ...at, Value: 2 });
    should(await get('getProperty', at)).match({ PropertyPath: path, Value: 2 });
    await ask(simulator(), 'callFunction', {
      params: { ...at, Parameters: [{ PropertyPath: path, payload: { value: 3 } }] },
    });
    should(await readValue(at)).equal(3);
    should(simulator().journal.at(-1)).match({ params: { nodePath: path, propertyPath: path } });
  });
});
