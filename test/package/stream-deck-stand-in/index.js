/**
 * Replaces `@elgato-stream-deck/node`: the deck at its port is a UDP socket, with one JSON text for each message. It has
 * eight keys without pictures.
 */
const { createSocket } = require('node:dgram');
const { EventEmitter } = require('node:events');

class Deck extends EventEmitter {
  socket = createSocket('udp4');
  CONTROLS = Array.from({ length: 8 }, (_, index) => ({ type: 'button', index, feedbackType: 'rgb' }));

  /** `port` is the port of the deck, for UDP. */
  constructor(port) {
    super();
    this.port = port;
    this.socket.on('message', (text) => {
      const { event, key } = JSON.parse(text);
      this.emit(event, this.CONTROLS[key]);
    });
  }

  send(message) {
    this.socket.send(JSON.stringify(message), this.port, '127.0.0.1');
  }

  clearPanel = async () => this.send({ clear: true });
  fillKeyColor = async (key, ...colour) => this.send({ key, colour });
  close = async () => this.socket.close();
}

/** Only the stand-in has a parameter: the port of the deck. */
const listStreamDecks = async (port) => [{ path: port, serialNumber: 'stand-in' }];
const openStreamDeck = async (port) => new Deck(port);

module.exports = { listStreamDecks, openStreamDeck };
