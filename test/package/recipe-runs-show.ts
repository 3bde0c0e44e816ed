import should from 'should';
import { importReadyList, moveTo } from '../cue-lists.js';
import { eventually } from '../editor/page.js';
import { startDeck } from './deck.js';
import { bounce, give, wired } from './recipe-runs-wired.js';
import { IN, lastPrinted, OUT, type RecipeCase, type Stage, sends, staysSo } from './recipe-stage.js';

const STANDBY = [0x30, 0, 0xff];
const FAILED = [255, 0, 255];

const play = (item: number) => `PUT /linear/rundown/101/play/${item}/0`;

/** Imports the list of the page, and moves it to a cue. */
async function startAt({ nodeRed }: Stage, list: string, cue: string): Promise<void> {
  await importReadyList(nodeRed.url);
  await eventually(() => moveTo(nodeRed.url, list, cue));
}

/** The flows of `docs/recipes/show-on-one-key.md`. */
export const showRuns: Readonly<Record<string, RecipeCase>> = {
  'show-on-a-stream-deck': {
    async does() {
      const deck = await startDeck();
      const { shows, pressShortly: press } = deck;
      return {
        changes: deck.changes,
        async act(stage) {
          await startAt(stage, 'hubrsde0cue00001', '10');
          await shows(0, STANDBY);
          press(0);
          await sends(stage, play(2011));
          await shows(0, STANDBY);
          // From 20 to 30, which takes its lower third out by itself.
          press(2);
          await staysSo(stage, play(2011));
          press(0);
          await sends(stage, play(2011), IN);
          await sends(stage, play(2011), IN, OUT);
          press(1);
          press(1);
          await staysSo(stage, play(2011), IN, OUT);
          const refuse = stage.hub.trouble({ operation: 'playItem', status: 409 });
          press(0);
          await shows(0, FAILED);
          refuse();
        },
        close: async () => {
          deck.close();
        },
      };
    },
  },
  'show-on-x-keys': {
    async does() {
      const [go, back, stop] = ['hubrsxk0ctl00001', 'hubrsxk0ctl00002', 'hubrsxk0ctl00003'] as const;
      return {
        ...wired('hubrsxk0tab00001', 'hubrsxk0lin00001', [go, back, stop]),
        async act(stage) {
          const press = async (control: string, button: string) => {
            for (const value of [1, 0])
              await give(stage, control, {
                topic: 'button',
                payload: { product_id: 1, unit_id: 0, button_id: button, value },
              });
          };
          await startAt(stage, 'hubrsxk0cue00001', '10');
          await press(go, '1');
          await sends(stage, play(2011));
          await press(back, '2');
          await staysSo(stage, play(2011));
          await press(go, '1');
          await sends(stage, play(2011), play(2011));
          // Longer than the lockout.
          await staysSo(stage, play(2011), play(2011));
          await moveTo(stage.nodeRed.url, 'hubrsxk0cue00001', '30');
          await press(go, '1');
          await sends(stage, play(2011), play(2011), IN);
          // The time out of this cue waits for 3 s.
          await press(stop, '3');
          await new Promise((resolve) => setTimeout(resolve, 3500));
          await staysSo(stage, play(2011), play(2011), IN);
        },
      };
    },
  },
  'show-by-a-contact': {
    async does() {
      const control = 'hubrsgp0ctl00001';
      return {
        ...wired('hubrsgp0tab00001', 'hubrsgp0rpi00004', [control]),
        async act(stage) {
          const pin = (payload: number) => give(stage, control, { topic: 'gpio/17', payload });
          await startAt(stage, 'hubrsgp0cue00001', '10');
          await eventually(() => should(lastPrinted(stage)).eql({ payload: 1 }));
          // The first message after a start is the state of the pin: open.
          await pin(1);
          // It is one Go.
          await bounce(stage, control, 'gpio/17');
          await sends(stage, play(2011));
          await staysSo(stage, play(2011));
          const refuse = stage.hub.trouble({ operation: 'playItem', status: 409 });
          await pin(0);
          await eventually(() => should(lastPrinted(stage)).eql({ payload: 0 }));
          refuse();
        },
      };
    },
  },
};
