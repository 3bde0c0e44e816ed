import should from 'should';
import type { Params } from '../../../dist/hub/wire/request.js';
import { mixer, opacity } from '../../operations/values.js';
import { ask } from '../ask.js';
import { playing, simulatedEngines } from './engines-stage.js';

const position = { ...mixer, propertyPath: 'Overlay//Position/0' };
const program = { ...mixer, propertyPath: 'Channels//ProgramChannel/0' };
const crop = { engineId: 1, nodePath: 'SDI Out_0', propertyPath: 'Output//Crop/0' };

describe('the simulated engines', () => {
  const { get, readValue, set, simulator } = simulatedEngines();

  describe('setProperty', () => {
    it('changes the value of later reads', async () => {
      should(await set({ ...opacity, Value: 0.25 })).match({ status: 200, body: { Value: 0.25 } });
      should(await readValue(opacity)).equal(0.25);
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
      it(`accepts as text ${what}`, async () => {
        should(await set({ ...property, Value: text })).match({ status: 200, body: { Value: value } });
        should(await readValue(property)).eql(value);
      });

    it('stores numbers as 32-bit floats, also inside a value', async () => {
      await set({ ...opacity, Value: 0.1 });
      should(await readValue(opacity)).equal(0.10000000149011612);
      await set({ ...position, Value: { x: 0.1, y: 0.5, z: 0 } });
      should(await readValue(position)).eql({ x: 0.10000000149011612, y: 0.5, z: 0 });
    });

    const refused: [string, Params, unknown, string][] = [
      ['text for a number', opacity, 'one', 'Value '],
      ['no text for a number', opacity, ' ', 'Value '],
      ['other text for a boolean', playing, 'yes', 'Value '],
      ['a list for an object', position, [0, 0, 0], 'Value '],
      ['an object for a list', crop, {}, 'Value '],
      ['a number for text', program, 1, 'Value '],
      ['a number for a boolean', playing, 1, 'Value '],
      ['a field too many', position, { x: 0, y: 0, z: 0, w: 0 }, 'Value.w '],
      ['a field of the wrong type', position, { x: 0, y: null, z: 0 }, 'Value.y '],
      ['a number beyond 32-bit floats', opacity, 1e39, 'Value '],
    ];
    for (const [what, property, wrong, field] of refused)
      it(`refuses ${what}`, async () => {
        const before = await readValue(property);
        const { status, body } = await set({ ...property, Value: wrong });
        should(status).equal(422);
        should((body as { error: string }).error).startWith(field);
        should(await readValue(property)).eql(before);
      });

    it('moves for Duration after Delay, and reads return the current value', async () => {
      await set({ ...opacity, Value: 0, Interpolation: 'Linear', Duration: 0.4, Delay: 0.2 });
      should(await readValue(opacity)).equal(1);
      const values: number[] = [];
      for (let at = 1; at > 0; ) {
        at = (await readValue(opacity)) as number;
        values.push(at);
      }
      should(values).eql(values.toSorted((one, other) => other - one));
      should(values.some((at) => at > 0 && at < 1)).be.true();
    });
  });

  describe('setProperty with a field of the value', () => {
    const transform = {
      engineId: 3,
      nodePath: '6f1c2a90-3d4e-4b5f-8a6b-000000000100',
      propertyPath: '6f1c2a90-3d4e-4b5f-8a6b-000000000102',
    };
    const field = (keys: string) => ({ ...transform, propertyPath: `${transform.propertyPath}.${keys}` });

    it('sets this field alone on RE5 and answers with the whole property', async () => {
      const before = (await readValue(transform)) as { w: object };
      const after = { ...before, w: { ...before.w, z: 7 } };
      const { body } = await set({ ...field('w.z'), Value: 7 });
      should(body).match({ PropertyPath: transform.propertyPath, Value: after });
      should(await readValue(transform)).eql(after);
    });

    it('moves two fields at a time', async () => {
      const slow = { Interpolation: 'Linear', Duration: 30 };
      await set({ ...field('w.x'), Value: 1000, ...slow });
      await set({ ...field('w.y'), Value: 1000, ...slow });
      const first = (await readValue(transform)) as { w: { x: number; y: number } };
      await new Promise((resolve) => setTimeout(resolve, 20));
      const second = (await readValue(transform)) as typeof first;
      should(second.w.x).be.above(first.w.x);
      should(second.w.y).be.above(first.w.y);
    });

    it('accepts a number as text, and refuses to read this path', async () => {
      should(await set({ ...field('w.z'), Value: '0.5' })).match({ status: 200 });
      should((await readValue(transform)) as { w: { z: number } }).match({ w: { z: 0.5 } });
      should(await ask(simulator(), 'getProperty', { params: field('w.z') })).have.property('status', 404);
    });

    it('refuses an unknown field', async () => {
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
});
