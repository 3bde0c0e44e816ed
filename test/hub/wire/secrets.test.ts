import should from 'should';
import { redact, redactIn, secretPatterns } from '../../../dist/hub/wire/secrets.js';

const blank = (text: string, ...secrets: string[]) => redact(text, secretPatterns({ headers: {}, secrets }));

describe('a secret', () => {
  const TOKEN = 'rh_a/b+c="d&e';
  const forms = {
    'as it is': 'rh_a/b+c="d&e',
    'as JSON writes it': 'rh_a/b+c=\\"d&e',
    'with every slash escaped': 'rh_a\\/b+c=\\"d&e',
    'as \\u escapes': 'rh_a\\u002fb\\u002Bc=\\u0022d\\u0026e',
    'as \\u escapes of all its letters':
      '\\u0072\\u0068\\u005f\\u0061\\u002f\\u0062\\u002b\\u0063\\u003d\\u0022\\u0064\\u0026\\u0065',
    'as JSON within JSON': 'rh_a\\\\/b\\\\u002Bc=\\\\\\"d&e',
    'percent-encoded': 'rh_a%2Fb%2Bc%3D%22d%26e',
    'percent-encoded in small letters': 'rh_a%2fb%2bc%3d%22d%26e',
    'percent-encoded twice': 'rh_a%252Fb%252Bc%253D%2522d%2526e',
    'as HTML': 'rh_a&#x2F;b&#43;c=&quot;d&amp;e',
    'in base64': 'cmhfYS9iK2M9ImQmZQ==',
    'in base64, unpadded': 'cmhfYS9iK2M9ImQmZQ',
  };
  for (const [name, form] of Object.entries(forms))
    it(`is blanked ${name}`, () => {
      should(blank(`<${form}>`, TOKEN)).match(/^<•••=*>$/);
    });

  it('is blanked outside ASCII too', () => {
    should(blank('pässwörd-日本-😀 p%C3%A4ssw%c3%b6rd-%E6%97%A5%E6%9C%AC-%F0%9F%98%80', 'pässwörd-日本-😀')).equal(
      '••• •••',
    );
    should(blank('p\\u00e4ssw\\u00F6rd-\\u65E5\\u672c-\\ud83d\\uDE00', 'pässwörd-日本-😀')).equal('•••');
  });

  it('of a header is blanked without its scheme, and for Basic also decoded', () => {
    const basic = Buffer.from('operator:swordfish-7').toString('base64');
    const headers = { Authorization: `Basic ${basic}`, 'X-Other': 'Bearer abcdef.ghijkl.mnopqr' };
    const secrets = secretPatterns({ headers });
    should(redact(`Basic ${basic}, ${basic}, operator:swordfish-7, swordfish-7.`, secrets)).equal(
      '•••, •••, •••, •••.',
    );
    should(redact('Bearer abcdef.ghijkl.mnopqr; abcdef.ghijkl.mnopqr', secrets)).equal('•••; •••');
  });

  it('of a few characters is blanked only as a whole word', () => {
    should(blank('pass, compass, passing, pass2, päss', 'pass')).equal('•••, compass, passing, pass2, päss');
    should(blank('"pass" pass=pass&x %20pass%20 \\npass', 'pass')).equal('"•••" •••=•••&x %20•••%20 \\n•••');
    should(blank('épasse pass日', 'pass')).equal('épasse pass日');
  });

  it('of one or two characters is not looked for', () => {
    should(blank('engine 12 not found', '12', '', ' ')).equal('engine 12 not found');
  });

  it('that holds another is blanked as a whole', () => {
    should(blank('not pass"word', 'pass', 'pass"word')).equal('not •••');
  });

  it('is blanked in every text, number and key of a body', () => {
    const secrets = secretPatterns({ headers: {}, secrets: ['swordfish', '4711'] });
    const body = { swordfish: ['a swordfish', { deep: 4711 }], pin: 4711.5, four: 47110, ok: true, none: null };
    should(redactIn(body, secrets)).eql({
      '•••': ['a •••', { deep: '•••' }],
      pin: '•••.5',
      four: 47110,
      ok: true,
      none: null,
    });
    should(redactIn(JSON.parse('{"__proto__":"swordfish"}'), secrets)).have.ownProperty('__proto__');
  });

  it('is found in bounded time in every text', () => {
    const secrets = secretPatterns({ headers: {}, secrets: ['%%%\\\\\\"/+&', '0'.repeat(40)] });
    for (const piece of ['\\', '%', '%25', '&#0', '0', '\\u005', 'a']) {
      const text = piece.repeat(500_000 / piece.length);
      const started = performance.now();
      redact(text, secrets);
      should(performance.now() - started).be.below(10_000);
    }
  });
});

describe('a secret of a header', () => {
  const blankHeader = (text: string, header: string) => redact(text, secretPatterns({ headers: { 'X-Key': header } }));

  it('has a scheme only as its first word', () => {
    should(blankHeader('swordfish-4711 and Digest', 'Digest  swordfish-4711')).equal('••• and Digest');
    should(blankHeader('second-part-4711', 'first/part second-part-4711')).equal('second-part-4711');
    should(blankHeader('one two-three-four', 'Key one two-three-four')).equal('•••');
    should(blankHeader('Key one', 'Key one two-three-four')).equal('Key one');
  });

  it('is decoded only for Basic', () => {
    const encoded = Buffer.from('operator:swordfish-7').toString('base64');
    should(blankHeader('swordfish-7', `basic ${encoded}`)).equal('•••');
    should(blankHeader('swordfish-7', `Bearer ${encoded}`)).equal('swordfish-7');
  });

  it('of 3 characters is blanked as a word, of 11 too, and of 12 everywhere', () => {
    should(blank('abc xabcx', 'abc')).equal('••• xabcx');
    should(blank('x01234567890x 01234567890', '01234567890')).equal('x01234567890x •••');
    should(blank('x012345678901x', '012345678901')).equal('x•••x');
  });

  it('is blanked in base64 without its padding, and not at an equals sign inside it', () => {
    should(blank(`${Buffer.from('swordfish-4711!!').toString('base64')}`, 'swordfish-4711!!')).match(/^•••=*$/);
    should(blank('a=b=c=d=e=f=g', 'a=b=c=d=e=f=g')).equal('•••');
  });
});
