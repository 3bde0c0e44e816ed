/**
 * Replaces `@julusian/midi`: the panel at its port is a UDP socket, with one datagram for each MIDI message. An empty
 * datagram means that the panel is unplugged, or plugged in again. A closed port reports a byte 0, which is not a message.
 */
const { createSocket } = require('node:dgram');
const { EventEmitter } = require('node:events');

const NAMES = ['Midi Through:0', 'X-Touch:1'];

class Side extends EventEmitter {
  socket = createSocket('udp4');
  isPlugged = true;
  isOpen = false;

  /** `panel` is the port of the panel, for UDP. */
  constructor(panel) {
    super();
    this.panel = panel;
    this.socket.on('message', (bytes) => {
      if (bytes.length === 0) this.isPlugged = !this.isPlugged;
      else if (this.isOpen) this.emit('message', 0.01, [...bytes]);
    });
    // The panel learns the address.
    this.socket.send('', panel, '127.0.0.1');
  }

  getPortCount = () => (this.isPlugged ? 2 : 1);
  getPortName = (at) => NAMES[at];

  openPort(at) {
    this.isOpen = NAMES[at] === 'X-Touch:1';
  }

  closePort() {
    this.isOpen = false;
    this.socket.send('\0', this.panel, '127.0.0.1');
  }

  destroy() {
    this.socket.close();
  }
}

class Output extends Side {
  sendMessage(bytes) {
    if (this.isOpen) this.socket.send(Buffer.from(bytes), this.panel, '127.0.0.1');
  }
}

module.exports = { Input: Side, Output };
