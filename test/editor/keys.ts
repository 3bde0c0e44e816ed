import type { Simulator } from '../../dist/simulator/index.js';
import { page } from './stage.js';

export const section = () => page().locator('#hub-side-keys');
/** During a deploy, there is no surface, and they are hidden. */
export const keys = () => section().locator('.hub-key:visible');

/** The key of this name, for example `key 0`. */
export const key = (name: string) => section().locator(`.hub-key[aria-label^=${JSON.stringify(`${name} · `)}]`);

/** The texts of the keys, from left to right and from top to bottom. */
export const texts = () => keys().locator('.hub-key-text').allInnerTexts();

export const problems = async () => (await section().locator('.hub-side-problem').allInnerTexts()).join('');

/** The sentence below the keys. */
export const note = () => section().locator('.hub-side-note').innerText();

/** The requests for the surfaces and controls. */
export const PATH = '**/graphics-hub/controls';

/** A report of a control, as the endpoint sends it. */
export const report = (name: string, fields: object = {}) => ({
  ...{ id: name, hub: 'hub', surface: 'streamdeck', page: '', control: name, kind: 'button' },
  ...{ state: 'off', colour: [0, 0, 0], blink: false, text: name },
  ...fields,
});

/** Shows these reports instead of those of the deployed nodes. The id of a surface is the name of its device. */
export async function answer(...controls: ReturnType<typeof report>[]): Promise<void> {
  const size = controls.length > 15 ? '32' : '15';
  const surfaces = [...new Set(controls.map((each) => each.surface))].map((id) => ({
    ...{ id, name: '', device: id, size, pages: [], present: '' },
  }));
  await page().unroute(PATH);
  await page().route(PATH, (route) => route.fulfill({ json: { surfaces, controls } }));
}

/** The items that the commands of a simulated hub play. */
export const playedOn = ({ journal }: Pick<Simulator, 'journal'>) =>
  journal.filter(({ operation }) => operation === 'playItem').map(({ path }) => path.split('/').at(-2));

/** Presses the mouse on a key, and holds it. */
export async function mouseDown(name: string): Promise<void> {
  const { x, y, width, height } = (await key(name).boundingBox())!;
  await page().mouse.move(x + width / 2, y + height / 2);
  await page().mouse.down();
}
