import tls from 'node:tls';

/** A TLS port answers a handshake within this time, in ms. */
const MAX_WAIT_MS = 1000;

/** True if a plain http address leads to a TLS port. The test ends after 1 s, or when the signal is aborted. */
export async function speaksTls(baseUrl: string, signal: AbortSignal): Promise<boolean> {
  const { protocol, hostname, port } = new URL(baseUrl);
  if (protocol !== 'http:' || signal.aborted) return false;
  const host = hostname.replace(/^\[|\]$/g, '');
  const socket = tls.connect({ host, port: Number(port) || 80, rejectUnauthorized: false });
  const close = () => socket.destroy();
  const timeout = setTimeout(close, MAX_WAIT_MS);
  signal.addEventListener('abort', close);
  try {
    return await new Promise((resolve) => {
      socket.once('secureConnect', () => resolve(true));
      socket.on('error', () => resolve(false)).once('close', () => resolve(false));
    });
  } finally {
    clearTimeout(timeout);
    signal.removeEventListener('abort', close);
    close();
  }
}
