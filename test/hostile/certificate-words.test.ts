import { readdirSync } from 'node:fs';
import should from 'should';
import { findOperation, Hub, HubError, type HubSettings, type Operation } from '../../dist/hub/index.js';
import { failureSentence } from '../../dist/hub/words/sentence.js';
import { failing } from '../hub/scripted-hub.js';
import { wordsOf } from '../hub/words/words-of.js';
import { certificates, fine, HostileHub, type Listening } from './hub.js';

const { good, expired, future, otherHost, stranger } = certificates;
const trusting = { tls: { ca: [good, expired, future, otherHost].map(({ cert }) => cert) } };
const setProperty = findOperation('setProperty') as Operation;
const VALUE = { engineId: 1, nodePath: 'Mixer', propertyPath: 'Überblendung', Value: 1 };

/** Hubs with a certificate that cannot be used, with the beginning of the sentence and a word of the solution. */
const cases: [string, Listening['tls'], string, RegExp][] = [
  ['expired', expired, 'certificate out of date. Check the date.', /expired/],
  ['not yet valid', future, 'certificate out of date. Check the date.', /not valid yet/],
  ['unknown', stranger, 'unknown certificate. Add its CA.', /TLS configuration at Certificates/],
  ['of another host', otherHost, 'certificate of another name. Use its name.', /server name/],
  [
    'missing here (TLS 1.3)',
    { ...good, requestCert: true, minVersion: 'TLSv1.3' },
    'client certificate refused.',
    /TLS/,
  ],
  [
    'missing here (TLS 1.2)',
    { ...good, requestCert: true, maxVersion: 'TLSv1.2' },
    'client certificate refused.',
    /TLS/,
  ],
];

describe('the sentence about a certificate', () => {
  for (const [name, tls, beginning, solution] of cases)
    it(`that is ${name} names it and the solution, in each language`, async () => {
      const wire = await HostileHub.open(fine, { tls });
      const settings: HubSettings = {
        ...{ baseUrl: wire.url, dialect: 1, linearSegment: 'linear', headers: {}, timeout: 5000, maxInFlight: 8 },
        ...trusting,
      };
      const hub = new Hub(settings);
      try {
        const error = await failing(hub.run(setProperty, VALUE));
        const sentence = (locale: string) => failureSentence(wordsOf(locale), error, { operation: setProperty });
        should(sentence('en-US')).startWith(`Set property: not sent – ${beginning}`);
        should(sentence('en-US')).match(solution).and.containEql(wire.url);
        should(sentence('en-US')).not.match(/network|may have/);
        for (const locale of readdirSync('locales')) {
          const [offline = ''] = wordsOf(locale)('errors.HUB_UNREACHABLE').split(/[.。]/);
          should(sentence(locale)).not.containEql(offline);
          should(sentence(locale))
            .containEql(wire.url)
            .and.not.match(/__|[{}]/);
        }
      } finally {
        hub.close();
        await wire.close();
      }
    });
});

describe('each code of OpenSSL about a certificate', () => {
  const sentence = (cause: string) =>
    failureSentence(wordsOf('en-US'), new HubError('HUB_UNREACHABLE', { url: 'https://hub', cause }), {});

  for (const [causes, expected] of [
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE UNABLE_TO_GET_ISSUER_CERT_LOCALLY', /unknown certificate\. Add its CA\./],
    ['SELF_SIGNED_CERT_IN_CHAIN DEPTH_ZERO_SELF_SIGNED_CERT', /unknown certificate\. Add its CA\./],
    ['CERT_REVOKED CERT_UNTRUSTED', /unknown certificate\. Add its CA\./],
    ['CERT_HAS_EXPIRED', /certificate out of date/],
    ['ERR_TLS_CERT_ALTNAME_INVALID', /certificate of another name/],
    ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', /client certificate refused/],
    ['ECONNREFUSED ENOTFOUND ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', /hub offline\. Check the network\./],
  ] as const)
    it(`has its sentence: ${causes}`, () => {
      for (const cause of causes.split(' ')) should(sentence(cause)).match(expected);
    });
});
