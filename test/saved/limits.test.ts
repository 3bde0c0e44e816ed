import should from 'should';
import { CONTROL } from '../../dist/saved/control.js';
import { environmentName, isEnvironment } from '../../dist/saved/environment.js';
import { EVENT } from '../../dist/saved/event.js';
import { type Description, faultIn, fieldFault, fieldValue, ruleFault, valuesOf } from '../../dist/saved/field.js';
import { fits } from '../../dist/saved/fits.js';
import { CREDENTIALS, HUB } from '../../dist/saved/hub.js';
import { LAMP } from '../../dist/saved/lamp.js';
import { LOOK, rowKeyOf } from '../../dist/saved/look.js';
import { deliveriesOf, operationFields } from '../../dist/saved/operation.js';
import { PANEL, parseListChoices } from '../../dist/saved/panel.js';
import { REMOTE } from '../../dist/saved/remote.js';
import { versionFault } from '../../dist/saved/version.js';
import { WATCH } from '../../dist/saved/watch.js';

/** The fields that the description refuses. */
const faults = (description: Description, saved: object) => faultIn(description, saved)?.name;

describe('the limits of saved numbers', () => {
  const hub = { baseUrl: 'http://hub:8080' };
  const key = { surface: 'streamdeck', control: 'key 0' };
  for (const [name, description, field, allowed, refused, more] of [
    ['the life of a remote command', REMOTE, 'expiry', [0.001, 0.5, 60], [0, -1, 60.001, 61, 3600], {}],
    ['the repetition of a lamp', LAMP, 'repeat', [0, 1, 60, 86_400], [-1, 0.5, 0.999, 86_400.5, 86_401], key],
    ['the interval of a look', LOOK, 'interval', [0, 0.1, 60], [-1, 0.05, 0.099], {}],
    ['the fade of a look', LOOK, 'fade', [0, 0.5, 600], [-0.1], {}],
    ['the repetition of a light', CONTROL, 'repeat', [0, 1, 86_400], [-1, 0.999, 86_400.5], {}],
    ['the interval of a light', CONTROL, 'interval', [0, 0.1, 3600], [-1, 0.05, 0.099], {}],
    ['the interval of a watch', WATCH, 'interval', [0.1, 1, 3600], [0, 0.05, 0.099, -1], {}],
    ['the timeout of a hub', HUB, 'timeout', [0.1, 5, 60], [0, -1], hub],
    ['arm after of a hub', HUB, 'armAfter', [0, 30], [-1], hub],
    ['the axis of a pad', PANEL, 'axis', [0, 1, 2], [-1, 0.5], {}],
    ['the acceleration of an encoder', PANEL, 'acceleration', [1, 1.5, 8], [0.9, 0, -1], {}],
    ['the expiry of a command', operationFields(undefined), 'expiry', [0.1, 5], [0, -1], {}],
  ] as const)
    it(`are those of ${name}, as numbers and as text`, () => {
      for (const value of allowed)
        for (const saved of [value, String(value), ` ${value} `, String(value).replace('.', ',')])
          should(faults(description, { ...more, [field]: saved })).equal(undefined, `${saved}`);
      for (const value of [...refused, Number.NaN, Number.POSITIVE_INFINITY, 'five', '1,500', true])
        for (const saved of [value, String(value)])
          should(faults(description, { ...more, [field]: saved })).equal(field, `${saved}`);
    });

  it('allow null and the other values of a field that may be null', () => {
    const allowed = { key: 'nullable', of: { key: 'integer', minimum: 0 } } as const;
    should([null, 0, 7].map((value) => fits(allowed, value))).eql([true, true, true]);
    should([undefined, -1, 0.5, '', 'null'].map((value) => fits(allowed, value))).eql(Array(5).fill(false));
    should(fits({ key: 'integer' }, null)).be.false();
  });

  it('allow a number with an exponent', () => {
    should(fieldValue(PANEL.fields.high, '1e3')).equal(1000);
    should(faults(PANEL, { high: '1e3' })).be.undefined();
  });

  it('leave a blank and a wrong value at the default', () => {
    const values = (saved: object) => valuesOf(REMOTE.fields, saved).expiry;
    should([values({}), values({ expiry: '' }), values({ expiry: ' ' }), values({ expiry: 61 })]).eql([
      0.5, 0.5, 0.5, 0.5,
    ]);
  });
});

