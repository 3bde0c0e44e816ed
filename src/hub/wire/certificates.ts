/** The TLS alert of a hub that rejects our certificate. The request was sent, but the hub does not read it. */
export const CLIENT_REFUSED = /^ERR_SSL_.*_ALERT_(HANDSHAKE_FAILURE|UNKNOWN_CA|ACCESS_DENIED|.*CERTIFICATE.*)$/;

/** The problems of certificates, by the codes of OpenSSL and Node.js. The first one that matches counts. */
const PROBLEMS = [
  ['certificateDate', /^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/],
  ['certificateName', /^ERR_TLS_CERT_ALTNAME|^HOSTNAME_MISMATCH$/],
  ['certificateClient', CLIENT_REFUSED],
  ['certificateUnknown', /^(UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|CERT_|CRL_|INVALID_(CA|PURPOSE)$|PATH_LENGTH_)/],
] as const;

/** The problem with a certificate that causes a failure, if it is one. It is the key of the sentence. */
export const certificateProblem = (cause: string): (typeof PROBLEMS)[number][0] | undefined =>
  PROBLEMS.find(([, codes]) => codes.test(cause))?.[0];
