import { certificates } from '../hub.js';
import type { Fault } from './fault.js';

const { good, expired, future, otherHost, stranger } = certificates;
const all = [good, expired, future, otherHost].map(({ cert }) => cert);

/** All certificates but the stranger's are trusted. The repaired hub has the good one. */
const trusting = { tls: { ca: all } };

const wrongTls = (name: string, wrong: Fault['wrong'], more: Partial<Fault> = {}): Fault => ({
  name,
  end: 'HUB_UNREACHABLE not-sent',
  tls: true,
  wrong,
  settings: trusting,
  ...more,
});

export const tls: Fault[] = [
  wrongTls('has an untrusted certificate', { tls: stranger }),
  wrongTls('has an expired certificate', { tls: expired }),
  wrongTls('has a certificate that is not valid yet', { tls: future }),
  wrongTls("has another host's certificate", { tls: otherHost }),
  wrongTls('requires a client certificate (TLS 1.3)', { tls: { ...good, requestCert: true, minVersion: 'TLSv1.3' } }),
  wrongTls('requires a client certificate (TLS 1.2)', { tls: { ...good, requestCert: true, maxVersion: 'TLSv1.2' } }),
  wrongTls('supports only TLS 1.1', {
    tls: { ...good, minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' },
  }),
  wrongTls('uses http on an https port', {}),
  wrongTls('closes during the handshake', { onConnection: (socket) => socket.destroy() }),
  wrongTls('resets during the handshake', { onConnection: (socket) => socket.resetAndDestroy() }),
  wrongTls('answers the handshake with garbage', { onConnection: (socket) => socket.write('\x16\x03\x03garbage') }),
  wrongTls('never answers the handshake', { onConnection: (socket) => socket.pause() }, { hangs: true }),
  { name: 'uses https on an http port', end: 'HUB_CONNECTION_LOST unknown', wrong: { tls: good } },
  { name: 'has a trusted certificate', end: 'done', tls: true, settings: trusting },
  {
    name: 'has an untrusted certificate, with the check switched off',
    end: 'done',
    tls: true,
    settings: { tls: { rejectUnauthorized: false } },
  },
];