describe('a saved field', () => {
  it('may have the values of its kind, and no others', () => {
    const choice = { key: 'choice', options: ['a', 2] } as const;
    for (const [allowed, fitting, others] of [
      [{ key: 'integer', minimum: 1 }, [1, 2], [0, 1.5, '1', Number.POSITIVE_INFINITY]],
      [{ key: 'number' }, [-1e300, 0, 1.5], ['1', Number.NaN, Number.NEGATIVE_INFINITY, null]],
      [choice, ['a', 2], ['b', '2', '', undefined]],
      [{ key: 'text' }, ['a', ' '], ['', 7, null, undefined]],
      [{ key: 'anyText' }, ['a', ''], [7, null, undefined]],
      [{ key: 'boolean' }, [true, false], ['true', 0, null]],
      [{ key: 'object' }, [{}, { x: 1 }], [[], null, 'x']],
      [{ key: 'list' }, [[], [1]], [{}, null, 'x']],
      [{ key: 'entries' }, [[], [1]], [{}, null, 'x']],
      [{ key: 'parameters' }, [{}, []], [null, 'x', 7]],
      [{ key: 'value' }, [0, '', false, {}], [null]],
      [{ key: 'positive' }, [0.001, 1e9], [0, -1, '1', Number.POSITIVE_INFINITY]],
      [{ key: 'baseUrl' }, ['http://hub:8080'], ['', 'hub', 'http://user@hub', 'http://hub?x']],
      [{ key: 'headerName' }, ['', 'X-Site', '${NAME}', ['X', '']], ['X Y', ['X', 'Y Z'], ['Y Z', 'X']]],
      [{ key: 'prefix' }, ['hub', 'studio/a'], ['', '$SYS', 'a/#', 'a/+/b', 'x'.repeat(201)]],
      [{ key: 'topic' }, ['take', '$take', 'x'.repeat(200)], ['', 'a/#', '+', 'x'.repeat(201)]],
      [{ key: 'lookName' }, ['Evening', 'x'.repeat(64)], ['', ' ', 'x'.repeat(65)]],
      [{ key: 'colour' }, ['#ff8000', '#FF8000'], ['', 'red', '#fff', '#ff80000', 'ff8000']],
      [{ key: 'control' }, ['x', 7, null], []],
    ] as const) {
      for (const value of fitting) should(fits(allowed, value)).equal(true, `${allowed.key} ${JSON.stringify(value)}`);
      for (const value of others) should(fits(allowed, value)).equal(false, `${allowed.key} ${JSON.stringify(value)}`);
    }
  });

  it('has the type of its kind in the runtime', () => {
    const { wrap, control } = PANEL.fields;
    const saved = [true, 'true', 'false', false, '', 'yes', 7];
    should(saved.map((value) => fieldValue(wrap, value))).eql([true, true, false, false, false, false, false]);
    should([' key 0 ', 'a', '', ' ', {}].map((value) => fieldValue(control, value))).eql([' key 0 ', 'a', '', '', '']);
    should([' hub ', {}, '#'].map((value) => fieldValue(REMOTE.fields.topic, value))).eql([
      ...['hub', 'graphics-hub', 'graphics-hub'],
    ]);
    should([7, true].map((value) => fieldValue(control, value))).eql(['7', 'true']);
    should([true, 'true'].map((value) => fieldValue(REMOTE.fields.expiry, value))).eql([0.5, 0.5]);
    const item = { itemId: { type: 'str', value: 'a' } };
    should([item, 'x', []].map((value) => fieldValue(PANEL.fields.params, value))).eql([item, {}, {}]);
    should([['X', ''], 'X', {}, ['X Y']].map((value) => fieldValue(HUB.fields.headers, value))).eql([
      ...[['X', ''], [], [], []],
    ]);
    const states = [{ state: 'program', colour: ' #ff0000 ', more: 1 }];
    should(fieldValue(LAMP.fields.states, states)).eql([
      { state: 'program', colour: '#ff0000', blink: undefined, value: '' },
    ]);
    for (const wrong of ['x', {}, [states[0], 'x'], 7]) should(fieldValue(LAMP.fields.states, wrong)).eql([]);
  });

  it('is not judged if it is skipped, and breaks then no rule', () => {
    const skips = (value: unknown) => value === '${LOW}';
    should(fieldFault('low', LAMP.fields.low, '${LOW}')).match({ name: 'low' });
    should(fieldFault('low', LAMP.fields.low, '${LOW}', skips)).be.undefined();
    should(ruleFault(LAMP, { high: 0 }, 'high', skips)).match({ name: 'high', value: 0, allowed: { key: 'otherEnd' } });
    should(ruleFault(LAMP, { low: '${LOW}', high: 0 }, 'high', skips)).be.undefined();
    should(ruleFault(LAMP, { low: 1, high: '${LOW}' }, 'high', skips)).be.undefined();
    should(ruleFault(LAMP, { high: 0 }, 'low', skips)).be.undefined();
  });

  it('has the sentence of its fault', () => {
    const reasonOf = (saved: object) => faultIn(HUB, { baseUrl: 'http://hub', ...saved })?.reason;
    const addresses = ['', 'hub', 'http://user@hub', ' http://hub?x '];
    should(addresses.map((baseUrl) => reasonOf({ baseUrl }))).eql([
      ...['reasons.wrong', 'reasons.wrong', 'reasons.credentials', 'reasons.query'],
    ]);
    should(reasonOf({ baseUrl: undefined })).equal('reasons.wrong');
    should([{ dialect: '3' }, { headers: ['a', 'A'] }].map(reasonOf)).eql(['reasons.choice', 'reasons.sameHeader']);
  });
});

