import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer, type TLSSocket, type TlsOptions } from 'node:tls';

/** A request, with the bytes of its body as text. */
export interface RawRequest {
  readonly line: string;
  readonly path: string;
  readonly body: string;
}

/** The reaction to a request, byte by byte. */
export type Act = (socket: Socket, request: RawRequest) => void;

/** The address and protocol of a hostile hub. Port 0 is a free one. */
export interface Listening {
  readonly port?: number;
  readonly host?: string;
  readonly tls?: TlsOptions;
  /** Is called with each new socket. No request is read from it. */
  readonly onConnection?: (socket: Socket) => void;
}

const fixture = (path: string): Buffer => readFileSync(join(__dirname, '../../test', path));

/** Certificates of all kinds, for 127.0.0.1 except that of the other host. */
export const certificates = {
  good: { cert: fixture('hub/certificate/cert.pem'), key: fixture('hub/certificate/key.pem') },
  expired: { cert: fixture('hostile/certificates/expired.pem'), key: fixture('hub/certificate/key.pem') },
  future: { cert: fixture('hostile/certificates/future.pem'), key: fixture('hub/certificate/key.pem') },
  otherHost: { cert: fixture('hostile/certificates/other-host.pem'), key: fixture('hub/certificate/key.pem') },
  stranger: {
    cert: fixture('hostile/certificates/stranger.pem'),
    key: fixture('hostile/certificates/stranger-key.pem'),
  },
};

/** A hub on raw sockets, with a scripted reaction to each request. */
export class HostileHub {
  readonly requests: RawRequest[] = [];
  readonly sockets = new Set<Socket>();
  connections = 0;

  private constructor(
    readonly server: Server,
    public act: Act,
    onConnection: Listening['onConnection'],
  ) {
    const isTls = 'setSecureContext' in server;
    server.on('connection', (socket: Socket) => {
      this.connections += 1;
      this.sockets.add(socket);
      socket.on('error', () => {}).on('close', () => this.sockets.delete(socket));
    });
    server.on('tlsClientError', () => {});
    server.on(isTls ? 'secureConnection' : 'connection', (socket: Socket | TLSSocket) => {
      socket.on('error', () => {});
      if (onConnection) onConnection(socket);
      else this.#read(socket);
    });
  }

  static async open(
    act: Act,
    { port = 0, host = '127.0.0.1', tls, onConnection }: Listening = {},
  ): Promise<HostileHub> {
    const server = tls ? createTlsServer(tls) : createServer();
    const hub = new HostileHub(server, act, onConnection);
    await once(server.listen(port, host), 'listening');
    return hub;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    const { address, family } = this.server.address() as AddressInfo;
    const scheme = 'setSecureContext' in this.server ? 'https' : 'http';
    return `${scheme}://${family === 'IPv6' ? `[${address}]` : address}:${this.port}`;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  #read(socket: Socket): void {
    let text = '';
    socket.on('data', (bytes) => {
      // The beginning of a TLS handshake. An HTTP server cannot read it.
      if (bytes[0] === 0x16) return socket.destroy();
      text += bytes.toString('latin1');
      for (;;) {
        const [head = '', ...rest] = text.split('\r\n\r\n');
        if (rest.length === 0) return undefined;
        const body = rest.join('\r\n\r\n');
        const length = Number(/content-length: *(\d+)/i.exec(head)?.[1] ?? 0);
        if (body.length < length) return undefined;
        text = body.slice(length);
        const line = head.split('\r\n')[0] ?? '';
        const request = { line, path: line.split(' ')[1] ?? '', body: body.slice(0, length) };
        this.requests.push(request);
        this.act(socket, request);
      }
    });
  }
}

/** An answer as text. It has its length, unless a header describes its end. */
export function answer(
  status: number | string,
  headers: Record<string, string> = {},
  body: string | Buffer = '',
): Buffer {
  const bytes = Buffer.from(body as string);
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  const hasFraming =
    names.includes('content-length') || names.includes('transfer-encoding') || names.includes('connection');
  const lines = Object.entries(hasFraming ? headers : { ...headers, 'Content-Length': String(bytes.length) });
  const head = [`HTTP/1.1 ${status}`, ...lines.map(([name, value]) => `${name}: ${value}`)].join('\r\n');
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'latin1'), bytes]);
}

export const JSON_TYPE = { 'Content-Type': 'application/json' };

/** A correct answer of a hub. */
export const fine: Act = (socket) => socket.write(answer('200 OK', JSON_TYPE, '{"ok":true}'));

/** Writes this, and waits. */
export const writes =
  (text: string | Buffer): Act =>
  (socket) =>
    socket.write(text);

/** Writes this, and closes. */
export const saysAndCloses =
  (text: string | Buffer): Act =>
  (socket) =>
    socket.end(text);

/** Writes this, and resets when it is sent. */
export const saysAndResets =
  (text: string | Buffer): Act =>
  (socket) =>
    socket.write(text, () => setTimeout(() => socket.resetAndDestroy(), 20));

/** Writes one byte at a time, `pause` ms apart. */
export const drips =
  (text: string | Buffer, pause = 20): Act =>
  (socket) => {
    let at = 0;
    const bytes = Buffer.from(text as string);
    const drip = setInterval(() => {
      if (at < bytes.length) socket.write(bytes.subarray(at, at + 1));
      at += 1;
    }, pause);
    socket.on('close', () => clearInterval(drip));
  };

/** Writes a piece again and again until the socket closes. */
export const floods =
  (head: string | Buffer, piece: string | Buffer): Act =>
  (socket) => {
    const write = (): void => {
      while (!socket.destroyed && socket.write(piece));
      if (!socket.destroyed) socket.once('drain', write);
    };
    socket.write(head);
    write();
  };
