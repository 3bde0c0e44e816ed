import should from 'should';
import type { CallOptions } from '../../dist/hub/hub.js';
import type { HubSettings } from '../../dist/hub/wire/settings.js';
import { failing, ScriptedHub, until } from './scripted-hub.js';

const property = (propertyPath: string, engineId = 1) => ({ engineId, nodePath: 'N', propertyPath });
const pathOf = (propertyPath: string, engineId = 1) => `/engines/${engineId}/nodes/N/properties/${propertyPath}`;
const UPGRADE = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';

describe('a call', () => {
  let stage: ScriptedHub;

  const open = async (settings: Partial<HubSettings> = {}) => {
    stage = await ScriptedHub.open({ rate: 1000, ...settings });
  };
  const set = (path: string, Component: string | undefined, Value: unknown, options: CallOptions = {}, engine = 1) =>
    stage.run('setProperty', { ...property(path, engine), Component, Value }, options);
  const lines = (method?: string) => stage.sent(method).map(([line]) => line);
  const bodies = (method: string) => stage.sent(method).map(([, body]) => body);
  /** A vector on an engine of one type. */
  const vectorOn = (engineType: () => string) => {
    let hubValue: unknown = { x: 0, y: 0 };
    stage.script['GET /engines/1'] = () => ({ body: { instances: [{ status: 'Loaded', engineType: engineType() }] } });
    for (const path of ['P', 'Q']) {
      stage.script[`GET ${pathOf(path)}`] = () => ({ body: { Value: hubValue } });
      stage.script[`PATCH ${pathOf(path)}`] = (body) => {
        hubValue = (body as { Value: unknown }).Value;
        return { body: {}, delay: 20 };
      };
    }
  };

  afterEach(() => stage.close());

  describe('with a look-up', () => {
    it('obeys the expiry: each message of a component fader ends in time if the hub does not answer', async () => {
      await open({ timeout: 150 });
      stage.script['GET /engines/1'] = { silent: true };
      stage.script['GET /playout/rundowns'] = { silent: true };
      let over = false;
      const later = failing(stage.run('listRundowns', {}, { timeout: 700 })).then(() => {
        over = true;
      });
      const fader = Array.from({ length: 8 }, (_, value) =>
        failing(set('P', 'x', value, { delivery: 'inOrder', expiry: 250 })),
      );
      for (const error of await Promise.all(fader)) should(error.outcome).equal('not-sent');
      should(over).be.false();
      await later;
    });

    it('ends if its owner closes, and its command is not sent', async () => {
      await open();
      vectorOn(() => 'RE');
      stage.script['GET /engines/1'] = { body: { engineType: 'RE' }, delay: 100 };
      const owner = {};
      const mine = failing(set('P', 'x', 1, { owner }));
      const theirs = set('Q', 'y', 2, { owner: {} });
      await until(() => lines().length > 0);
      stage.hub.abandon(owner);
      should(await mine).match({ code: 'CLOSED', outcome: 'not-sent' });
      should(lines('PATCH')).be.empty();
      await theirs;
      should(lines('PATCH')).eql([`PATCH ${pathOf('Q')}`]);
    });

    it('ends when the hub closes', async () => {
      await open();
      stage.script['GET /engines/1'] = { silent: true };
      const calls = ['x', 'y'].map((part) => failing(set('P', part, 1)));
      await until(() => lines().length > 0);
      stage.hub.close();
      for (const error of await Promise.all(calls)) should(error).match({ code: 'CLOSED', outcome: 'not-sent' });
    });

    it('does not delay another property, even if the maximum number of requests hang', async () => {
      await open({ timeout: 2000 });
      stage.script[`PATCH ${pathOf('Q')}`] = { body: {} };
      const hanging = Array.from({ length: 9 }, (_, index) => {
        stage.script[`GET /engines/${1 + index}`] = { silent: true };
        return failing(set('P', 'x', 1, {}, 1 + index));
      });
      await until(() => lines().length > 6);
      should(await set('Q', undefined, { x: 1 }, { expiry: 500 })).have.property('statusCode', 200);
      stage.hub.close();
      await Promise.all(hanging);
    });
  });

  describe('after 101 Switching Protocols ends at its deadline', () => {
    it('and frees its lane for the next, even after the maximum number of requests', async () => {
      await open({ timeout: 2000 });
      const places = Array.from({ length: 8 }, (_, index) => `P${index}`);
      for (const path of places) stage.script[`PATCH ${pathOf(path)}`] = { raw: UPGRADE };
      for (const error of await Promise.all(places.map((path) => failing(set(path, undefined, 1)))))
        should(error.outcome).equal('unknown');
      for (const path of places) stage.script[`PATCH ${pathOf(path)}`] = { body: {} };
      for (const path of places) should(await set(path, undefined, 1)).have.property('statusCode', 200);
    });

    it('and a watch continues', async () => {
      await open({ timeout: 200 });
      let requestCount = 0;
      stage.script['GET /engines'] = () => {
        requestCount += 1;
        return requestCount === 1 ? { raw: UPGRADE } : { body: [] };
      };
      const log: string[] = [];
      stage.watch('listEngines', {}, 50, { answer: () => log.push('answer'), failure: () => log.push('failure') });
      await until(() => log.includes('answer'));
      should(log[0]).equal('failure');
    });

    it('and the hub closes at once', async () => {
      await open({ timeout: 60_000 });
      stage.script[`PATCH ${pathOf('P')}`] = { raw: UPGRADE };
      const call = failing(set('P', undefined, 1));
      await until(() => lines().length > 0);
      await new Promise((resolve) => setTimeout(resolve, 50));
      stage.hub.close();
      should(await call).have.property('outcome', 'unknown');
    });
  });

  it('does not end the polls if a watcher throws', async () => {
    await open();
    stage.script['GET /engines'] = { body: [] };
    const throwing = () => {
      throw new Error('broken');
    };
    let answers = 0;
    stage.watch('listEngines', {}, 20, { answer: throwing, failure: throwing });
    stage.watch('listEngines', {}, 20, { answer: () => (answers += 1), failure: throwing });
    await until(() => answers >= 3);
    should(lines().length).be.aboveOrEqual(3);
  });

  describe('as an entry of a batch', () => {
    const batch = (...parts: [string, number][]) =>
      stage.run('batch', {
        entries: parts.map(([Component, Value]) => ({
          operation: 'setProperty',
          params: { ...property('P'), Component, Value },
        })),
      });
    const entries = () => bodies('PUT')[0] as { url: string; body: { Value: unknown } }[];

    it('puts two components of one vector into one value', async () => {
      await open();
      vectorOn(() => 'RE');
      stage.script['PUT /batch'] = { body: [] };
      await batch(['x', 1], ['y', 2]);
      should(entries().map(({ body }) => body.Value)).eql([
        { x: 1, y: 0 },
        { x: 1, y: 2 },
      ]);
    });

    it('has its own path and lane for a component on RE5', async () => {
      await open();
      vectorOn(() => 'RE5');
      for (const part of ['x', 'y']) stage.script[`PATCH ${pathOf('P')}.${part}`] = { body: {} };
      await set('P', 'y', 0);
      stage.script['PUT /batch'] = { silent: true };
      const hanging = failing(batch(['x', 1]));
      await until(() => lines('PUT').length > 0);
      should(entries()[0]).match({ url: `${pathOf('P')}.x`, body: { Value: 1 } });
      should(await set('P', 'y', 1, { expiry: 500 })).have.property('statusCode', 200);
      stage.hub.close();
      await hanging;
    });

    it('shares one lane with other raw commands', async () => {
      await open();
      let under = 0;
      let most = 0;
      stage.script['PUT /batch'] = () => {
        under += 1;
        most = Math.max(most, under);
        setTimeout(() => (under -= 1), 40);
        return { body: [{ id: 1, responseCode: 200, responseBody: null }], delay: 50 };
      };
      const runRaw = (name: string) => stage.run('batch', { entries: [{ id: 1, url: `/odd/${name}`, verb: 'POST' }] });
      await Promise.all(['a', 'b', 'c'].map(runRaw));
      should(most).equal(1);
      should(bodies('PUT').map((body) => (body as { url: string }[])[0]?.url)).eql(['/odd/a', '/odd/b', '/odd/c']);
    });
  });

  describe('does not use the cached type of an engine', () => {
    const rooms: [string, string, object][] = [
      ['launch', 'PUT /launcher/1/launch', { configID: 1 }],
      ['startRenderer', 'PUT /launcher/1/renderer/2/start', { configID: 1, rendererID: 2 }],
    ];
    for (const [name, line, params] of rooms)
      it(`after ${name}`, async () => {
        await open();
        let type = 'RE5';
        vectorOn(() => type);
        stage.script[`PATCH ${pathOf('P')}.x`] = () => (type === 'RE5' ? { body: {} } : { status: 404 });
        stage.script[line] = { body: 'OK' };
        await set('P', 'x', 1);
        type = 'RE';
        await stage.run(name, { ...params });
        await set('P', 'x', 2);
        should(bodies('PATCH').at(-1)).eql({ Value: { x: 2, y: 0 } });
      });

    it('after a 404', async () => {
      await open();
      let type = 'RE5';
      vectorOn(() => type);
      stage.script[`PATCH ${pathOf('P')}.x`] = () => (type === 'RE5' ? { body: {} } : { status: 404 });
      await set('P', 'x', 1);
      type = 'RE';
      should(await failing(set('P', 'x', 2))).have.property('code', 'HUB_NOT_FOUND');
      await set('P', 'x', 3);
      should(bodies('PATCH').at(-1)).eql({ Value: { x: 3, y: 0 } });
    });
  });

  it('finds the button of a story that was added since', async () => {
    await open();
    const story = (storyID: string) => ({
      storyID,
      itemID: 'I',
      mosObject: { buttons: [{ id: `in-${storyID}`, label: 'In' }] },
    });
    const items = [story('A')];
    stage.script['GET /newsroom/rundowns/N/R'] = () => ({ body: { items } });
    for (const name of ['A', 'B']) stage.script[`POST /newsroom/rundowns/N/R/${name}/I/in-${name}`] = { body: {} };
    const press = (storyID: string) =>
      stage.run('pressNewsroomButton', { ncsID: 'N', roID: 'R', storyID, itemID: 'I', buttonKey: 'In' });
    await press('A');
    items.push(story('B'));
    should(await press('B')).have.property('statusCode', 200);
  });

  it('drops the base of a component after a failed joined call', async () => {
    await open({ joining: true });
    vectorOn(() => 'RE');
    await set('P', undefined, { x: 1, y: 0 });
    stage.script['PUT /batch'] = { status: 500 };
    stage.script[`GET ${pathOf('P')}`] = { body: { Value: { x: 5, y: 5 } } };
    await Promise.all(['P', 'Q'].map((path) => failing(set(path, undefined, { x: 5, y: 5 }))));
    await set('P', 'x', 1);
    should(bodies('PATCH').at(-1)).eql({ Value: { x: 1, y: 5 } });
  });

  it('stays within the limit even if thirty watched reads are answered 404', async () => {
    await open({ maxInFlight: 2, joining: true });
    let under = 0;
    let most = 0;
    const slow = (body: unknown) => {
      under += 1;
      most = Math.max(most, under);
      setTimeout(() => (under -= 1), 15);
      return { body, delay: 20 };
    };
    stage.script['GET /engines'] = () => slow([]);
    stage.script['PUT /batch'] = (entries) =>
      slow((entries as { id: number }[]).map(({ id }) => ({ id, responseCode: 404, responseBody: null })));
    let failures = 0;
    for (let engineId = 1; engineId <= 30; engineId++)
      stage.watch('getLinearEngine', { engineId }, 3_600_000, { answer: () => {}, failure: () => (failures += 1) });
    await until(() => failures === 30);
    should(most).be.belowOrEqual(2);
  });

  it('continues if the owner of another component in its request closes', async () => {
    await open();
    vectorOn(() => 'RE');
    const [mine, theirs] = [{}, {}];
    await set('P', 'x', 1);
    stage.script[`PATCH ${pathOf('P')}`] = { body: {}, delay: 100 };
    const calls = [
      set('P', 'x', 2),
      failing(set('P', 'x', 3, { owner: mine })),
      set('P', 'y', 4, { owner: theirs }),
    ] as const;
    await until(() => lines('PATCH').length === 3);
    stage.hub.abandon(mine);
    should(await calls[1]).match({ code: 'CLOSED', outcome: 'unknown' });
    should(await calls[2]).have.property('statusCode', 200);
    should(bodies('PATCH').at(-1)).eql({ Value: { x: 3, y: 4 } });
  });

  it('can have an expiry and an `armAfter` of 3,000,000 s, longer than a timer', async () => {
    await open({ armAfter: 3e9 });
    stage.script[`PATCH ${pathOf('P')}`] = { body: {}, delay: 50 };
    await new Promise((resolve) => setTimeout(resolve, 20));
    should(stage.hub.rehearsal.on).be.true();
    stage.hub.rehearsal.set(false);
    const calls = [1, 2].map((value) => set('P', undefined, value, { delivery: 'inOrder', expiry: 3e9 }));
    for (const result of await Promise.all(calls)) should(result).have.property('statusCode', 200);
  });
});
