import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { NodeInitializer } from 'node-red';
import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { example } from '../examples.js';
import { type NodeOf, perform, type Stage } from '../flows/stage.js';
import { coreNode } from '../runtime.js';

const modules = [coreNode('network/31-tcpin.js'), coreNode('network/32-udp.js')] as NodeInitializer[];

/** An independent parser of TSL UMD 5.0. It reads a packet of the network. */
const Tsl5 = require('tsl-umd-v5') as new () => {
  on(event: 'message', hear: (tally: object) => void): void;
  processTally(packet: Buffer, from: string): void;
};

const OURS = ['hub-watch', 'hub-event', 'hub-lamp', 'hub-playout-item', 'udp out'];

/** The nodes of the example for a tally, with another hub and port, and other fields of the lamp and its output. */
const tally = (port: number, fields: object, output: object): NodeOf[] =>
  example('3-panels/tally')
    .filter(({ type }) => OURS.includes(type))
    .map((part) => ({
      ...{ ...part, z: 'flow', hub: 'config' },
      ...(part.type === 'udp out' && { port: String(port), ...output }),
      ...(part.type === 'hub-lamp' && fields),
    }));

describe('a tally in real packets', () => {
  let hub: Simulator;
  let stage: Stage;
  let socket: Socket;
  const packets: Buffer[] = [];

  beforeEach(async () => {
    packets.length = 0;
    hub = await startSimulator();
    socket = createSocket('udp4', (packet) => packets.push(packet)).bind(0, '127.0.0.1');
    await once(socket, 'listening');
  });

  afterEach(async () => {
    await stage.close();
    await hub.close();
    socket.close();
  });

  const open = async (fields: object = {}, output: object = {}) => {
    const parts = tally(socket.address().port, fields, output);
    stage = await perform({ baseUrl: hub.url, auth: 'none', dialect: '1' }, parts, {}, { modules });
    const press = (name: string) => parts.find((part) => part.name === name)?.id as string;
    return (name: string) => stage.send(press(name), { _msgid: name, payload: true });
  };

  /** A receiver reads all packets, and the last one counts. */
  const last = (read: (packet: Buffer) => boolean) =>
    stage.until(() => {
      const packet = packets.at(-1);
      return packet !== undefined && read(packet);
    });

  it('is red while the lower third is on air, in version 3.1 as in the example', async () => {
    const press = await open();
    const tally = (packet: Buffer) => {
      should(packet).have.length(18);
      const [header = 0, control = 0] = packet;
      // 80 hex and the address. The lower four bits are tallies 1 to 4.
      should(header).equal(0x81);
      should(packet.toString('ascii', 2)).equal('LOWER THIRD     ');
      return control & 0b1111;
    };
    await last((packet) => tally(packet) === 0);
    await press('Anchor: In');
    await last((packet) => tally(packet) === 0b0001);
    await press('Anchor: Out');
    await last((packet) => tally(packet) === 0);
    // Each state is sent once. Unknown is dark in 3.1.
    should(packets.filter((packet) => tally(packet) === 1)).have.length(1);
  });

  it('and in version 5.0, parsed by another implementation', async () => {
    const press = await open({ surface: 'tsl50', control: '2/7 LOWER THIRD' });
    const tally = (
      packet: Buffer,
    ): { screen: number; index: number; display: { text: string; text_tally: number } } => {
      const reader = new Tsl5();
      let read: object = {};
      reader.on('message', (message) => {
        read = message;
      });
      reader.processTally(packet, 'here');
      return read as never;
    };
    await press('Anchor: In');
    await last((packet) => tally(packet).display.text_tally === 1);
    should(tally(packets.at(-1) as Buffer)).match({
      screen: 2,
      index: 7,
      display: { text: 'LOWER THIRD', lh_tally: 1, rh_tally: 1 },
    });
    await press('Anchor: Out');
    await last((packet) => tally(packet).display.text_tally === 0);
  });

  it('and in version 5.0 over TCP, where the receiver finds each packet in the stream', async () => {
    let stream = Buffer.alloc(0);
    const server = createServer((receiver) => {
      receiver.on('data', (part) => {
        stream = Buffer.concat([stream, part]);
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const tcpOut = { type: 'tcp out', name: '', host: '127.0.0.1', port: String(port), beserver: 'client' };
    try {
      // Display 254 is FE hex, the first byte of a packet.
      const press = await open(
        { surface: 'tsl50tcp', control: '2/254 LOWER THIRD' },
        { ...tcpOut, base64: false, end: false },
      );
      const controls = () => packetsIn(stream).map((packet) => packet[8]);
      await stage.until(() => controls().at(-1) === 0b11_00_00_00);
      await press('Anchor: In');
      await stage.until(() => controls().at(-1) === 0b11_01_01_01);
      await press('Anchor: Out');
      await stage.until(() => controls().at(-1) === 0b11_00_00_00);
      for (const packet of packetsIn(stream))
        should([...packet.subarray(4, 8), packet.toString('ascii', 12)]).eql([2, 0, 254, 0, 'LOWER THIRD']);
    } finally {
      server.close();
    }
  });
});

/**
 * The complete packets of a stream, as TSL UMD Protocol V5.00 describes it. FE 02 starts a packet. FE FE is a byte FE. The
 * first two bytes of a packet count the others.
 */
function packetsIn(stream: Buffer): Buffer[] {
  const packets: number[][] = [];
  for (let at = 0; at < stream.length; at++) {
    const isEscape = stream[at] === 0xfe;
    if (isEscape) at++;
    if (isEscape && stream[at] === 0x02) packets.push([]);
    else packets.at(-1)?.push(stream[at] as number);
  }
  return packets
    .map((bytes) => Buffer.from(bytes))
    .filter((packet) => packet.length >= 2 && packet.length === packet.readUInt16LE(0) + 2);
}