describe('the defaults of saved fields', () => {
  for (const [name, { fields }, usual] of [
    [
      'the hub',
      HUB,
      {
        ...{ baseUrl: '', dialect: '1', linearSegment: 'linear', auth: 'apiKey', keyHeader: 'X-API-Key', tls: '' },
        ...{
          timeout: 5,
          headers: [],
          maxInFlight: 8,
          rate: 50,
          joining: 'false',
          checkNames: 'true',
          rehearsal: 'false',
          armAfter: 0,
          simulator: 'false',
        },
      },
    ],
    [
      'the event node',
      EVENT,
      { hub: '', connection: true, asRun: true, rehearsal: true, file: '', maxSize: 10, oldFiles: 5 },
    ],
    [
      'the lamp',
      LAMP,
      {
        ...{ surface: 'streamdeck', hub: '', control: '', states: [], sourceTimeout: 0, mode: 'rest', touch: '' },
        ...{ low: 0, high: 1, repeat: 0 },
      },
    ],
    [
      'the look',
      LOOK,
      {
        ...{ hub: '', operation: 'recall', look: '', properties: [], fade: 0, curve: 'Linear', interval: 1 },
        ...{ holdStores: false, restore: 'off', restores: [], maxAbsence: 60, file: '' },
      },
    ],
    [
      'an operation',
      operationFields({ newestWins: true }),
      {
        ...{ hub: '', operation: '', params: {}, delivery: undefined, superseded: 'end', expiry: undefined },
        ...{ timeout: undefined, actOn: 'press', lockout: 0, property: '', pressedIs: '', releasedIs: '' },
        ...{ secondPress: false, output: 'all', failed: 'error' },
      },
    ],
    [
      'the panel',
      PANEL,
      {
        ...{ source: undefined, control: '', kind: 'fader', axis: 0, pair: false, from: undefined, to: undefined },
        ...{ low: 0, high: 1, step: undefined, curve: 'linear', list: '', coding: 'twosComplement', acceleration: 1 },
        ...{ wrap: false, press: true, release: false, hold: false, double: false, holdTime: 0.6, doubleTime: 0.4 },
        ...{ toggle: false, lockout: 0, inverted: false, ignoreFirst: false, eachPress: false, property: '' },
        ...{ pressedIs: '', releasedIs: '', takeover: 'jump', hub: '', params: {}, component: '' },
      },
    ],
    ['the remote', REMOTE, { role: 'panel', topic: 'graphics-hub', command: '', expiry: 0.5, answerWithin: 6 }],
    [
      'the watch',
      WATCH,
      { hub: '', operation: '', params: {}, interval: 1, path: '', listChanges: true, onLoss: 'nothing' },
    ],
  ] as const)
    it(`are those of ${name}`, () => should(valuesOf(fields, {})).eql(usual));

  it('are those of a row of a look, and of an engine', () => {
    const row = { engine: 'A', node: 'N', property: 'P' };
    should(valuesOf(LOOK.fields, { properties: [row], restores: [{ engine: 'A' }] })).match({
      properties: [{ ...row, nodePath: '', propertyPath: '', component: '', name: '', recall: true, fade: undefined }],
      restores: [{ engine: 'A', mode: undefined }],
    });
    should(rowKeyOf({ ...row, nodePath: '', propertyPath: '' })).equal(rowKeyOf(row));
    const keys = [row, { ...row, nodePath: 'N_0' }, { ...row, propertyPath: 'P_0' }, { ...row, component: 'x' }];
    should(new Set(keys.map(rowKeyOf)).size).equal(4);
  });

  it('are the deliveries of an operation with values first, and the names of all credentials', () => {
    should([{ newestWins: true as const }, {}, undefined].map(deliveriesOf)).eql([
      ['latest', 'inOrder'],
      ['inOrder'],
      ['inOrder'],
    ]);
    should(CREDENTIALS).eql([
      ...['apiKey', 'token', 'user', 'password', 'header1', 'header2', 'header3', 'header4'],
      ...['header5', 'header6', 'header7', 'header8'],
    ]);
  });
});

describe('the version of saved fields', () => {
  it('is 1, or missing in a flow written by hand', () => {
    should([undefined, 1, '1', '01'].map(versionFault)).eql(Array(4).fill(undefined));
    should([2, '2', '10', 1e9].map(versionFault)).eql(Array(4).fill('newerVersion'));
    for (const version of [0, '0', -1, '-1', 1.5, '1.5', '', ' ', 'x1', '1x', null, true, [1], Number.NaN])
      should(versionFault(version)).equal('wrongVersion', String(version));
  });
});

