import should from 'should';
import { eventually } from '../editor/page.js';
import { startDeck } from './deck.js';
import { IN, NEXT, OUT, press, type RecipeRun, sends, staysSo, visible } from './recipe-stage.js';

const RED = [255, 0, 0];
const DARK = [0, 0, 0];
const GREY = [128, 128, 128];
const DIM = [64, 0, 0];
const WHITE = [255, 255, 255];

const TAKE_OUT = 'PUT /linear/rundown/101/out/0';
const CLOSING = 'PUT /linear/rundown/101/play/2014/0';

/** Somebody presses the keys of both pages, another operator plays the lower third, and the hub is lost. */
export async function deckKeys(): Promise<RecipeRun> {
  const deck = await startDeck();
  const { shows, pressShortly } = deck;

  return {
    changes: deck.changes,
    async act(stage) {
      await shows(0, DARK);
      await shows(1, DIM);
      pressShortly(0);
      await shows(0, RED);
      await sends(stage, visible(true));
      pressShortly(0);
      await shows(0, DARK);
      const commands = [visible(true), visible(false)];
      await sends(stage, ...commands);

      pressShortly(1);
      await sends(stage, ...commands, NEXT);
      await eventually(() => should(deck.coloursOf(1)).containEql(WHITE));
      await shows(1, DIM);
      deck.press(1);
      await sends(stage, ...commands, NEXT, TAKE_OUT);
      deck.release(1);

      await press(stage.hub, 'in');
      await shows(0, RED);
      const undo = stage.hub.trouble({ status: 503 });
      await eventually(() => should(deck.coloursOf(0)).containEql(GREY));
      undo();
      await shows(0, RED);

      // The second page, and back.
      const before = [...commands, NEXT, TAKE_OUT, IN];
      pressShortly(4);
      await shows(0, DIM);
      pressShortly(1);
      await sends(stage, ...before, CLOSING);
      deck.press(0);
      await sends(stage, ...before, CLOSING, OUT);
      deck.release(0);
      pressShortly(4);
      await shows(0, DARK);
      await staysSo(stage, ...before, CLOSING, OUT);
    },
    close: async () => {
      deck.close();
    },
  };
}
