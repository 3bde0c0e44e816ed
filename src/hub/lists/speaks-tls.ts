import tls from 'node:tls';

/** A port that speaks TLS answers a handshake within this time, in ms. */
const MAX_WAIT_MS = 1000;

/** Whether a plain http address leads to a port that speaks TLS. Asks for 1 s at most, or until the signal. */
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
