import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import should from 'should';
import { eventually } from '../editor/page.js';

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
  const [press, release] = [send('down'), send('up')];
  /** All colours of a key, oldest first. */
  const coloursOf = (key: number): readonly Colour[] => colours.get(key) ?? [];
  return {
    /** They let a recipe use this deck. */
    changes: [
      ['"@elgato-stream-deck/node"', '"stream-deck-stand-in"'],
      ['listStreamDecks()', `listStreamDecks(${socket.address().port})`],
    ] as const,
    coloursOf,
    /** Waits until a key has this colour. */
    shows: (key: number, colour: Colour) => eventually(() => should(coloursOf(key).at(-1)).eql(colour)),
    ...{ press, release },
    pressShortly: (key: number) => {
      press(key);
      release(key);
    },
    close: () => socket.close(),
  };
}
