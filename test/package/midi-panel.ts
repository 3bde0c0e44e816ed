import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** A MIDI panel at the port of `midi-stand-in`. */
export async function startMidiPanel() {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  /** The ports of both sides. */
  const sides = new Set<number>();
  const received: number[][] = [];
  let closings = 0;
  socket.on('message', (bytes, { port }) => {
    if (bytes.length === 0) sides.add(port);
    else if (bytes[0] === 0) closings += 1;
    else received.push([...bytes]);
  });
  const sendAll = (bytes: Buffer) => {
    for (const port of sides) socket.send(bytes, port, '127.0.0.1');
  };
  const { port } = socket.address();
  return {
    /** They let a recipe use this panel. Its function looks for the port ten times a second. */
    changes: [
      ['"@julusian/midi"', '"midi-stand-in"'],
      ['INTERVAL = 1000', 'INTERVAL = 100'],
      ...['Input', 'Output'].map((side) => [`midi.${side}()`, `midi.${side}(${port})`] as const),
    ] as const,
    sides,
    /** All messages to the panel, oldest first. */
    received,
    /** How often a side closed its port. */
    get closings() {
      return closings;
    },
    send: (...bytes: number[]) => sendAll(Buffer.from(bytes)),
    /** Unplugs the panel, or plugs it in again. */
    plug: () => sendAll(Buffer.alloc(0)),
    close: async () => {
      socket.close();
    },
  };
}
