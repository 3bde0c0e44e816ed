import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import should from 'should';
import { record } from '../../dist/commands/record.js';
import { type Recording, readKey } from '../../dist/recording/recording.js';
import { parseRecording } from '../../dist/recording/recording-file.js';
import { startSimulator } from '../../dist/simulator/index.js';
import { AnsweringHub } from '../recording/answering-hub.js';
import { runHere } from './command-line.js';

const KEY = 'rh_a/b+c="d&e<ß>';
const USER = 'regie';
const PASSWORD = 'pässwörd-日本';
const PAIR = `${USER}:${PASSWORD}`;

const base64 = (text: string) => Buffer.from(text).toString('base64');
const inLowerHex = (text: string) => text.replace(/%../g, (hex) => hex.toLowerCase());

/** A credential as a hub, a log or a page may write it. */
const formsOf = (secret: string): Record<string, string> => ({
  'as it is': secret,
  'as JSON': JSON.stringify(secret).slice(1, -1),
  'as JSON in JSON': JSON.stringify(JSON.stringify(secret)).slice(3, -3),
  'in a URL': encodeURIComponent(secret),
  'in a URL, in lower hex': inLowerHex(encodeURIComponent(secret)),
  'in a URL, each byte': [...Buffer.from(secret)].map((byte) => `%${byte.toString(16)}`).join(''),
  'in a form': new URLSearchParams({ a: secret }).toString().slice(2),
  'as HTML': secret.replace(/[&<>"]/g, (sign) => `&${{ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' }[sign]};`),
  'as numbers of HTML': [...secret].map((sign) => `&#${sign.codePointAt(0)};`).join(''),
  'as hex of HTML': [...secret].map((sign) => `&#x${sign.codePointAt(0)?.toString(16)};`).join(''),
  'in base64': base64(secret).replace(/=+$/, ''),
  'in base64url': Buffer.from(secret).toString('base64url'),
});

/** Texts that resemble a secret. A filter of patterns blanked them. */
const HARMLESS = {
  headline: 'news-2026-late-show',
  song: 'Bearer of bad news – Übergabe 日本語',
  course: 'Basic Training für Anfänger',
  address: 'rtsp://kamera:1234@10.0.0.5/live',
  password: 'hunter2',
  PIN: 1234,
  serial: 'K7XQ2-9WMPT-4HJRD-8VCNB',
  markup: '<key>PIN</key><string>1234</string>',
  keyer: { Key: 0.5, 'Chroma Key': 'Grün' },
};

describe('a recording of a hub that shows credentials', function () {
  this.timeout(60_000);
  let folder: string;

  const file = () => join(folder, 'recording.json');
  const content = () => readFileSync(file(), 'utf8');
  const answerIn = ({ reads }: Recording, operation: Recording['reads'][number]['operation'], params = {}): unknown =>
    reads.find((read) => readKey(read) === readKey({ operation, params }))?.answer;

  /** Records a hub whose only item has these data, and whose only node has this path. */
  async function recordHub(data: unknown, env: Record<string, string>, line: string[] = [], path = 'Mixer_0') {
    const hub = new AnsweringHub(
      new Map<string, unknown>([
        ['engines', [{ id: 1, name: 'E', displayName: 'Studio Zwölf', instances: [] }]],
        ['engines|1|nodes', [{ NodePath: path, NodeName: 'Mixer' }]],
        [`engines|1|nodes|${path}|properties`, [{ PropertyPath: 'a', DisplayName: 'a', Value: path }]],
        ['playout|rundowns', [{ id: 1, name: 'Übergabe' }]],
        ['playout|rundowns|1|items', [{ id: 1, name: '日本語', template: 'T', data, buttons: [] }]],
      ]),
    );
    const { stdout } = await runHere(record, [await hub.start(), file(), ...line], env);
    hub.close();
    const recording = parseRecording(content());
    const items = answerIn(recording, 'listItems', { rundownId: 1 });
    return { stdout, recording, recorded: (items as [{ data: unknown }])[0].data };
  }

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'graphics-hub-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  // A hub takes either a token or a user.
  for (const [name, secrets, env] of [
    [
      'a key, a token, another header and a passphrase',
      [KEY, 'tökén/with+signs=ß', 'geheim&"x"<y>', 'ключ-日本-😀'],
      {
        GRAPHICS_HUB_KEY: KEY,
        GRAPHICS_HUB_TOKEN: 'tökén/with+signs=ß',
        GRAPHICS_HUB_HEADERS: '{"X-Site-Key":"geheim&\\"x\\"<y>"}',
        GRAPHICS_HUB_PASSPHRASE: 'ключ-日本-😀',
      },
    ],
    ['a user with a password', [PASSWORD, PAIR], { GRAPHICS_HUB_USER: USER, GRAPHICS_HUB_PASSWORD: PASSWORD }],
  ] as const)
    it(`has ${name} in no encoding, as value, inside a text or as key`, async () => {
      const forms = secrets.flatMap((secret) => Object.entries(formsOf(secret)));
      const data = forms.map(([form, text]) => [form, text, `<${text}> – Übergabe`, { [text]: 1 }]);
      const { recorded } = await recordHub(data, env);
      should(recorded).eql(forms.map(([form]) => [form, '•••', '<•••> – Übergabe', { '•••': 1 }]));
    });

  it('has the credential in no path of a node, and is served with its properties', async () => {
    const { recording } = await recordHub({}, { GRAPHICS_HUB_KEY: KEY }, [], `Kamera ${KEY}`);
    should(answerIn(recording, 'listProperties', { engineId: 1, nodePath: 'Kamera •••' })).eql([
      { PropertyPath: 'a', DisplayName: 'a', Value: 'Kamera •••' },
    ]);
    should(content()).not.match(/rh_a/);
    const served = await startSimulator({ recording });
    const path = `engines/1/nodes/${encodeURIComponent('Kamera •••')}/properties`;
    should(await (await fetch(`${served.url}/api/rest/v1/${path}`)).json()).have.length(1);
    await served.close();
  });

  it('keeps all other texts, says that it is private, and only its owner can read it', async () => {
    const first = await recordHub(HARMLESS, { GRAPHICS_HUB_KEY: KEY });
    if (process.platform !== 'win32') chmodSync(file(), 0o664);
    const again = await recordHub(HARMLESS, {}, ['--force']);
    for (const { stdout, recording, recorded } of [first, again]) {
      should(recorded).eql(HARMLESS);
      should(stdout.split('\n')[0]).startWith('private: contains what your hub shows');
      should(recording.notice).equal('private: contains what your hub shows');
    }
    should(content()).startWith('{\n "notice": "private: contains what your hub shows",\n');
    if (process.platform !== 'win32') should(statSync(file()).mode & 0o777).equal(0o600);
    should(readdirSync(folder)).eql(['recording.json']);
  });

  it('keeps no free text and no credential with --anonymous, and does not call itself private', async () => {
    const data = { ...HARMLESS, ...formsOf(KEY), [KEY]: KEY };
    const { stdout, recording } = await recordHub(data, { GRAPHICS_HUB_KEY: KEY }, ['--anonymous'], `Kamera ${KEY}`);
    const words = [...Object.values(HARMLESS), ...Object.values(formsOf(KEY)), 'Studio Zwölf', 'Übergabe', '日本語']
      .flatMap((text) => String(text).split(/[^\p{L}]+/u))
      .filter((word) => word.length > 4 || /[^\x20-\x7f]/.test(word))
      // A field of the interface has this word.
      .filter((word) => word !== 'string');
    should(words.filter((word) => content().toLowerCase().includes(word.toLowerCase()))).eql([]);
    should(stdout).not.match(/private/);
    should([recording.isAnonymous, recording.notice]).eql([true, undefined]);
  });
});
