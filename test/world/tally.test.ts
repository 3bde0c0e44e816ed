import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { NodeInitializer } from 'node-red';
import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { example } from '../examples.js';
import { type NodeOf, perform, type Stage } from '../flows/stage.js';
import { coreNode } from '../runtime.js';

const modules = [coreNode('network/32-udp.js')] as NodeInitializer[];

/** An independent parser of TSL UMD 5.0. It reads a packet of the network. */
const Tsl5 = require('tsl-umd-v5') as new () => {
  on(event: 'message', hear: (tally: object) => void): void;
  processTally(packet: Buffer, from: string): void;
};

const OURS = ['hub-watch', 'hub-event', 'hub-lamp', 'hub-playout-item', 'udp out'];

/** The nodes of the example for a tally, with another hub and port, and other fields of the lamp. */
const tally = (port: number, fields: object): NodeOf[] =>
  example('3-panels/tally')
    .filter(({ type }) => OURS.includes(type))
    .map((part) => ({
      ...{ ...part, z: 'flow', hub: 'config' },
      ...(part.type === 'udp out' && { port: String(port) }),
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

  const open = async (fields: object = {}) => {
    const parts = tally(socket.address().port, fields);
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
});
