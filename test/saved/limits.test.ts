import should from 'should';
import { environmentName, isEnvironment } from '../../dist/saved/environment.js';
import { type Description, faultIn, fieldValue, valuesOf } from '../../dist/saved/field.js';
import { fits } from '../../dist/saved/fits.js';
import { HUB } from '../../dist/saved/hub.js';
import { LAMP } from '../../dist/saved/lamp.js';
import { LOOK } from '../../dist/saved/look.js';
import { operationFields } from '../../dist/saved/operation.js';
import { PANEL, parseListChoices } from '../../dist/saved/panel.js';
import { REMOTE } from '../../dist/saved/remote.js';
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
    ['the interval of a watch', WATCH, 'interval', [0.1, 1, 3600], [0, 0.05, -1], {}],
    ['the timeout of a hub', HUB, 'timeout', [0.1, 5, 60], [0, -1], hub],
    ['arm after of a hub', HUB, 'armAfter', [0, 30], [-1], hub],
    ['the axis of a pad', PANEL, 'axis', [0, 1, 2], [-1, 0.5], {}],
    ['the acceleration of an encoder', PANEL, 'acceleration', [1, 1.5, 8], [0.9, 0, -1], {}],
    ['the expiry of a command', operationFields(undefined), 'expiry', [0.1, 5], [0, -1], {}],
  ] as const)
    it(`are those of ${name}, as numbers and as text`, () => {
      for (const value of allowed)
        for (const saved of [value, String(value), ` ${value} `])
          should(faults(description, { ...more, [field]: saved })).equal(undefined, `${saved}`);
      for (const value of [...refused, Number.NaN, Number.POSITIVE_INFINITY, 'five', '1,5', true])
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

  it('count the rows of a table from 1', () => {
    const property = { engine: 'A', node: 'Mixer', property: 'Opacity' };
    const other = { ...property, property: 'Gain' };
    should(faultIn(LOOK, { properties: [property, { ...other, fade: -1 }] })).match({ name: 'fade', row: 2 });
    should(faultIn(LOOK, { properties: [property, other, property] })).match({ name: 'properties', row: 3 });
    should(faultIn(LOOK, { properties: [{ ...property, node: ' ' }] })).match({ name: 'node', row: 1 });
  });

  it('leave out the blanks in the list of a fader', () => {
    should(parseListChoices(' 1 , ,1e3,,true, false ,CAM 1,')).eql([1, 1000, true, false, 'CAM 1']);
    should(parseListChoices('')).eql([]);
  });
});
