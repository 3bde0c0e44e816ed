import should from 'should';
import type { Colour, State } from '../../../dist/panels/lamp/state.js';
import { render } from '../../../dist/panels/render/index.js';

const lamp = (state: State, colour: Colour = [255, 255, 255]) => ({ state, colour, blink: false, at: 0 });

const bytes = (version: 'tsl31' | 'tsl50' | 'tsl50tcp', state: State, control: string, colour?: Colour): Buffer => {
  const { payload } = render(version, lamp(state, colour), control);
  should(Buffer.isBuffer(payload)).be.true();
  return payload as Buffer;
};

/** The part of the package `tsl-umd-v5` that decodes packets. */
interface Decoder {
  on(event: 'message', listener: (tally: object) => void): void;
  processTally(packet: Buffer, from: string): void;
  constructPacket(tally: object, isFramed?: boolean): Buffer;
}
const Tsl5 = require('tsl-umd-v5') as new () => Decoder;

describe('TSL UMD', () => {
  it('3.1 is 18 bytes: address, tallies, sixteen characters', () => {
    // "Header: display address (0–126) + 80 hex". "Bit 0 tally 1, bit 1 tally 2". "Bits 4 and 5 set: full brightness".
    const cam = Buffer.from('CAM 1           ', 'ascii');
    should(bytes('tsl31', 'program', '5 CAM 1')).eql(Buffer.concat([Buffer.from([0x85, 0x31]), cam]));
    should(bytes('tsl31', 'preview', '5 CAM 1')).eql(Buffer.concat([Buffer.from([0x85, 0x32]), cam]));
    for (const state of ['off', 'available', 'unknown', 'failed', 'stopped', 'lookOn', 'lookRecalling'] as const)
      should(bytes('tsl31', state, '126')).eql(Buffer.concat([Buffer.from([0xfe, 0x30]), Buffer.alloc(16, ' ')]));
    should(bytes('tsl31', 'off', '0 Ünlü Göster çok uzun').toString('latin1', 2)).equal('?nl? G?ster ?ok ');
    should(bytes('tsl31', 'off', '0 \u{1f3a5} on')).have.length(18);
    should(bytes('tsl31', 'program', '5', [255, 0, 0])[1]).equal(0x31);
  });

  it('5.0 has the lower byte first: count, version, flags, screen, index, control, length, text', () => {
    const packet = (control: number, ...rest: number[]) =>
      Buffer.from([10 + rest.length, 0, 0, 0, 1, 0, 5, 0, control, 0, rest.length, 0, ...rest]);
    // Full brightness is 11 in bits 6 and 7. Red is 01, green is 10, amber is 11, each three times.
    should(bytes('tsl50', 'program', '1/5')).eql(packet(0b11_01_01_01));
    should(bytes('tsl50', 'preview', '1/5')).eql(packet(0b11_10_10_10));
    should(bytes('tsl50', 'unknown', '1/5')).eql(packet(0b11_11_11_11));
    should(bytes('tsl50', 'available', '1/5')).eql(packet(0b11_00_00_00));
    // A look or a cue is not a tally.
    const others = [
      'lookOn',
      'lookChanged',
      'lookRecalling',
      'lookEmpty',
      'cueStandby',
      'cueRunning',
      'cueHolding',
    ] as const;
    for (const state of others) should(bytes('tsl50', state, '1/5')).eql(packet(0b11_00_00_00));
    should(bytes('tsl50', 'program', '1/5 CAM')).eql(packet(0b11_01_01_01, 0x43, 0x41, 0x4d));
    should(bytes('tsl50', 'off', '770/1027').subarray(4, 8)).eql(Buffer.from([2, 3, 3, 4]));
    should(bytes('tsl50', 'off', '5 Ü \u{1f3a5}').toString('latin1', 10)).equal('\u0003\0? ?');
  });

  it('a dark lamp has no colour, also while it blinks', () => {
    should(bytes('tsl31', 'program', '5', [0, 0, 0])[1]).equal(0x30);
    should(bytes('tsl50', 'program', '5', [0, 0, 0])[8]).equal(0b11_00_00_00);
  });

  it('5.0 over TCP starts with FE 02, and doubles each FE of the packet, also in its counts', () => {
    // "Packet start is delimited by the sequence DLE/STX. Any occurrence of the DLE character in the packet is byte
    // stuffed to DLE/DLE. Any byte count fields in the packet are not affected". DLE is FE hex, STX is 02.
    const start = [0xfe, 0x02];
    const full = 0b11_01_01_01;
    should(bytes('tsl50tcp', 'program', '1/5 A')).eql(
      Buffer.from([...start, 11, 0, 0, 0, 1, 0, 5, 0, full, 0, 1, 0, 0x41]),
    );
    // Screen 65278 is FEFE hex, display 254 is FE hex.
    should(bytes('tsl50tcp', 'program', '65278/254')).eql(
      Buffer.from([...start, 10, 0, 0, 0, 0xfe, 0xfe, 0xfe, 0xfe, 0xfe, 0xfe, 0, full, 0, 0, 0]),
    );
    // 10 + 244 is FE hex.
    const long = bytes('tsl50tcp', 'program', `1/5 ${'A'.repeat(244)}`);
    should([...long.subarray(0, 6)]).eql([...start, 0xfe, 0xfe, 0, 0]);
    should(long).have.length(2 + 1 + 256);
  });

  it('5.0 matches another implementation', () => {
    const other = new Tsl5();
    const received: object[] = [];
    other.on('message', (tally) => received.push(tally));
    other.processTally(bytes('tsl50', 'preview', '3/17 CAM 2'), 'here');
    should(received[0]).match({
      pbc: 15,
      screen: 3,
      index: 17,
      length: 5,
      display: { text: 'CAM 2', rh_tally: 2, text_tally: 2, lh_tally: 2, brightness: 3, control_data: 0 },
    });
    const display = { rh_tally: 1, text_tally: 1, lh_tally: 1, brightness: 3, text: 'CAM 2' };
    const written = other.constructPacket({ screen: 3, index: 17, display });
    should(written).eql(bytes('tsl50', 'program', '3/17 CAM 2'));
    const framed = other.constructPacket({ screen: 254, index: 17, display }, true);
    should(framed).eql(bytes('tsl50tcp', 'program', '254/17 CAM 2'));
  });
});
