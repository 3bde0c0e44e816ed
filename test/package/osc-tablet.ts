import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** A tablet that speaks OSC by UDP, its bytes written by hand after the OSC 1.0 specification. */
export async function startOscTablet() {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const sendsTo = await freePort();
  const shown = new Map<string, number>();
  socket.on('message', (packet) => shown.set(addressIn(packet), packet.readFloatBE(packet.length - 4)));
  return {
    listensAt: socket.address().port,
    sendsTo,
    move: (address: string, value: number) => socket.send(packetOf(address, value), sendsTo, '127.0.0.1'),
    /** What it was told last for a control. */
    shows: (address: string) => shown.get(address),
    close: async () => {
      socket.close();
    },
  };
}

/** Text as OSC has it: ended by a zero, and filled with zeros to a multiple of four bytes. */
const text = (value: string) => Buffer.from(value.padEnd(Math.ceil((value.length + 1) / 4) * 4, '\0'), 'latin1');

/** A message with one 32-bit float. */
function packetOf(address: string, value: number): Buffer {
  const four = Buffer.alloc(4);
  four.writeFloatBE(value);
  return Buffer.concat([text(address), text(',f'), four]);
}

const addressIn = (packet: Buffer): string => packet.toString('latin1').split('\0')[0] ?? '';

async function freePort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  return port;
}
