import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { freeUdpPort, packetOf } from '../osc.js';

/** A tablet that speaks OSC by UDP. */
export async function startOscTablet() {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const sendsTo = await freeUdpPort();
  const shown = new Map<string, number>();
  socket.on('message', (packet) => shown.set(addressIn(packet), packet.readFloatBE(packet.length - 4)));
  return {
    listensAt: socket.address().port,
    sendsTo,
    move: (address: string, ...values: number[]) => socket.send(packetOf(address, ...values), sendsTo, '127.0.0.1'),
    /** What it was told last for a control. */
    shows: (address: string) => shown.get(address),
    /** It is switched on later: it was told nothing yet. */
    forget: () => shown.clear(),
    close: async () => {
      socket.close();
    },
  };
}

const addressIn = (packet: Buffer): string => packet.toString('latin1').split('\0')[0] ?? '';
