import should from 'should';
import { type Simulator, type SimulatorOptions, startSimulator, type Trouble } from '../../../dist/simulator/index.js';

describe('the simulator refuses', () => {
  const options: readonly [string, object | null, RegExp][] = [
    ['an unknown option', { dialct: 2 }, /"dialct" is not a known option\. Allowed options: port, host, .*onArrival\./],
    ['a revision that does not exist', { dialect: 3 }, /dialect is 3\. It must be one of 1, 2\./],
    ['a revision as text', { dialect: '2' }, /dialect is "2"\./],
    ['a port that does not exist', { port: 65_536 }, /port is 65536\. It must be a whole number from 0 to 65535\./],
    ['a negative port', { port: -1 }, /port is -1\./],
    ['a port as text', { port: '8090' }, /port is "8090"\./],
    ['an empty address', { host: '' }, /host is ""\. It must be a text that is not empty\./],
    ['a name with a port', { names: ['hub:80'] }, /names is \["hub:80"\]\. .*a host name without a port/],
    ['early dialect 1', { early: true }, /early is true\. It is only for dialect 2\./],
    ['sparse dialect 1', { sparse: true }, /sparse is true\. It is only for dialect 2\./],
    ['an empty segment', { linearSegment: '' }, /linearSegment is ""\./],
    ['a header name with a space', { keyHeader: 'X Key' }, /keyHeader is "X Key"\. It must be the name of a header/],
    [
      'an unknown module',
      { modules: ['Linno'] },
      /modules is \["Linno"\]\. .*"Nodegraph Editor", "Launcher", "Lino"\./,
    ],
    ['a negative time', { restartTime: -1 }, /restartTime is -1\. It must be a number from 0\./],
    ['a listener that is no function', { onArrival: 'log' }, /onArrival is "log"\. It must be a function\./],
    ['options that are no object', null, /The options must be an object\./],
  ];
  for (const [name, given, message] of options)
    it(`${name} in its options`, async () => {
      const error = await startSimulator(given as SimulatorOptions).catch((reason: unknown) => reason);
      if (!(error instanceof Error)) await (error as Simulator).close();
      should(error).be.instanceof(RangeError).and.match({ message });
    });

  it('an unusable key without showing it', async () => {
    const starting = startSimulator({ apiKey: 12_345_678 as unknown as string });
    const error = (await starting.catch((reason: Error) => reason)) as Error;
    should(error.message)
      .match(/apiKey is not usable/)
      .and.not.match(/12345678/);
  });

  it('no option that is undefined', async () => {
    const simulator = await startSimulator({ port: undefined, dialect: undefined } as SimulatorOptions);
    await simulator.close();
  });

  describe('in trouble', () => {
    let simulator: Simulator;
    before(async () => {
      simulator = await startSimulator();
    });
    after(() => simulator.close());

    const troubles: readonly [string, object, RegExp][] = [
      ['an unknown operation', { operation: 'setProprety' }, /operation is "setProprety"\. .*"setProperty"/],
      ['a composite operation', { operation: 'everythingOut' }, /operation is "everythingOut"\./],
      ['an unknown field', { staus: 503 }, /"staus" is not a known field\. .*status/],
      ['a status that is not one', { status: 1000 }, /status is 1000\. It must be a whole number from 200 to 599\./],
      ['a count of 0', { status: 503, times: 0 }, /times is 0\. It must be a whole number from 1\./],
      ['a time in the past', { delay: -1 }, /delay is -1\. It must be a number from 0 to 2147483647\./],
      ['a time that no timer can have', { drip: 2 ** 31 }, /drip is 2147483648\./],
      ['a body that is not text', { body: {} }, /body is \{\}\. It must be a text\./],
      ['a content type of two lines', { contentType: 'a\nb' }, /contentType is "a\\nb"\./],
      ['an unknown hang-up', { hangUp: 'after' }, /hangUp is "after"\. It must be one of "before", "during"\./],
      ['a switch that is off', { never: false }, /never is false\. It must be true\./],
    ];
    for (const [name, rule, message] of troubles)
      it(name, async () => {
        should(() => simulator.trouble(rule as Trouble)).throw(RangeError, { message });
        should((await fetch(`${simulator.url}/api/rest/v1/engines`)).status).equal(200);
      });
  });
});
