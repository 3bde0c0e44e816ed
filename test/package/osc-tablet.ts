import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { freeUdpPort, packetOf } from '../osc.js';

/** A tablet that uses OSC over UDP. */
export async function startOscTablet() {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const sendsTo = await freeUdpPort();
  const values = new Map<string, number>();
  socket.on('message', (packet) => values.set(addressIn(packet), packet.readFloatBE(packet.length - 4)));
  return {
    listensAt: socket.address().port,
    sendsTo,
    move: (address: string, ...values: number[]) => socket.send(packetOf(address, ...values), sendsTo, '127.0.0.1'),
    /** The last value for a control. */
    shows: (address: string) => values.get(address),
    /** Forgets all values, like a tablet that is switched on later. */
    forget: () => values.clear(),
    close: async () => {
      socket.close();
    },
  };
}

const addressIn = (packet: Buffer): string => packet.toString('latin1').split('\0')[0] ?? '';
