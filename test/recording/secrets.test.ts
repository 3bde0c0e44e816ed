import should from 'should';
import { Privacy } from '../../dist/recording/private.js';
import { FORMS, NUMBERS, number, SECRET, secret } from './secret-forms.js';

/** An answer after the filter, and the number of blanked values. */
function filtered(given: unknown, params: Record<string, string | number> = {}) {
  const privacy = new Privacy({ isAnonymous: false });
  return { answer: privacy.answer(given, params), blanked: privacy.blanked };
}

/** A long text, of which a filter with a limit could read only the beginning. */
const LONG = 'lorem ipsum '.repeat(20);

describe('the secrets of a recording', () => {
  it('are blanked and counted in each form alone', () => {
    const leaks = FORMS.filter((form, index) => {
      const { answer, blanked } = filtered({ data: form(secret(index)) });
      const login = Buffer.from(`admin:${secret(index)}`).toString('base64');
      return blanked === 0 || JSON.stringify(answer).match(SECRET) || JSON.stringify(answer).includes(login);
    });
    should(leaks.map((form) => form('SECRET'))).eql([]);
  });

  it('are blanked and counted as numbers', () => {
    const leaks = NUMBERS.filter((form, index) => {
      const { answer, blanked } = filtered({ data: form(number(index)) });
      return blanked === 0 || JSON.stringify(answer).includes(String(number(index)));
    });
    should(leaks.map((form) => form(0))).eql([]);
  });

  describe('in a text leave the rest of it:', () => {
    for (const [text, expected] of [
      ['rtsp://admin:1234@10.0.0.5/live and more', 'rtsp://admin:…@10.0.0.5/live and more'],
      ['see http://a/ and rtsp://u:pw@b/', 'see http://a/ and rtsp://u:…@b/'],
      ['rtsp:\\/\\/admin:1234@10.0.0.5\\/live', 'rtsp:\\/\\/admin:…@10.0.0.5\\/live'],
      ['https://ghtoken1@git.example/show', 'https://…@git.example/show'],
      ['admin:1234@camera.local', 'admin:…@camera.local'],
      ['admin:1234@[::1]/live', 'admin:…@[::1]/live'],
      ['rtmp://live.example/app/abcd-1234?x=1', 'rtmp://live.example/app/…?x=1'],
      ['rtmps://live.example/app/abcd', 'rtmps://live.example/app/…'],
      ['say "Bearer abc123def456" twice', 'say "Bearer …" twice'],
      ['ApiKey abc123, NTLM TlRMTVNTUAAB=', 'ApiKey …, NTLM …'],
      ['Basic YWRtaW46cHc= of the camera', 'Basic … of the camera'],
      ['Authorization: YWRt\nHost: camera', 'Authorization: …\nHost: camera'],
      ['Proxy-Authorization: Basic YWRtaW46cHc=\r\nHost: camera', 'Proxy-Authorization: Basic …\r\nHost: camera'],
      ['Digest username="a", response="b"\nHost: camera', 'Digest …\nHost: camera'],
      ['Set-Cookie: sid=a; Path=/\nHost: camera', 'Set-Cookie: …\nHost: camera'],
      [
        '-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----',
        '-----BEGIN PRIVATE KEY-----…-----END PRIVATE KEY-----',
      ],
      ['rh_0123456 sk-0123456 glpat-0123456 AKIA012345', 'rh_… sk-… glpat-… AKIA…'],
      ['the hash $2b$12$0123456789012345678901 of Anna', 'the hash $2b$12$… of Anna'],
      ['https://hooks.slack.com/services/T0123456/B0123456/abc', 'https://hooks.slack.com/services/…'],
      ['https://chat.example/webhook/0123456789abcdef', 'https://chat.example/webhook/…'],
      ['key AB1CD-EF2GH-IJ3KL-MN4OP.', 'key ….'],
      ['stream a1b2-c3d4-e5f6-g7h8 on air', 'stream … on air'],
      ['curl -u admin:1234 http://camera/', 'curl -u admin:… http://camera/'],
      ['sshpass -p 1234 ssh camera', 'sshpass -p … ssh camera'],
      ['tool --password "correct horse" --fast', 'tool --password "…" --fast'],
      ["tool --api-key 'correct horse' --fast", "tool --api-key '…' --fast"],
      ['PIN = 1234', 'PIN = …'],
      ['PIN: 1234; Name: Anna', 'PIN: …; Name: Anna'],
      ['PIN=1234 Name=Anna', 'PIN=… Name=Anna'],
      ['Das Passwort ist 1234', 'Das Passwort ist …'],
      ['パスワード＝1234', 'パスワード＝…'],
      ['password => "a b", name => "Anna"', 'password => "…", name => "Anna"'],
      ["password = 'it\\'s', name = 'Anna'", "password = '…', name = 'Anna'"],
      ['password = {"a": {"b": 1}}, name = "Anna"', 'password = …, name = "Anna"'],
      ['password = [1, [2]], name = "Anna"', 'password = …, name = "Anna"'],
      ['{"pin":1234,"name":"Anna"', '{"pin":…,"name":"Anna"'],
      ['http://camera/?token=1234&size=2', 'http://camera/?token=…&size=2'],
      ['http://camera/?size=2&key=1234#top', 'http://camera/?size=2&key=…'],
      ['one=1; two=2; secret=3; four=4', 'one=1; two=2; secret=…; four=4'],
      ['<a><Password>1234</Password><b>c</b></a>', '<a><Password>…</Password><b>c</b></a>'],
      ['<a><Password/><b>c</b></a>', '<a><Password/><b>c</b></a>'],
      ['<Login user="Anna" pwd="1234" size="2"/>', '<Login user="Anna" pwd="…" size="2"/>'],
      ['<a>&lt;pin&gt;1234&lt;/pin&gt; &amp; more</a>', '<a>&lt;pin&gt;…&lt;/pin&gt; &amp; more</a>'],
      ['<a>&#60;pin&#x3E;1234&#60;/pin&#62;</a>', '<a>&lt;pin&gt;…&lt;/pin&gt;</a>'],
      ['http://a/?next=http%3A%2F%2Fb%2F%3Fpin%3D1234 and more', 'http://a/?next=http://b/?pin=… and more'],
    ] as const)
      it(text, () => {
        should(filtered(text)).eql({ answer: expected, blanked: (expected.match(/…/g) ?? []).length });
        should(filtered(LONG + text).answer).equal(LONG + expected);
      });
  });

  describe('do not include', () => {
    for (const text of [
      '',
      'a=b',
      'Bearer of good news',
      'Basic Training',
      'Basic knowledge1',
      'Token ring',
      'mailto:anna@example.com',
      'anna@example.com',
      'http://10.0.0.5:8080/live',
      'http://camera/?key',
      'https://example.com/a/b/c',
      'rtmp://live.example/app',
      'password: true',
      'token = null',
      'password: ',
      'Passenger: 1234',
      'Key: F5',
      'Start: 12:30, end: 13:00',
      'Render pass: 2',
      'ABCDE-FGHIJ-KLMNO-PQRST',
      'news-2026-late',
      'news-live-late-show',
      'tool --passive mode',
      'tool --password --fast',
      '<Title>1234</Title>',
      '<a b="c">&lt;d&gt; &amp; 50 %</a>',
      '100 % &copy; 50%25',
      '{"name":"Anna","size":1.50}',
      '{"name":',
    ])
      it(JSON.stringify(text), () => {
        should(filtered(text)).eql({ answer: text, blanked: 0 });
      });
  });

  it('have a blank of their type, and an empty value is not counted', () => {
    should(filtered({ password: ['', 0, null, true, 'a', 7, [1], { a: 1 }] })).eql({
      answer: { password: [] },
      blanked: 1,
    });
    for (const [value, blank, count] of [
      ['', '', 0],
      [0, 0, 0],
      [null, null, 0],
      [true, true, 0],
      [[], [], 0],
      [{}, {}, 0],
      ['…', '…', 0],
      ['a', '…', 1],
      [7, 0, 1],
      [[1], [], 1],
      [{ a: 1 }, {}, 1],
    ])
      should(filtered({ password: value })).eql({ answer: { password: blank }, blanked: count });
  });

  it('under the word key are texts, because the key of a mixer has numbers', () => {
    should(filtered({ key: 'abc', size: 1 })).eql({ answer: { key: '…', size: 1 }, blanked: 1 });
    should(filtered({ key: 0.5, 'Chroma Key': 'Green' }).blanked).equal(0);
    should(filtered({ 'API Key': 77 })).eql({ answer: { 'API Key': 0 }, blanked: 1 });
  });

  it('in a list follow their names, but an object after a name does not', () => {
    should(filtered(['--pin', 1234, 'x', { pin: 7, size: 2 }]).answer).eql(['--pin', 0, 'x', { pin: 0, size: 2 }]);
    should(filtered(['password', { size: 2 }]).answer).eql(['password', { size: 2 }]);
  });

  it('are the values of rows with their names, and not the other fields', () => {
    const row = { Title: 'PIN', Value: '1234', Default: '0000', Unit: 'px', Payload: ['a'] };
    should(filtered([row])).eql({
      answer: [{ Title: 'PIN', Value: '…', Default: '…', Unit: 'px', Payload: [] }],
      blanked: 3,
    });
  });

  it('are all values of such a row, also the one from before a change', () => {
    const row = { PropertyPath: 'Übergabe//0', DisplayName: 'パスワード', ValueType: 'text' };
    const values = { Value: 'neu', OldValue: 'alt', previous_value: 1234, DefaultValues: ['a'] };
    should(filtered({ ...row, ...values })).eql({
      answer: { ...row, Value: '…', OldValue: '…', previous_value: 0, DefaultValues: [] },
      blanked: 4,
    });
    should(filtered({ ...row, DisplayName: 'Größe', ...values }).blanked).equal(0);
  });

  it('are in the properties of a node with their name, which are read alone', () => {
    const privacy = new Privacy({ isAnonymous: false });
    privacy.answer([{ NodePath: 'Login_0', NodeName: 'Password' }], { engineId: 1 });
    const row = { PropertyPath: 'Value//Value/0', DisplayName: 'Value', Value: '1234' };
    should(privacy.answer([row], { engineId: 1, nodePath: 'Login_0' })).eql([{ ...row, Value: '…' }]);
    should(privacy.answer([row], { engineId: 1, nodePath: 'Mixer_0' })).eql([row]);
    should(privacy.answer([row], { engineId: 1, nodePath: 'Password_0' })).eql([{ ...row, Value: '…' }]);
    should(privacy.answer([{ name: 'a', Value: 'b' }], { nodePath: 'Password_0' })).eql([{ name: 'a', Value: 'b' }]);
  });

  it('are in the parameters of a function with their name', () => {
    const privacy = new Privacy({ isAnonymous: false });
    privacy.answer([{ FunctionPath: 'Do//It', FunctionName: 'Set Password' }], { engineId: 1 });
    const row = { PropertyPath: 'Value', DisplayName: 'Value', Value: '1234' };
    should(privacy.answer({ Properties: { Value: row } }, { functionPath: 'Do//It' })).eql({
      Properties: { Value: { ...row, Value: '…' } },
    });
  });

  it('under the name of a property leave the property in its place', () => {
    const row = { PropertyPath: 'Password', DisplayName: 'Password', Value: 'a', Unit: 'px' };
    should(filtered({ Properties: { Password: row } })).eql({
      answer: { Properties: { Password: { ...row, Value: '…' } } },
      blanked: 1,
    });
    const rowOf = (name: string, value: string) => ({ PropertyPath: `Password//${name}`, Value: value, Unit: 'px' });
    should(filtered({ Properties: { Password: { Old: rowOf('Old', 'a'), New: rowOf('New', 'b') } } })).eql({
      answer: { Properties: { Password: { Old: rowOf('Old', '…'), New: rowOf('New', '…') } } },
      blanked: 2,
    });
  });

  it('do not include the keys of buttons, but a secret in their texts', () => {
    const buttons = { In: { key: 'in', label: 'In' }, Out: 'rtsp://a:pw@b/' };
    should(filtered({ buttons }).answer).eql({ buttons: { ...buttons, Out: 'rtsp://a:…@b/' } });
    should(filtered({ buttons: [{ key: 'in' }, 'rtsp://a:pw@b/'] }).answer).eql({
      buttons: [{ key: 'in' }, 'rtsp://a:…@b/'],
    });
  });

  it('are in the JSON of a text, whose other spaces stay if there is none', () => {
    should(filtered('{ "pin": 1234, "size": 1 }').answer).equal('{"pin":0,"size":1}');
    should(filtered('[ {"name":"PIN","value":"1234"} ]').answer).equal('[{"name":"PIN","value":"…"}]');
    const nested = JSON.stringify({ a: JSON.stringify({ b: JSON.stringify({ pin: '1234' }) }) });
    should(filtered(nested).answer).equal(nested.replace('1234', '…'));
  });

  it('are in the names of fields', () => {
    should(filtered({ 'rtsp://a:pw@b/': 1 }).answer).eql({ 'rtsp://a:…@b/': 1 });
  });
});
