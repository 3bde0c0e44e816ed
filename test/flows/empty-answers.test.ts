import should from 'should';
import { type HostileHub, hostileHub } from '../hostile/http-hub.js';
import { useTimeLapse } from '../time-lapse.js';
import { property } from './event-stage.js';
import { fromMessage, literal, type NodeOf, perform, type Stage } from './stage.js';

/** Answers where a list or an object is expected: the status and the body. */
const ANSWERS: Record<string, readonly [number, string]> = {
  'an empty body': [200, ''],
  'no content': [204, ''],
  null: [200, 'null'],
  'an empty text': [200, '""'],
  'an empty object': [200, '{}'],
  'an object with an error': [200, '{"error":"no","items":1}'],
  'an empty list': [200, '[]'],
  'a list of null': [200, '[null]'],
  true: [200, 'true'],
};

const ofItem = { engineId: literal(5), rundownId: literal(1), itemId: literal(101) };
const ofStory = { ncsID: literal('N'), roID: literal('R'), objID: literal('O') };
const command = (id: string, type: string, params: object): NodeOf => ({ id, type, operation: id, params });

const COMMANDS: readonly NodeOf[] = [
  command('setProperty', 'hub-engine-property', { ...property, Value: fromMessage('value') }),
  command('callFunction', 'hub-engine-function', {
    ...{ engineId: literal(1), nodePath: literal('Player'), functionPath: literal('Default//Play/0') },
    Parameters: literal({ File: 'a.mov' }),
  }),
  command('pressItemButton', 'hub-playout-item', {
    ...{ rundownId: literal(1), itemId: literal(2), buttonKey: literal('In') },
  }),
  command('pressLinearButton', 'hub-linear-play', { ...ofItem, buttonKey: literal('In') }),
  command('playItem', 'hub-linear-play', { ...ofItem, preview: literal('program'), onlyIfAvailable: literal(true) }),
  command('everythingOut', 'hub-linear-play', { rundownId: literal(1), preview: literal('program') }),
  command('getShow', 'hub-linear-play', { engineId: literal(5) }),
  command('getLinearEngine', 'hub-linear-play', { engineId: literal(5) }),
  command('updateMosObject', 'hub-newsroom-mos', { ...ofStory, data: literal({ a: 1 }), merge: literal(true) }),
  command('listItems', 'hub-playout-item', { rundownId: literal(1) }),
];

const watch = (id: string, operation: string, params: object, fields: object = {}): NodeOf => ({
  ...{ id, type: 'hub-watch', operation, params, interval: '0.1', ...fields },
});

const WATCHES: readonly NodeOf[] = [
  watch('engines', 'listEngines', {}),
  watch('value', 'getProperty', property, { path: 'Value' }),
  watch('item', 'listLinearItems', { engineId: literal(5), rundownId: literal(1), item: literal(101) }),
];

describe('a hub that answers almost nothing', () => {
  useTimeLapse();
  let hub: HostileHub;
  let stage: Stage;
  let answer: readonly [number, string];

  before(async () => {
    hub = await hostileHub(({ method, url = '' }, response) => {
      // A hub without batches and without the older list of shows.
      const isUnknown = /\/(batch|lino\/engines.*|clear\/0)$/.test(url);
      const [statusCode, body] = isUnknown ? [404, '{"error":"unknown"}'] : answer;
      response.writeHead(statusCode, { 'Content-Type': 'application/json', 'X-Method': method });
      response.end(body);
    });
  });
  after(() => hub.close());
  afterEach(() => stage.close());

  const open = (parts: readonly NodeOf[], config: object = {}) =>
    perform({ baseUrl: hub.url, auth: 'none', dialect: '2', linearSegment: 'lino', ...config }, [...parts]);

  for (const [name, given] of Object.entries(ANSWERS))
    it(`(${name}) ends each command once, with one sentence if it fails`, async () => {
      answer = given;
      stage = await open(COMMANDS);
      for (const { id } of COMMANDS) {
        const before = [stage.out.length, stage.caught.length];
        await stage.send(id, { _msgid: id, payload: 1, value: 0.5 });
        const [outs, errors] = [stage.out.length - before[0]!, stage.caught.length - before[1]!];
        should(outs + errors).equal(1, id);
        if (errors === 0) continue;
        const { error, hub: report } = stage.caught.at(-1) as { error: { message: string }; hub: object };
        should(report).match({ code: /^(HUB_BAD_ANSWER|HUB_NOT_FOUND|BAD_INPUT)$/ });
        if (!id.startsWith('get')) should(report).match({ outcome: /^(not-sent|refused)$/ });
        should(error.message).not.match(/undefined|TypeError|not iterable|Cannot read|\[object|__/);
      }
      should(stage.caught.map(({ hub: { operation } }) => operation)).not.containEql('setProperty');
    });

  for (const [name, given] of Object.entries(ANSWERS))
    it(`(${name}) ends no watch: it reads again, and then has the value`, async () => {
      answer = given;
      stage = await open(WATCHES);
      const reads = (path: RegExp) => hub.requests.filter(({ url }) => path.test(url)).length;
      const all = [/\/engines$/, /\/properties\//, /\/items$/];
      const before = all.map(reads);
      await stage.until(() => all.every((path, index) => reads(path) > before[index]! + 1));
      for (const { error } of stage.caught)
        should(error.message).not.match(/undefined|TypeError|not iterable|Cannot read|\[object|__/);
      const row = { id: 101, status: { program: 'Playing', preview: 'Available', online: true }, Value: 0.25 };
      answer = [200, JSON.stringify([row])];
      await stage.until(() => stage.out.some(({ payload }) => payload === 'program'));
      answer = [200, JSON.stringify(row)];
      await stage.until(() => stage.out.some(({ payload }) => payload === 0.25));
    });

  for (const name of ['an empty body', 'no content', 'null'])
    it(`(${name}) is the success of a change of a property`, async () => {
      answer = ANSWERS[name]!;
      stage = await open(COMMANDS);
      await stage.send('setProperty', { _msgid: 'p', value: 0.5 });
      should(stage.out[0]).match({ payload: null, hub: { operation: 'setProperty', outcome: 'done' } });
      await stage.until(() => stage.status('setProperty').fill === 'green');
    });

  it('reports that the list of shows is unreadable, and not that no show has the rundown', async () => {
    stage = await open(COMMANDS);
    for (const name of ['an empty body', 'null', 'an object with an error', 'true']) {
      answer = ANSWERS[name]!;
      for (const id of ['everythingOut', 'getShow', 'getLinearEngine']) {
        await stage.send(id, { _msgid: `${id} ${name}` });
        const [{ error, hub: report }] = stage.caught.splice(0) as [{ error: { message: string }; hub: object }];
        should(report).match({ code: 'HUB_BAD_ANSWER' });
        should(error.message).match(/unreadable answer\. Check the hub\./);
      }
    }
  });
});
