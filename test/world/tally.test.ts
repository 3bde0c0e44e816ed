import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { NodeInitializer } from 'node-red';
import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { example } from '../examples.js';
import { type NodeOf, perform, type Stage } from '../flows/stage.js';
import { coreNode } from '../runtime.js';

const modules = [coreNode('network/32-udp.js')] as NodeInitializer[];

const OURS = ['hub-watch', 'hub-event', 'hub-lamp', 'hub-playout-item', 'udp out'];

/** The nodes of the example for a tally, with another hub and port. */
const tally = (port: number): NodeOf[] =>
  example('3-panels/tally')
    .filter(({ type }) => OURS.includes(type))
    .map((part) => ({
      ...{ ...part, z: 'flow', hub: 'config' },
      ...(part.type === 'udp out' && { port: String(port) }),
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

  const open = async () => {
    const parts = tally(socket.address().port);
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
});
