import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import should from 'should';
import { parseRecording } from '../../dist/recording/recording-file.js';
import { startSimulator } from '../../dist/simulator/index.js';
import { AnsweringHub } from '../recording/answering-hub.js';
import { run } from './command-line.js';

/** Each form contains this once or more, with its number. */
const secret = (index: number) => `s3cr${index}x`;
const SECRET = /s3cr\d+x/g;

const property = (DisplayName: string, Value: unknown, PropertyPath = 'Login//Value/0') => ({
  PropertyPath,
  DisplayName,
  Value,
});

/** The forms in which a hub can have a secret, as the value of a field. `s` is the secret. */
const FORMS: readonly ((s: string) => unknown)[] = [
  // Fields.
  (s) => ({ password: s }),
  (s) => ({ Pwd: s }),
  (s) => ({ passwd: s }),
  (s) => ({ PIN: s }),
  (s) => ({ 'PIN Code': s }),
  (s) => ({ pinCode: s }),
  (s) => ({ 'Stream Key': s }),
  (s) => ({ streamKey: s }),
  (s) => ({ STREAM_KEY: s }),
  (s) => ({ passphrase: s }),
  (s) => ({ apiKey: s }),
  (s) => ({ 'x-api-key': s }),
  (s) => ({ APIKEY: s }),
  (s) => ({ token: s }),
  (s) => ({ accessTokens: [s, s] }),
  (s) => ({ clientSecret: s }),
  (s) => ({ private_key: s }),
  (s) => ({ 'License Key': s }),
  (s) => ({ credentials: { user: s, more: [{ deep: s }] } }),
  (s) => ({ Password: { old: s, next: { value: s } } }),
  (s) => ({ Password: [s, [s]] }),
  (s) => ({ password1: s }),
  (s) => ({ dbPass: s }),
  (s) => ({ pass: s }),
  (s) => ({ Authorization: s }),
  (s) => ({ 'Set-Cookie': s }),
  (s) => ({ key: s }),
  (s) => ({ OTP: s }),
  (s) => ({ label: 'Main output', 'Stream Key': s }),
  // Other languages.
  (s) => ({ Passwort: s }),
  (s) => ({ 'WLAN-Kennwort': s }),
  (s) => ({ Streamschlüssel: s }),
  (s) => ({ 'mot de passe': s }),
  (s) => ({ Mot_De_Passe: s }),
  (s) => ({ 'clé de flux': s }),
  (s) => ({ contraseña: s }),
  (s) => ({ CONTRASENA: s }),
  (s) => ({ Clave: s }),
  (s) => ({ şifre: s }),
  (s) => ({ ŞİFRE: s }),
  (s) => ({ parola: s }),
  (s) => ({ パスワード: s }),
  (s) => ({ 暗証番号: s }),
  (s) => ({ ストリームキー: s }),
  (s) => ({ пароль: s }),
  (s) => ({ senha: s }),
  (s) => ({ 密码: s }),
  (s) => ({ wachtwoord: s }),
  // Names and values in rows.
  (s) => property('Password', s),
  (s) => property('Text', s, 'Password//Value/0'),
  (s) => property('Text', s, 'Login//ApiKey/0'),
  (s) => property('Şifre', s),
  (s) => property('Password', { user: s }),
  (s) => ({ NodeName: 'Stream Key', Value: s }),
  (s) => ({ name: 'password', value: s }),
  (s) => ({ key: 'apiKey', value: s }),
  (s) => ({ id: 'token', default: s }),
  (s) => ['user', 'admin', 'password', s],
  (s) => ({ Properties: { Password: property('Password', s) } }),
  // Headers and command lines.
  (s) => `Basic ${Buffer.from(`admin:${s}`).toString('base64')}`,
  (s) => `GET /live\nAuthorization: Basic ${Buffer.from(`admin:${s}`).toString('base64')}`,
  (s) => `Authorization: Bearer ${s}`,
  (s) => `send "Bearer ${s}" to the camera`,
  (s) => `Authorization: Digest username="admin", response="${s}"`,
  (s) => `X-API-Key: ${s}`,
  (s) => `Cookie: session=${s}; theme=dark`,
  (s) => `curl -u admin:${s} http://camera/`,
  (s) => `tool --password ${s} --fast`,
  (s) => `tool --api-key=${s}`,
  // Markup, as in mosExternalMetadata.
  (s) => `<mos><Password>${s}</Password></mos>`,
  (s) => `<mos><ns:password type="plain">${s}</ns:password></mos>`,
  (s) => `<Login Password="${s}" />`,
  (s) => `<Login user='a' pwd='${s}'/>`,
  (s) => `<Property Name="Stream Key" Value="${s}"/>`,
  (s) => `<Property Name="PIN">${s}</Property>`,
  (s) => `<key>PIN</key> <string>${s}</string>`,
  (s) => `<Password><![CDATA[${s}]]></Password>`,
  (s) => `<Credentials><User>a</User><Value>${s}</Value></Credentials>`,
  (s) => `<payload>&lt;Password&gt;${s}&lt;/Password&gt;</payload>`,
  (s) => `<Login data="{&quot;password&quot;:&quot;${s}&quot;}"/>`,
  (s) => `<contraseña>${s}</contraseña>`,
  // Addresses.
  (s) => `rtsp://admin:${s}@10.0.0.5/live`,
  (s) => `rtsp://admin:p@${s}@10.0.0.5/live`,
  (s) => `rtsp://admin:p/${s}@10.0.0.5/live`,
  (s) => `smb://emu:1/2@3/${s}@server/cache`,
  (s) => `https://${s}@git.example/show`,
  (s) => `admin:${s}@camera.local`,
  (s) => `http://camera/snap?user=a&password=${s}&size=2`,
  (s) => `http://camera/snap?api_key=${s}`,
  (s) => `http://camera/snap?key=${s}`,
  (s) => `srt://10.0.0.5:9000?mode=caller&passphrase=${s}`,
  (s) => `http://camera/?next=http%3A%2F%2Fadmin%3A${s}%40camera`,
  (s) => `rtmp://live.example/app/${s}`,
  // Texts.
  (s) => JSON.stringify({ user: 'a', password: s }),
  (s) => JSON.stringify({ name: 'Stream Key', value: s }),
  (s) => JSON.stringify({ inner: JSON.stringify({ Passwort: s }) }),
  (s) => `config = {"password":"${s}","user":"a"};`,
  (s) => `config = {\\"token\\": \\"${s}\\"}`,
  (s) => `config = {"password":["${s}","${s}"]};`,
  (s) => `Password: correct horse ${s}`,
  (s) => `password = ${s}`,
  (s) => `Server=db;User Id=sa;Password=${s};Timeout=5`,
  (s) => `Mot de passe : ${s}`,
  (s) => `パスワード：${s}`,
  (s) => `Das Passwort ist ${s}`,
  (s) => `The password ${s} is on the wall`,
  (s) => `-----BEGIN RSA PRIVATE KEY-----\n${s}\n-----END RSA PRIVATE KEY-----`,
  (s) => `rh_${s}`,
  (s) => `ghp_${s}`,
  (s) => `eyJhbGciOiJIUzI1.${s}${s}.abc`,
];

