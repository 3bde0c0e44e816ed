import { Value } from '@sinclair/typebox/value';
import should from 'should';
import { operations } from '../../../dist/hub/table/operations.js';
import type { Params } from '../../../dist/hub/wire/request.js';
import { type Simulator, startSimulator } from '../../../dist/simulator/index.js';
import { ask, type Reply } from '../ask.js';

const mixer = { engineId: 1, nodePath: 'Mixer_0' };
const opacity = { ...mixer, propertyPath: 'Overlay//Opacity/0' };
const position = { ...mixer, propertyPath: 'Overlay//Position/0' };
const program = { ...mixer, propertyPath: 'Channels//ProgramChannel/0' };
const player = { engineId: 1, nodePath: 'Media Player_0' };
const playing = { ...player, propertyPath: 'Status//Playing/0' };
const play = { ...player, functionPath: 'Default//Play/0' };

describe('the simulated engines', () => {
  let simulator: Simulator;
  before(async () => {
    simulator = await startSimulator();
  });
  afterEach(() => simulator.reset());
  after(() => simulator.close());

  async function get<T>(name: string, params = {}): Promise<T> {
    const { status, body } = await ask(simulator, name, { params });
    should(status).equal(200);
    return body as T;
  }
  const held = async (params: Params): Promise<unknown> => (await get<{ Value: unknown }>('getProperty', params)).Value;
  const set = (params: Params): Promise<Reply> => ask(simulator, 'setProperty', { params });

  describe('answer as the table says', () => {
    const params: Record<string, Params> = {
      setProperty: { ...opacity, Value: 0.5 },
      callFunction: { ...play, Parameters: [] },
    };
    for (const { name, answer } of [
      ...operations.filter(({ area }) => area === 'engine-property'),
      ...operations.filter(({ area }) => area === 'engine-function'),
    ])
      it(name, async () => {
        const { status, body } = await ask(simulator, name, {
          params: params[name] ?? { ...play, propertyPath: playing.propertyPath },
        });
        should(status).equal(200);
        should([...Value.Errors(answer, body)]).be.empty();
      });
  });

  describe('hold', () => {
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

    it('two RE engines, one RE5 and one UE', async () => {
      should((await listed()).map(({ engineType }) => engineType)).eql(['RE', 'RE', 'RE5', 'UE']);
    });

    it('engineType in the list only', async () => {
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

    it('UUIDs for paths on RE5', async () => {
      const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
      for (const node of await everyNode(3)) {
        should(node.nodePath).match(uuid);
        for (const { PropertyPath } of await get<{ PropertyPath: string }[]>('listProperties', node))
          should(PropertyPath).match(uuid);
        for (const { FunctionPath } of await get<{ FunctionPath: string }[]>('listFunctions', node))
          should(FunctionPath).match(uuid);
      }
    });

    it('nothing that a read cannot find again', async () => {
      for (const { id } of await listed())
        for (const node of await everyNode(id)) {
          should(await get('getNode', node)).have.property('NodePath', node.nodePath);
          for (const property of await get<{ PropertyPath: string }[]>('listProperties', node))
            should(await get('getProperty', { ...node, propertyPath: property.PropertyPath })).eql(property);
          for (const fn of await get<{ FunctionPath: string }[]>('listFunctions', node))
            should(await get('getFunction', { ...node, functionPath: fn.FunctionPath })).containEql(fn);
        }
    });
  });

  describe('setProperty', () => {
    it('changes what later reads tell', async () => {
      should(await set({ ...opacity, Value: 0.25 })).match({ status: 200, body: { Value: 0.25 } });
      should(await held(opacity)).equal(0.25);
      const all = await get<{ PropertyPath: string; Value: unknown }[]>('listProperties', mixer);
      should(all.find(({ PropertyPath }) => PropertyPath === opacity.propertyPath)?.Value).equal(0.25);
    });

    const texts: [string, Params, unknown, unknown][] = [
      ['a number', opacity, '0.5', 0.5],
      ['a boolean', playing, 'True', true],
      ['the fields of a vector', position, { x: '1', y: 2, z: '-3.5' }, { x: 1, y: 2, z: -3.5 }],
      ['one field of a vector', position, { x: '1' }, { x: 1, y: 0, z: 0 }],
      ['text, as it stands', program, 'CAM%201', 'CAM%201'],
      ['text that looks like a number', program, '7', '7'],
    ];
    for (const [what, property, text, value] of texts)
      it(`takes as text ${what}`, async () => {
        should(await set({ ...property, Value: text })).match({ status: 200, body: { Value: value } });
        should(await held(property)).eql(value);
      });

    it('changes that engine only', async () => {
      await set({ ...opacity, Value: 0.25 });
      should(await held({ ...opacity, engineId: 2 })).equal(1);
    });

    it('keeps numbers as 32-bit floats, also inside a value', async () => {
      await set({ ...opacity, Value: 0.1 });
      should(await held(opacity)).equal(0.10000000149011612);
      await set({ ...position, Value: { x: 0.1, y: 0.5, z: 0 } });
      should(await held(position)).eql({ x: 0.10000000149011612, y: 0.5, z: 0 });
    });

    it('takes any list for a list', async () => {
      const crop = { engineId: 1, nodePath: 'SDI Out_0', propertyPath: 'Output//Crop/0' };
      await set({ ...crop, Value: [0.5, { deep: [true, 'text'] }] });
      should(await held(crop)).eql([0.5, { deep: [true, 'text'] }]);
    });

    const refused: [string, Params, unknown, string][] = [
      ['text for a number', opacity, 'one', 'Value '],
      ['no text for a number', opacity, ' ', 'Value '],
      ['other text for a boolean', playing, 'yes', 'Value '],
      ['a list for an object', position, [0, 0, 0], 'Value '],
      ['an object for a list', { engineId: 1, nodePath: 'SDI Out_0', propertyPath: 'Output//Crop/0' }, {}, 'Value '],
      ['a number for text', program, 1, 'Value '],
      ['a number for a boolean', playing, 1, 'Value '],
      ['a field too many', position, { x: 0, y: 0, z: 0, w: 0 }, 'Value.w '],
      ['a field of the wrong type', position, { x: 0, y: null, z: 0 }, 'Value.y '],
      ['a number beyond 32-bit floats', opacity, 1e39, 'Value '],
    ];
    for (const [what, property, wrong, field] of refused)
      it(`refuses ${what}`, async () => {
        const before = await held(property);
        const { status, body } = await set({ ...property, Value: wrong });
        should(status).equal(422);
        should((body as { error: string }).error).startWith(field);
        should(await held(property)).eql(before);
      });

    it('moves over Duration after Delay, and reads tell where it is', async () => {
      await set({ ...opacity, Value: 0, Interpolation: 'Linear', Duration: 0.4, Delay: 0.2 });
      should(await held(opacity)).equal(1);
      const seen: number[] = [];
      for (let at = 1; at > 0; ) {
        at = (await held(opacity)) as number;
        seen.push(at);
      }
      should(seen).eql(seen.toSorted((one, other) => other - one));
      should(seen.some((at) => at > 0 && at < 1)).be.true();
    });
  });

  describe('setProperty with a field of the value', () => {
    const transform = {
      engineId: 3,
      nodePath: '6f1c2a90-3d4e-4b5f-8a6b-000000000100',
      propertyPath: '6f1c2a90-3d4e-4b5f-8a6b-000000000102',
    };
    const field = (keys: string) => ({ ...transform, propertyPath: `${transform.propertyPath}.${keys}` });

    it('sets that field alone on RE5 and answers the whole property', async () => {
      const before = (await held(transform)) as { w: object };
      const after = { ...before, w: { ...before.w, z: 7 } };
      const { body } = await set({ ...field('w.z'), Value: 7 });
      should(body).match({ PropertyPath: transform.propertyPath, Value: after });
      should(await held(transform)).eql(after);
    });

    it('moves two fields at a time', async () => {
      const slow = { Interpolation: 'Linear', Duration: 30 };
      await set({ ...field('w.x'), Value: 1000, ...slow });
      await set({ ...field('w.y'), Value: 1000, ...slow });
      const first = (await held(transform)) as { w: { x: number; y: number } };
      await new Promise((resolve) => setTimeout(resolve, 20));
      const second = (await held(transform)) as typeof first;
      should(second.w.x).be.above(first.w.x);
      should(second.w.y).be.above(first.w.y);
    });

    it('knows no such field', async () => {
      for (const keys of ['q', 'w.q', 'w.z.z', 'constructor', '']) {
        const { status } = await set({ ...field(keys), Value: 7 });
        should(status).equal(404, keys);
      }
    });

    it('refuses a value that does not fit the field', async () => {
      should(await set({ ...field('w'), Value: 7 })).have.property('status', 422);
      should(await set({ ...field('w.z'), Value: 'far' })).have.property('status', 422);
    });

    it('is unknown on other engines', async () => {
      should(await set({ ...position, propertyPath: `${position.propertyPath}.x`, Value: 7 })).have.property(
        'status',
        404,
      );
    });
  });

  describe('callFunction', () => {
    const call = (params: Params) => ask(simulator, 'callFunction', { params });
    const file = { PropertyPath: 'Clip//FilePath/0', payload: { value: 'E:\\Goal.mov' } };

    it('does what later reads tell, and stores its parameters', async () => {
      should(await call({ ...play, Parameters: [file] })).match({ status: 200, body: { success: true } });
      should(await held(playing)).be.true();
      should(await held({ ...player, propertyPath: file.PropertyPath })).equal('E:\\Goal.mov');
      should(await get('getFunction', play)).match({ Properties: { File: { Value: 'E:\\Goal.mov' } } });
      await call({ ...player, functionPath: 'Default//Stop/0', Parameters: [] });
      should(await held(playing)).be.false();
    });

    it('takes no parameters, in whatever way they are missing', async () => {
      for (const body of ['', '{}', '{"Parameters": []}']) {
        should(await ask(simulator, 'callFunction', { params: play, body })).match({
          status: 200,
          body: { success: true },
        });
        should(await held(playing)).be.true();
        await set({ ...playing, Value: false });
      }
    });

    it('takes a parameter as text', async () => {
      const speed = { PropertyPath: 'Clip//Speed/0', payload: { value: '2.5' } };
      should(await call({ ...play, Parameters: [speed] })).match({ status: 200 });
      should(await held({ ...player, propertyPath: speed.PropertyPath })).equal(2.5);
    });

    it('refuses an unknown parameter and does nothing', async () => {
      const stranger = { PropertyPath: 'Status//Playing/0', payload: { value: true } };
      const { status, body } = await call({ ...play, Parameters: [file, stranger] });
      should(status).equal(422);
      should(body).match({ error: /^Parameters\.1\.PropertyPath/ });
      should(await held(playing)).be.false();
      should(await held({ ...player, propertyPath: file.PropertyPath })).not.equal('E:\\Goal.mov');
    });

    it('refuses a value that does not fit the parameter', async () => {
      const { status, body } = await call({ ...play, Parameters: [{ ...file, payload: { value: 3 } }] });
      should(status).equal(422);
      should(body).match({ error: /^Parameters\.0\.payload\.value/ });
    });
  });

  describe('answer 404', () => {
    const unknown: [string, Params, RegExp][] = [
      ['getEngine', { engineId: 99 }, /json/],
      ['listNodes', { engineId: 99 }, /json/],
      ['getNode', { engineId: 1, nodePath: 'Mixer_9' }, /plain/],
      ['listProperties', { engineId: 1, nodePath: 'Mixer_9' }, /plain/],
      ['getProperty', { ...mixer, propertyPath: 'Nothing' }, /json/],
      ['setProperty', { ...mixer, propertyPath: 'Nothing', Value: 1 }, /json/],
      ['listFunctions', { engineId: 1, nodePath: 'Mixer_9' }, /plain/],
      ['getFunction', { ...mixer, functionPath: 'Nothing' }, /plain/],
      ['callFunction', { ...mixer, functionPath: 'Nothing', Parameters: [] }, /plain/],
    ];
    for (const [name, params, type] of unknown)
      it(`to ${name} of something unknown`, async () => {
        const answer = await ask(simulator, name, { params });
        should(answer.status).equal(404);
        should(answer.type).match(type);
        should(answer.text).match(/not found/);
      });
  });

  it('finds paths with every character that a hub uses', async () => {
    const path = 'a/b; c\\d e.f%2Fä 日本 \u{1f3ac}?#&+.';
    simulator.state.engines[0]?.nodes.push({
      path,
      name: path,
      properties: [{ path, name: path, value: 1, motions: [] }],
      functions: [{ path, name: path, parameters: { [path]: path }, sets: {} }],
    });
    const at = { engineId: 1, nodePath: path, propertyPath: path, functionPath: path };
    await set({ ...at, Value: 2 });
    should(await get('getProperty', at)).match({ PropertyPath: path, Value: 2 });
    await ask(simulator, 'callFunction', {
      params: { ...at, Parameters: [{ PropertyPath: path, payload: { value: 3 } }] },
    });
    should(await held(at)).equal(3);
    should(simulator.journal.at(-1)).match({ params: { nodePath: path, propertyPath: path } });
  });
});
