import should from 'should';
import { startSimulator } from '../../dist/simulator/index.js';
import { freePort } from '../free-port.js';
import { fader, KEY, PropertyStage } from './engine-property-stage.js';
import { timed } from './stage.js';

describe('engine-property', () => {
  const studio = PropertyStage.forSuite();

  describe('shows', () => {
    it('the connection: connecting, connected', async () => {
      studio.hub.trouble({ operation: 'listEngines', delay: 300, times: 1 });
      const show = await studio.open(fader);
      should(show.status('fader')).eql({ fill: 'yellow', shape: 'ring', text: 'connecting' });
      await show.until(() => show.status('fader').text === 'connected');
      should(show.status('fader')).have.properties({ fill: 'green', shape: 'dot' });
    });

    it('a refused key, and reports it for each message without the key', async () => {
      const wrong = 'rh_another_secret';
      const show = await studio.perform({ baseUrl: studio.hub.url }, [fader], { apiKey: wrong });
      await show.until(() => /^wrong key/.test(show.status('fader').text ?? ''));
      const { error, hub: hubFields, payload } = await show.send('fader', { _msgid: '1', payload: 1 });
      should(hubFields).have.properties({ code: 'HUB_AUTH', outcome: 'refused' });
      should(error.message).match(/401.*licence/);
      should(JSON.stringify([error, hubFields, payload, show.status('fader')])).not.containEql(wrong);
      const fault = await show.send('fader', { _msgid: '2', payload: undefined });
      should(fault.hub.code).equal('BAD_INPUT');
      should(fault.error.message).not.match(/licence/);
    });

    it('an unreachable hub, sends nothing, and recovers by itself', async () => {
      const stopped = await startSimulator({ port: await freePort() });
      const { url } = stopped;
      await stopped.close();
      const show = await studio.perform({ baseUrl: url, auth: 'none' }, [fader]);
      await show.until(() => show.status('fader').text === 'hub offline');
      // The status code of an earlier node would look like an answer of the hub.
      const msg = { _msgid: '1', payload: 1, statusCode: 200 };
      const { hub: hubFields, error, ...failed } = await studio.caughtBy(show, 'fader', msg);
      should(hubFields).have.properties({ code: 'HUB_UNREACHABLE', outcome: 'not-sent' });
      should(failed).match({ payload: 1 }).and.not.have.property('statusCode');
      should(error.message).containEql(url);
      const back = await startSimulator({ port: Number(new URL(url).port) });
      try {
        await show.until(() => show.status('fader').text === 'connected');
      } finally {
        await show.close();
        await back.close();
      }
    });

    it('an unknown outcome until the next success', async () => {
      const show = await studio.open({ ...fader, timeout: '1' });
      const undo = studio.hub.trouble({ operation: 'setProperty', never: true });
      const { hub: hubFields, error } = await show.send('fader', { _msgid: '1', payload: 1 });
      should(hubFields).have.properties({ code: 'HUB_TIMEOUT', outcome: 'unknown' });
      should(error.message).match(/: unknown – no answer in 1 s\. Check output\./);
      await show.until(() => timed('no answer').test(show.status('fader').text ?? ''));
      undo();
      await show.send('fader', { _msgid: '2', payload: 1 });
      await show.until(() => timed('✓ 1').test(show.status('fader').text ?? ''));
      should(studio.commands()).have.length(2);
    });
  });

  describe('without a hub that can be used', () => {
    const cases: [string, Record<string, unknown> | undefined, string, RegExp][] = [
      ['none chosen', undefined, 'no hub', /not sent – no hub\. Choose one and deploy\./],
      ['one that is disabled', { baseUrl: 'http://127.0.0.1:1', d: true }, 'no hub', /disabled/],
      ['one with a bad address', { baseUrl: 'hub' }, 'bad hub config', /Base URL.*http.*"hub"/],
      ['one with a variable that is not set', { baseUrl: '${HUB_TEST_UNSET}' }, 'bad hub config', /HUB_TEST_UNSET/],
      ['one with a bad dialect', { baseUrl: 'http://127.0.0.1:1', dialect: '3' }, 'bad hub config', /Revision.*1, 2/],
      [
        'one with a bad timeout',
        { baseUrl: 'http://127.0.0.1:1', timeout: '-1' },
        'bad hub config',
        /Timeout.*above 0/,
      ],
    ];
    for (const [name, broken, text, words] of cases)
      it(`(${name}) shows it in its status and reports it for each message`, async () => {
        const show = await studio.perform(broken, [fader]);
        should(show.status('fader')).eql({ fill: 'red', shape: 'ring', text });
        const { error, hub: hubFields } = await studio.caughtBy(show, 'fader', { _msgid: '1', payload: 1 });
        should(error.message).match(words);
        should(hubFields).have.properties({ code: 'BAD_INPUT', outcome: 'not-sent' });
      });

    it('(an operation of another node) reports it', async () => {
      const show = await studio.open({ ...fader, operation: 'launch' });
      should(show.status('fader').text).equal('no operation');
      const { error } = await studio.caughtBy(show, 'fader', { _msgid: '1' });
      should(error.message).match(/“launch”/i);
    });
  });

  it('takes every setting of the hub from the environment', async () => {
    const settings = {
      HUB_TEST_URL: `${studio.hub.url}/api/rest/v1/`,
      HUB_TEST_DIALECT: '2',
      HUB_TEST_LINEAR: 'lino',
      HUB_TEST_AUTH: 'apiKey',
      HUB_TEST_HEADER: 'X-API-Key',
      HUB_TEST_TIMEOUT: '3',
      HUB_TEST_LIMIT: '2',
      HUB_TEST_KEY: KEY,
      HUB_TEST_EXTRA: 'X-Studio',
      HUB_TEST_EXTRA_VALUE: 'A',
      HUB_TEST_ENGINE: '1',
    };
    Object.assign(process.env, settings);
    const show = await studio.perform(
      {
        baseUrl: '${HUB_TEST_URL}',
        dialect: '${HUB_TEST_DIALECT}',
        linearSegment: '${HUB_TEST_LINEAR}',
        auth: '${HUB_TEST_AUTH}',
        keyHeader: '${HUB_TEST_HEADER}',
        timeout: '${HUB_TEST_TIMEOUT}',
        maxInFlight: '${HUB_TEST_LIMIT}',
        headers: ['', '', '${HUB_TEST_EXTRA}', '', '', '', '', ''],
      },
      [{ ...fader, params: { ...(fader.params as object), engineId: { type: 'num', value: '${HUB_TEST_ENGINE}' } } }],
      { apiKey: '${HUB_TEST_KEY}', header3: '${HUB_TEST_EXTRA_VALUE}' },
    );
    await show.send('fader', { _msgid: '1', payload: 0.5 });
    should(show.caught).be.empty();
    should(studio.commands()[0]?.headers).have.properties({ 'x-api-key': KEY, 'x-studio': 'A' });
    for (const name of Object.keys(settings)) delete process.env[name];
  });
});