describe('an environment variable in a saved field', () => {
  it('is the whole field, in the form ${NAME} or $(NAME)', () => {
    should(['${HUB}', '$(HUB)', '${HUB_1.2}'].map(environmentName)).eql(['HUB', 'HUB', 'HUB_1.2']);
    for (const text of [
      '$HUB',
      '${HUB',
      '$(HUB',
      '{HUB}',
      '${}',
      '$()',
      '${A B}',
      'x${HUB}',
      '$(HUB)x',
      '$(HUB}',
      'x$(HUB)',
      '${HUB}x',
      ['${HUB}'],
      7,
      null,
    ])
      should(isEnvironment(text)).equal(false, String(text));
  });

  it('may be the name of a header in both forms', () => {
    const withHeaders = (headers: string[]) => faults(HUB, { baseUrl: 'http://hub:8080', headers });
    should(withHeaders(['${NAME}', '$(OTHER)', 'X-Site', ''])).be.undefined();
    should(withHeaders(['X Site'])).equal('headers');
    should(withHeaders(['$(A B)'])).equal('headers');
  });
});

describe('the rules of saved fields', () => {
  it('refuse a restore without polls, of all engines or of one', () => {
    const withModes = (more: object) => faults(LOOK, { interval: 0, ...more });
    should([{}, { restores: [{ engine: 'A' }] }, { restores: [{ engine: 'A', mode: 'off' }] }].map(withModes)).eql([
      undefined,
      undefined,
      undefined,
    ]);
    for (const mode of ['ask', 'automatic'])
      should([{ restore: mode }, { restores: [{ engine: 'A', mode }] }].map(withModes)).eql(['interval', 'interval']);
    should(faults(LOOK, { interval: 1, restore: 'ask' })).be.undefined();
  });

  it('refuse the same header twice, in upper or lower case, also that of the authentication', () => {
    const withHeaders = (headers: string[], more: object = {}) =>
      faults(HUB, { baseUrl: 'http://hub:8080', headers, ...more });
    should(withHeaders(['X-Site', 'x-site'])).equal('headers');
    should(withHeaders(['x-api-key'])).equal('headers');
    should(withHeaders(['x-api-key'], { auth: 'none' })).be.undefined();
    for (const auth of ['bearer', 'basic']) {
      should(withHeaders(['authorization'], { auth })).equal('headers');
      should(withHeaders(['x-api-key'], { auth })).be.undefined();
    }
    for (const auth of ['apiKey', 'none']) should(withHeaders(['authorization'], { auth })).be.undefined();
    should(withHeaders(['x-api-key'], { keyHeader: 'X-Key' })).be.undefined();
    should(withHeaders(['x-key'], { keyHeader: 'X-Key' })).equal('headers');
    should(withHeaders(['X-Site', 'X-Desk', '', ''])).be.undefined();
  });

  it('refuse the same value at both ends of a fader, and a range with one end', () => {
    const key = { surface: 'streamdeck', control: 'key 0' };
    for (const ends of [{ low: 1 }, { high: 0 }, { low: 5, high: 5 }])
      should(faults(LAMP, { ...key, ...ends })).equal('high');
    should(faults(LAMP, { ...key, low: 5, high: -5 })).be.undefined();
    for (const ends of [{ from: 0 }, { from: 5, to: 5 }, { to: 0 }]) should(faults(PANEL, ends)).equal('to');
    for (const ends of [{ from: 127, to: 0 }, { to: 127 }, {}]) should(faults(PANEL, ends)).be.undefined();
    should(faults(LAMP, { surface: 'streamdeck', control: 'note 1/60' })).equal('control');
    should(faults(LAMP, { surface: 'midi', control: 'note 1/60' })).be.undefined();
  });

  it('count the rows of a table from 1', () => {
    const property = { engine: 'A', node: 'Mixer', property: 'Opacity' };
    const other = { ...property, property: 'Gain' };
    should(faultIn(LOOK, { properties: [property, { ...other, fade: -1 }] })).match({ name: 'fade', row: 2 });
    should(faultIn(LOOK, { properties: [property, other, property] })).match({ name: 'properties', row: 3 });
    should(faultIn(LOOK, { properties: [{ ...property, node: ' ' }] })).match({ name: 'node', row: 1 });
  });

  it('leave out the blanks in the list of a fader', () => {
    should(parseListChoices(' 1 , ,1e3,,true, false ,CAM 1,')).eql([1, 1000, true, false, 'CAM 1']);
    should([parseListChoices(''), parseListChoices()]).eql([[], []]);
  });
});
