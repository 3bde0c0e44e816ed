import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** An OSC 1.0 string: ends with a zero byte and is padded to a multiple of four bytes. */
const text = (value: string) => Buffer.from(value.padEnd(Math.ceil((value.length + 1) / 4) * 4, '\0'), 'latin1');

/** A message with 32-bit floats, written from the OSC 1.0 specification. */
export function packetOf(address: string, ...values: number[]): Buffer {
  const floats = values.map((value) => {
    const four = Buffer.alloc(4);
    four.writeFloatBE(value);
    return four;
  });
  return Buffer.concat([text(address), text(`,${'f'.repeat(values.length)}`), ...floats]);
}

/** A bundle with the time tag for immediate execution. */
export function bundleOf(...packets: readonly Buffer[]): Buffer {
  const immediately = Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]);
  const elements = packets.map((packet) => {
    const size = Buffer.alloc(4);
    size.writeInt32BE(packet.length);
    return Buffer.concat([size, packet]);
  });
  return Buffer.concat([text('#bundle'), immediately, ...elements]);
}

/** A UDP port without a listener. */
export async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  return port;
}
