import should from 'should';
import { eventually } from '../editor/page.js';
import { startMidiPanel } from './midi-panel.js';
import { opacity, type RecipeRun, sends, setOpacity, visible } from './recipe-stage.js';

/**
 * The messages of an X-Touch in its mode MC, and those that it accepts, written from github.com/NicoG60/TouchMCU,
 * doc/mackie_control_protocol.md: "Fader", "Virtual Pot", "Buttons, LEDs and Bangs", "LCD Screen".
 */
const TOUCH_1 = [0x90, 0x68];
const VPOT_1 = [0xb0, 0x10];
const PLAY = [0x90, 0x5e];
const RING_1 = [0xb0, 0x30];
const FADER_1 = [0xe0];
const UPPER_1 = [0xf0, 0x00, 0x00, 0x66, 0x14, 0x12, 0x00];
const LOWER_1 = [0xf0, 0x00, 0x00, 0x66, 0x14, 0x12, 0x38];

const line = (start: readonly number[], text: string) => [...start, ...Buffer.from(text.padEnd(7)), 0xf7];

/** A hand moves fader 1, turns V-pot 1 and presses Play, another operator moves the opacity, and the panel is unplugged. */
export async function xTouch(): Promise<RecipeRun> {
  const panel = await startMidiPanel();
  const { received, send } = panel;
  const messagesOf = (start: readonly number[]) =>
    received.filter((bytes) => start.every((byte, at) => bytes[at] === byte));
  const shows = (...expected: readonly (readonly [start: readonly number[], message: readonly number[]])[]) =>
    eventually(() =>
      should(expected.map(([start]) => messagesOf(start).at(-1))).eql(expected.map(([, message]) => message)),
    );

  return {
    changes: panel.changes,
    async act(stage) {
      await eventually(() => should(panel.sides.size).equal(2));
      const initial = [
        [FADER_1, [...FADER_1, 0x7f, 0x7f]],
        [RING_1, [...RING_1, 0x26]],
        [PLAY, [...PLAY, 0]],
        [UPPER_1, line(UPPER_1, 'Overlay')],
        [LOWER_1, line(LOWER_1, '1')],
      ] as const;
      await shows(...initial);

      const moves = messagesOf(FADER_1).length;
      send(...TOUCH_1, 0x7f);
      send(...FADER_1, 0x00, 0x40);
      await sends(stage, opacity(8192 / 16383));
      await shows([LOWER_1, line(LOWER_1, '0.5')]);
      await setOpacity(stage, 0.25);
      await shows([LOWER_1, line(LOWER_1, '0.25')]);
      // The motor rests under the hand. Then it moves to the value of the hub: 4096 of 16383.
      should(messagesOf(FADER_1)).have.length(moves);
      send(...TOUCH_1, 0);
      await shows([FADER_1, [...FADER_1, 0x00, 0x20]]);
      should(messagesOf(FADER_1)).have.length(moves + 1);

      const commands = stage.sent();
      // Four clicks to the left: from 1 to 0.8 of 2, the fifth position of the ring.
      send(...VPOT_1, 0x44);
      await sends(stage, ...commands, speed(0.8));
      await shows([RING_1, [...RING_1, 0x25]]);
      send(...VPOT_1, 0x03);
      await sends(stage, ...commands, speed(0.8), speed(0.95));
      await shows([RING_1, [...RING_1, 0x26]]);

      send(...PLAY, 0x7f);
      send(...PLAY, 0);
      await sends(stage, ...commands, speed(0.8), speed(0.95), visible(true));
      await shows([PLAY, [...PLAY, 0x7f]]);

      // Without a known state, the ring is dark, the line shows a question mark, and the light blinks.
      const undo = stage.hub.trouble({ status: 503 });
      await shows([RING_1, [...RING_1, 0]], [LOWER_1, line(LOWER_1, '?')], [PLAY, [...PLAY, 1]]);
      undo();
      await shows([RING_1, [...RING_1, 0x26]], [LOWER_1, line(LOWER_1, '0.25')], [PLAY, [...PLAY, 0x7f]]);

      panel.plug();
      await eventually(() => should(panel.closings).equal(2));
      received.length = 0;
      panel.plug();
      await shows(
        [FADER_1, [...FADER_1, 0x00, 0x20]],
        [RING_1, [...RING_1, 0x26]],
        [PLAY, [...PLAY, 0x7f]],
        [UPPER_1, line(UPPER_1, 'Overlay')],
        [LOWER_1, line(LOWER_1, '0.25')],
      );
      await sends(stage, ...commands, speed(0.8), speed(0.95), visible(true));
      send(...PLAY, 0x7f);
      send(...PLAY, 0);
      await sends(stage, ...commands, speed(0.8), speed(0.95), visible(true), visible(false));
      await shows([PLAY, [...PLAY, 0]]);
    },
    close: panel.close,
  };
}

const speed = (value: number) => `PATCH /engines/1/nodes/Media Player_0/properties/Clip//Speed/0 {"Value":${value}}`;
