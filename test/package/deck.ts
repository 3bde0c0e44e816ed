import { createSocket } from 'node:dgram';
import { once } from 'node:events';

type Colour = readonly number[];

/** A message of `stream-deck-stand-in`. */
interface DeckMessage {
  readonly key?: number;
  readonly colour?: Colour;
}

/** A Stream Deck at the port of `stream-deck-stand-in`. */
export async function startDeck() {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const colours = new Map<number, Colour[]>();
  let library: number | undefined;
  socket.on('message', (text, { port }) => {
    library = port;
    const { key, colour }: DeckMessage = JSON.parse(String(text));
    if (key !== undefined && colour) colours.set(key, [...(colours.get(key) ?? []), colour]);
  });
  const send = (event: 'down' | 'up') => (key: number) => socket.send(JSON.stringify({ event, key }), library);
  return {
    port: socket.address().port,
    /** All colours of a key, oldest first. */
    coloursOf: (key: number): readonly Colour[] => colours.get(key) ?? [],
    press: send('down'),
    release: send('up'),
    close: () => socket.close(),
  };
}
