import should from 'should';
import { settingsFrom } from '../../dist/commands/connection.js';
import { limitsFrom } from '../../dist/commands/limits.js';
import { isAddress } from '../../dist/commands/source.js';

const URL = 'http://hub:8080';

const VARIABLES = ['KEY', 'KEY_HEADER', 'TOKEN', 'USER', 'PASSWORD', 'HEADERS', 'PASSPHRASE'].map(
  (name) => `GRAPHICS_HUB_${name}`,
);

describe('the connection of a command', () => {
  const before = VARIABLES.map((name) => [name, process.env[name]] as const);
  const clear = () => {
    for (const name of VARIABLES) delete process.env[name];
  };
  beforeEach(clear);
  after(() => {
    clear();
    for (const [name, value] of before) if (value !== undefined) process.env[name] = value;
  });

  const headers = (env: Readonly<Record<string, string>>, askedKey?: string) => {
    clear();
    for (const [name, value] of Object.entries(env)) process.env[`GRAPHICS_HUB_${name}`] = value;
    return settingsFrom(URL, {}, askedKey).headers;
  };

  it('is to an address with http or https in any case, and all else is a file', () => {
    for (const address of ['http://hub', 'https://hub:8443/api', 'HTTP://HUB', 'Https://hub'])
      should(isAddress(address)).be.true();
    for (const file of ['http.json', './http://hub', 'hub:8080', 'ftp://hub', 'C:\\http\\hub.json', ''])
      should(isAddress(file)).be.false();
  });

  it('has the revision and the linear segment of the line, and those of revision 1 by default', () => {
    const segments = (values: object) => {
      const { dialect, linearSegment } = settingsFrom(URL, values);
      return [dialect, linearSegment];
    };
    should(['1', '2', undefined].map((dialect) => segments({ dialect }))).eql([
      ...[
        [1, 'linear'],
        [2, 'lino'],
        [1, 'linear'],
      ],
    ]);
    should(segments({ linear: 'lino' })).eql([1, 'lino']);
    should(segments({ dialect: '2', linear: 'linear' })).eql([2, 'linear']);
  });

  it('waits 15 s for an answer, or the seconds of the line', () => {
    const timeout = (values: object) => settingsFrom(URL, values).timeout;
    should([timeout({}), timeout({ timeout: '0.5' }), timeout({ timeout: '60' })]).eql([15_000, 500, 60_000]);
    for (const wrong of ['0', '-1', 'five', ''])
      should(() => timeout({ timeout: wrong })).throw(new RegExp(`--timeout.*${wrong}`));
  });

  it('has the key in its header, a token, or a user', () => {
    should(headers({})).eql({});
    should(headers({ KEY: 'rh_1' })).eql({ 'X-API-Key': 'rh_1' });
    should(headers({ KEY: 'rh_1', KEY_HEADER: 'X-Other' })).eql({ 'X-Other': 'rh_1' });
    should(headers({ KEY: 'rh_1', KEY_HEADER: '' })).eql({ 'X-API-Key': 'rh_1' });
    should(headers({ KEY: '', TOKEN: '', USER: '', HEADERS: '' })).eql({});
    should(headers({ KEY: 'rh_1' }, 'rh_2')).eql({ 'X-API-Key': 'rh_2' });
    should(headers({ TOKEN: 't' })).eql({ Authorization: 'Bearer t' });
    // "a:b" and "a:" as Base64.
    should(headers({ USER: 'a', PASSWORD: 'b' })).eql({ Authorization: 'Basic YTpi' });
    should(headers({ USER: 'a' })).eql({ Authorization: 'Basic YTo=' });
    should(headers({ HEADERS: '{"X-Site":"A","X-Desk":2}', KEY: 'rh_1' })).eql({
      'X-Site': 'A',
      'X-Desk': '2',
      'X-API-Key': 'rh_1',
    });
  });

  it('is refused with a token and a user, or with headers that are not an object', () => {
    should(() => headers({ TOKEN: 'wombat', USER: 'quokka' })).throw(/GRAPHICS_HUB_TOKEN/);
    for (const HEADERS of ['[]', '1', '{"X-Site"', '"X-Site: A"'])
      should(() => headers({ HEADERS })).throw(/GRAPHICS_HUB_HEADERS/);
  });
});

describe('the limits of a command', () => {
  const LIMITS = { limits: { engine: 3, node: 3 }, propertiesPerEngine: 2000 };

  it('are those of the line, the last one of each kind', () => {
    should(limitsFrom({}, LIMITS)).eql(LIMITS);
    should(limitsFrom({ limit: ['engine=1'], properties: '0' }, LIMITS)).eql({
      limits: { engine: 1, node: 3 },
      propertiesPerEngine: 0,
    });
    const { limits } = limitsFrom({ limit: ['0', 'engine=7', 'engine=8'] }, LIMITS);
    should(limits).match({ engine: 8, node: 0, rundown: 0, item: 0 });
  });

  it('are refused with the entry if they are not a number of a kind', () => {
    for (const entry of ['engine=', '', 'engine=-1', 'engine=1.5', 'house=1', '=1', '1234567890', 'engine'])
      should(() => limitsFrom({ limit: [entry] }, LIMITS)).throw(/engine/, entry);
    for (const properties of ['', '-1', 'all', '1234567890'])
      should(() => limitsFrom({ properties }, LIMITS)).throw(/--properties/, properties);
  });
});
