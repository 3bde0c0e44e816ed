import should from 'should';
import { eventually } from '../editor/page.js';
import {
  lastPrinted,
  opacity,
  press,
  printed,
  type RecipeCase,
  type RecipeRun,
  type Stage,
  sends,
  staysSo,
  visible,
} from './recipe-stage.js';

/** Sends a message to a control, like the node of its device. */
export async function give({ nodeRed }: Stage, control: string, msg: object): Promise<void> {
  const props = Object.entries(msg).map(([p, v]) => ({ p, v: JSON.stringify(v), vt: 'json' }));
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ __user_inject_props__: props });
  await eventually(async () => {
    const { status } = await fetch(`${nodeRed.url}/inject/to-${control}`, { method: 'POST', headers, body });
    should(status).equal(200);
  });
}

/** A contact that bounces when it closes, faster than any lockout also on a busy machine. */
export const bounce = (stage: Stage, control: string, topic: string): Promise<void> =>
  give(stage, `bouncing-${control}`, { topic, payload: [0, 1, 0, 1] });

/** The messages of the device node `out` are printed. Messages can be given to the controls. */
export const wired = (tab: string, out: string, controls: readonly string[]): Pick<RecipeRun, 'nodes' | 'changes'> => ({
  changes: [[`"wires":[["${out}"],[]]`, '"wires":[["printed"],[]]']],
  nodes: [
    printed(tab),
    ...controls.flatMap((id) => [
      { id: `to-${id}`, type: 'inject', z: tab, name: '', props: [], wires: [[id]] },
      { id: `to-bouncing-${id}`, type: 'inject', z: tab, name: '', props: [], wires: [[`bouncing-${id}`]] },
      { id: `bouncing-${id}`, type: 'split', z: tab, arraySplt: 1, arraySpltType: 'len', wires: [[id]] },
    ]),
  ],
});

/** The runs of devices that no test machine has. The test sends and prints the messages of their nodes. */
export const wiredRuns: Readonly<Record<string, RecipeCase>> = {
  gpi: {
    async does() {
      const control = 'hubrgpi0ctl00001';
      return {
        ...wired('hubrgpi0tab00001', 'hubrgpi0rpi00004', [control]),
        async act(stage) {
          const pin = (payload: number) => give(stage, control, { topic: 'gpio/17', payload });
          await eventually(() => should(lastPrinted(stage)).eql({ payload: 0 }));
          // The first message after a start is the state of the pin: open.
          await pin(1);
          await bounce(stage, control, 'gpio/17');
          await sends(stage, visible(true));
          await eventually(() => should(lastPrinted(stage)).eql({ payload: 1 }));
          // Longer than the lockout.
          await staysSo(stage, visible(true));
          await pin(0);
          await sends(stage, visible(true), visible(false));
          await eventually(() => should(lastPrinted(stage)).eql({ payload: 0 }));
          // A failed press does not light the tally.
          await staysSo(stage, visible(true), visible(false));
          await pin(1);
          stage.hub.trouble({ operation: 'setProperty', status: 404 });
          const since = stage.nodeRed.log().length;
          await pin(0);
          await sends(stage, visible(true), visible(false), visible(true));
          await staysSo(stage, visible(true), visible(false), visible(true));
          should(stage.nodeRed.log().slice(since)).not.match(/debug:heard/);
        },
      };
    },
  },
  ember: {
    withoutDevice: /ECONNREFUSED/,
    async does() {
      const [fader, key] = ['hubremb0ctl00001', 'hubremb0ctl00002'];
      return {
        ...wired('hubremb0tab00001', 'hubremb0emb00003', [fader, key]),
        async act(stage) {
          const contents = (identifier: string, value: number | boolean, range = {}) => ({
            payload: { contents: { identifier, value, ...range } },
          });
          await eventually(() => should(lastPrinted(stage)).eql({ payload: false }));
          await give(stage, fader, contents('Fader', -40, { minimum: -100, maximum: 0 }));
          await sends(stage, opacity(0.6));
          for (const value of [true, false]) await give(stage, key, contents('Key', value));
          await sends(stage, opacity(0.6), visible(true));
          await eventually(() => should(lastPrinted(stage)).eql({ payload: true }));
          await press(stage.hub, 'out');
          await eventually(() => should(lastPrinted(stage)).eql({ payload: false }));
        },
      };
    },
  },
};
