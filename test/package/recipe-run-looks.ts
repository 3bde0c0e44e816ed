import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import should from 'should';
import { eventually } from '../editor/page.js';
import { startDeck } from './deck.js';
import { commands, opacity, type RecipeRun, type Stage, setOpacity } from './recipe-stage.js';

const ON = [255, 255, 255];
const CHANGED = [0, 64, 96];
const RECALLING = [128, 192, 224];
const EMPTY = [112, 88, 64];
const UNKNOWN = [128, 128, 128];
const FAILED = [255, 0, 255];

/** Somebody stores two looks with long presses and recalls the first one. Another client changes values meanwhile. */
export async function looksOnADeck(): Promise<RecipeRun> {
  const deck = await startDeck();
  const folder = mkdtempSync(join(tmpdir(), 'hub-looks-'));
  const file = join(folder, 'looks.json');

  const shows = (...colours: readonly (readonly number[])[]) =>
    eventually(() => should(colours.map((_, key) => deck.coloursOf(key).at(-1))).eql(colours));
  const stored = (look: string): unknown[] =>
    JSON.parse(readFileSync(file, 'utf8')).looks[look].map(({ value }: { value: unknown }) => value);
  async function hold(key: number, look: string, ...values: readonly unknown[]): Promise<void> {
    deck.press(key);
    await eventually(() => should(stored(look)).eql(values));
    deck.release(key);
  }

  return {
    changes: [...deck.changes, ['"file":""', `"file":${JSON.stringify(file)}`]],
    async act(stage) {
      await shows(...Array(8).fill(EMPTY));
      await hold(0, 'Look 1', 1, { x: 0, y: 0, z: 0 }, 'CAM 1', 0);
      await shows(ON, EMPTY);
      await setOpacity(stage, 0.25);
      await shows(CHANGED, EMPTY);
      await hold(1, 'Look 2', 0.25, { x: 0, y: 0, z: 0 }, 'CAM 1', 0);
      await shows(CHANGED, ON);
      // A hold only stores, also when its key is released.
      should(commands(stage.hub)).eql([opacity(0.25)]);
      should(recalls(stage)).eql([]);

      deck.pressShortly(0);
      await shows(ON, CHANGED);
      should(deck.coloursOf(0)).containEql(RECALLING);
      const fade = { Interpolation: 'Linear', Duration: 1 };
      should(recalls(stage)).eql([
        [{ Value: 1, ...fade }, { Value: { x: 0, y: 0, z: 0 }, ...fade }, { Value: 'CAM 1' }, { Value: 0, ...fade }],
      ]);

      // No look is stored for this key.
      deck.pressShortly(5);
      await eventually(() => should(deck.coloursOf(5)).containEql(FAILED));
      should(deck.coloursOf(4)).not.containEql(FAILED);

      const undo = stage.hub.trouble({ status: 503 });
      await shows(UNKNOWN, UNKNOWN);
      undo();
      await shows(ON, CHANGED);
      should(recalls(stage)).have.length(1);
    },
    close: async () => {
      deck.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** The values of each batch of commands that the hub got. */
const recalls = ({ hub }: Stage): unknown[][] =>
  hub.journal
    .filter(({ operation }) => operation === 'batch')
    .map(({ body }) => (body as { verb: string; body: unknown }[]).filter(({ verb }) => verb === 'PATCH'))
    .filter((entries) => entries.length > 0)
    .map((entries) => entries.map(({ body }) => body));
