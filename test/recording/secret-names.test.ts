import should from 'should';
import { secretKind } from '../../dist/recording/secret-names.js';

const LONG = 'a word and '.repeat(20);

describe('the name of a field', () => {
  it('can be that of a secret of any type', () => {
    const names = [
      ...['Password', 'PASSWORD', 'Old Password 2', 'accessTokens', 'Client-Secret', 'Web Hook', 'mot de passe'],
      ...[
        'Contraseña',
        'CONTRASENA',
        'ŞİFRE',
        'パスワード',
        'Пароль',
        'Camera PIN',
        'pin',
        'PIN Code',
        'pinCode',
        'PIN No',
      ],
      ...[
        'PIN de acceso',
        'Pin für Anna',
        'WPA',
        'TOTP',
        'userSalt',
        'pass',
        'DB Pass',
        'ftpPass',
        'dbpass',
        'API Key',
      ],
      ...['APIKEY', 'api_key', 'streamKeys', 'STREAM_KEY', 'hostkey', 'License Key', 'SSHKey', 'StreamKey_0'],
      ...['Login//ApiKey/0', 'Password//Value/0', 'Password/Value', `${LONG}PIN`],
    ];
    should(names.filter((name) => secretKind(name) !== 'any')).eql([]);
  });

  it('can be that of a secret only if its value is a text', () => {
    const names = [
      ...[
        'key',
        'KEYS',
        'Anna Key',
        'Key 1',
        'clé',
        'clé de flux',
        'llave del estudio',
        'Streamschlüssel',
        'Schlüssel',
      ],
      ...['ストリームキー', 'Login//Key/0', 'key code'],
    ];
    should(names.filter((name) => secretKind(name) !== 'text')).eql([]);
  });

  it('is harmless for words that only resemble them', () => {
    const names = [
      ...[
        '',
        '0',
        '12',
        'Value',
        'Pins',
        'Spin',
        'Pin Board',
        'Secretary',
        'Keyer',
        'keyboard',
        'Key Light',
        'key of C',
      ],
      ...[
        'Chroma Key',
        'chromaKey',
        'Linear Key',
        'DOWNSTREAM KEY',
        'Render Pass',
        'Compass',
        'Passenger',
        'Code',
        'Number',
      ],
      ...['Login//Key/Value', 'Login//Chroma Key/0', `password ${LONG}`],
    ];
    should(names.filter((name) => secretKind(name) !== undefined)).eql([]);
    should([7, null, undefined, ['password'], { password: 1 }].map(secretKind)).eql(Array(5).fill(undefined));
  });

  it('has the same kind each time, also after very many others', () => {
    const kinds = () => ['Password', 'key', 'Keyer'].map(secretKind);
    should(kinds()).eql(['any', 'text', undefined]);
    for (let index = 0; index < 20_001; index += 1) secretKind(`n${index}`);
    should(kinds()).eql(['any', 'text', undefined]);
    should(kinds()).eql(['any', 'text', undefined]);
  });
});