/** Secrets that are numbers. */
const NUMBERS: readonly ((n: number) => unknown)[] = [
  (n) => ({ Password: n }),
  (n) => ({ PIN: n }),
  (n) => property('PIN', n),
  (n) => property('Password', { x: n, y: [n] }),
  (n) => ({ 'Stream Key': [n] }),
  (n) => ({ Passwort: { code: n } }),
  (n) => `{"pin": ${n}}`,
  (n) => `settings {"pin": ${n}, "x": 1}`,
];

const number = (index: number) => 777_000 + index;

describe('the secrets of a hub', function () {
  this.timeout(120_000);
  let folder: string;
  let hub: AnsweringHub;

  const recording = () => readFileSync(join(folder, 'recording.json'), 'utf8');

  /** Records a hub whose only item has these data. */
  async function record(data: unknown, ...others: (readonly [string, unknown])[]) {
    const item = { id: 1, name: 'Item', template: 'T', data, buttons: [{ id: 'b1', key: 'in', label: 'In' }] };
    hub = new AnsweringHub(
      new Map<string, unknown>([
        ['engines', []],
        ['playout|rundowns', [{ id: 1, name: 'News' }]],
        ['playout|rundowns|1|items', [item]],
        ...others,
      ]),
    );
    return run(['record', await hub.start(), join(folder, 'recording.json')]);
  }

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'graphics-hub-'));
  });
  afterEach(() => {
    hub.close();
    rmSync(folder, { recursive: true });
  });

  it('are not in a recording, in any of 100 forms', async () => {
    should(FORMS.length + NUMBERS.length).be.above(100);
    const texts = FORMS.map((form, index) => form(secret(index)));
    const numbers = NUMBERS.map((form, index) => form(number(index)));
    const { stdout } = await record({ texts, numbers });
    const content = recording();
    should(content.match(SECRET) ?? []).eql([]);
    const encoded = FORMS.map((_, index) => Buffer.from(`admin:${secret(index)}`).toString('base64'));
    should(encoded.filter((each) => content.includes(each))).eql([]);
    should(content.match(/777\d{3}/g) ?? []).eql([]);
    const [, count] = /look like secrets, and are not in the file: (\d+)/.exec(stdout) ?? [];
    should(Number(count)).be.aboveOrEqual(FORMS.length + NUMBERS.length);
    const served = await startSimulator({ recording: parseRecording(content) });
    should((await fetch(`${served.url}/api/rest/v1/playout/rundowns/1/items`)).status).equal(200);
    await served.close();
  });

  it('are not in a recording, if the name of a node names them', async () => {
    const id = '0d9a6c6e-1f6c-4c0e-9d3c-6a8b1f0c2d3e';
    await record(
      {},
      ['engines', [{ id: 1, name: 'E', displayName: 'E', instances: [] }]],
      ['engines|1|nodes', [{ NodePath: id, NodeName: 'Stream Key' }]],
      [`engines|1|nodes|${id}|properties`, [property('Text', secret(1), 'Text//Value/0')]],
    );
    should(recording()).containEql('Text//Value/0').and.not.match(SECRET);
  });

  it('do not include keyers, buttons, and words that only resemble them', async () => {
    const data = {
      keyer: [
        property('Key', 0.5),
        property('Chroma Key', 'Green'),
        property('Keyer', 'Luma'),
        property('Linear Key', 1),
      ],
      pins: [property('Pins', 'a'), property('Spin', 4), property('Compass', 'North'), property('Render Pass', 2)],
      monkey: 'Bob',
      secretary: 'Ann',
      passenger: 'Tom',
      isPasswordSet: true,
      empty: { password: '', token: null },
      address: 'http://10.0.0.5:8080/live?size=2',
      time: 'Start: 12:30, end: 13:00',
      text: 'Basic Training for beginners & others <b>bold</b> at 50 %',
      markup: '<mos><name>Anna</name><title value="Reporter">a</title></mos>',
      json: '{ "name": "Anna", "size": 1.50 }',
    };
    const { stdout } = await record(data);
    should(stdout).not.containEql('secrets');
    const recorded = JSON.parse(recording()).reads.find(
      ({ operation }: { operation: string }) => operation === 'listItems',
    );
    should(recorded.answer[0]).match({ data, buttons: [{ id: 'b1', key: 'in', label: 'In' }] });
  });
});
