import should from 'should';
import { eventually } from '../editor/page.js';
import { startMidiPanel } from './midi-panel.js';
import { opacity, type RecipeRun, sends, setOpacity, visible } from './recipe-stage.js';

const FADER_1 = [0xb0, 1];
const FADER_3 = [0xb0, 3];
const PAD = [0x90, 36];

const duration = (value: number) =>
  `PATCH /engines/1/nodes/Mixer_0/properties/Default/DoTransition/Duration/0 {"Value":${value}}`;

/** A hand moves two faders and hits the pad, and another operator moves the opacity. */
export async function midiBank(): Promise<RecipeRun> {
  const panel = await startMidiPanel();
  const { received, send } = panel;
  const shows = (...bytes: readonly number[]) =>
    eventually(() => should(received.findLast((each) => each[0] === bytes[0] && each[1] === bytes[1])).eql([...bytes]));

  return {
    changes: panel.changes,
    async act(stage) {
      await eventually(() => should(panel.sides.size).equal(2));
      await shows(...FADER_1, 127);
      await shows(...PAD, 0);
      // The fader is below the present value: nothing is sent until it has picked up.
      send(...FADER_1, 64);
      send(...FADER_3, 64);
      await sends(stage, duration(1));
      send(...FADER_1, 127);
      await sends(stage, duration(1), opacity(1));
      await setOpacity(stage, 0);
      await shows(...FADER_1, 0);

      send(...PAD, 127);
      send(...PAD, 0);
      await shows(...PAD, 127);
      const commands = [duration(1), opacity(1), opacity(0)];
      await sends(stage, ...commands, visible(true));
      send(...PAD, 127);
      send(...PAD, 0);
      await shows(...PAD, 0);
      await sends(stage, ...commands, visible(true), visible(false));
    },
    close: panel.close,
  };
}
