import should from 'should';
import { playKey, REVISION_2 } from './deck.js';
import { key, mouseDown, problems, section, texts } from './keys.js';
import { becomes, exportedNode } from './page.js';
import * as picking from './picking.js';
import { openSection, page, useSimulator, useStage } from './stage.js';

describe('the keys of a device whose places are the names of its controls', () => {
  const stage = useStage();
  const simulator = useSimulator({ dialect: 2 });
  const isDirty = () => page().evaluate(() => window.RED.nodes.dirty());

  /** Deploys controls of a device by their names, and shows them. */
  async function show(device: string, ...controls: readonly [id: string, control: string, fields?: object][]) {
    const nodes = controls.map(([id, control, fields]) =>
      playKey(id, 0, 2011, { surface: device, control, text: id, wires: [[], []], ...fields }),
    );
    await stage.deploy(picking.hubAt(simulator.url, REVISION_2), ...nodes);
    await openSection('hubs');
    await page().click('#hub-side-tab-keys');
  }

  const placeOf = async (id: string) => {
    const { control, light, inverted } = await exportedNode(page(), id);
    return [control, light || '', inverted === true];
  };

  it('swap their places by the mouse or the keyboard, with other lights and with the way their contacts work', async () => {
    await show(
      'xkeys',
      ['two', 'button 0/2', { light: '' }],
      ['one', 'button 0/1', { light: 'led 0/81', inverted: true }],
      ['every', '*'],
      ['jog', 'jog 0/0', { kind: 'encoder', actions: [] }],
    );
    await becomes(texts, ['every', 'one', 'two', 'jog']);
    const drag = async (from: string, to: string) => {
      await mouseDown(from);
      const { x, y } = (await key(to).boundingBox())!;
      await page().mouse.move(x + 10, y + 10, { steps: 5 });
      await page().mouse.up();
    };
    await section().getByRole('button', { name: 'Move keys' }).click();
    await drag('button 0/1', 'button 0/2');
    await becomes(texts, ['every', 'two', 'one', 'jog']);
    should(await placeOf('one')).eql(['button 0/2', '', false]);
    should(await placeOf('two')).eql(['button 0/1', 'led 0/81', true]);
    // A wheel is no key, and a control for every key has no place.
    await drag('button 0/2', 'jog 0/0');
    await drag('button 0/1', '*');
    should(await placeOf('one')).eql(['button 0/2', '', false]);
    await page().evaluate(() => window.RED.actions.invoke('core:undo'));
    await becomes(texts, ['every', 'one', 'two', 'jog']);
    should(await placeOf('one')).eql(['button 0/1', 'led 0/81', true]);
    should(await isDirty()).equal(false);
    await key('button 0/2').press('Alt+ArrowUp');
    await becomes(texts, ['every', 'two', 'one', 'jog']);
    should(simulator.journal.filter(({ operation }) => operation === 'playItem')).eql([]);
  });

  it('keep their places if a light of its own would be lost at a control without one', async () => {
    await show('xkeys', ['dark', 'button 0/2', { light: '-' }], ['one', 'button 0/1', { light: 'led 0/81' }]);
    await becomes(texts, ['one', 'dark']);
    await key('button 0/2').press('Alt+ArrowUp');
    await becomes(problems, /Nothing was moved/);
    should([await placeOf('dark'), await placeOf('one')]).eql([
      ['button 0/2', '-', false],
      ['button 0/1', 'led 0/81', false],
    ]);
  });

  it('take an empty place of a Mackie Control, if it is for their kind', async () => {
    await show('mcu', ['mute', 'mute 1'], ['play', 'play'], ['fader', 'fader 1', { kind: 'fader', actions: [] }]);
    await becomes(texts, ['mute', 'fader', 'play']);
    await key('mute 1').press('Alt+ArrowRight');
    await key('fader 1').press('Alt+ArrowRight');
    should([await placeOf('mute'), await placeOf('fader')]).match([['mute 2'], ['fader 2']]);
    // The place above a key can be that of a fader, and the other way round.
    await key('fader 2').press('Alt+ArrowUp');
    await key('play').press('Alt+ArrowUp');
    should([await placeOf('fader'), await placeOf('play')]).match([['fader 2'], ['play']]);
  });
});
