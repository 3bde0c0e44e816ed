import should from 'should';
import { becomes, openNode } from './page.js';
import * as picking from './picking.js';
import { allow, askNodeRed, clearStage, openSection, page, showSidebar, TAB, useSimulator, useStage } from './stage.js';

/** What a test could leave for the next file. */
const traces = () =>
  page().evaluate(() => {
    const { nodes, settings } = window.RED as unknown as {
      nodes: { dirty(): boolean; eachNode(visit: () => void): void; eachConfig(visit: () => void): void };
      settings: { user?: object };
    };
    let count = 0;
    for (const visit of [nodes.eachNode, nodes.eachConfig]) visit(() => (count += 1));
    return {
      count,
      isDirty: nodes.dirty(),
      trays: document.querySelectorAll('.red-ui-tray, #red-ui-notifications button').length,
      stored: localStorage.getItem('日本語'),
      user: settings.user ?? null,
      section: document.querySelector('.hub-side [role=tab][aria-selected=true]')?.id ?? null,
      adds: document.querySelector<HTMLSelectElement>('.hub-side-top select')?.value ?? null,
      search: document.querySelector<HTMLInputElement>('.hub-side-search')?.value ?? null,
      debug: document.querySelectorAll('.red-ui-debug-msg').length,
      width: innerWidth,
    };
  });

describe('the stage of the editor tests', () => {
  const stage = useStage();
  const simulator = useSimulator();
  const property = { engineId: { type: 'num', value: '1' }, nodePath: { type: 'str', value: 'Mixer_0' } };
  const value = {
    propertyPath: { type: 'str', value: 'Overlay//Opacity/0' },
    Value: { type: 'msg', value: 'payload' },
  };

  it('is for the next file as a new browser and a new Node-RED have it', async () => {
    const showEmpty = () => showSidebar(page()).then(() => page().locator('.hub-side-empty').waitFor());
    await showEmpty();
    const clean = await traces();
    await stage.deploy(
      picking.hubAt(simulator.url),
      picking.inject('press', 'opacity', 0.5),
      picking.setter('opacity', { params: { ...property, ...value }, wires: [['debug']] }),
      {
        id: 'debug',
        type: 'debug',
        z: TAB,
        active: true,
        tosidebar: true,
        complete: 'payload',
        x: 500,
        y: 100,
        wires: [],
      },
    );
    await picking.sendFrom(page(), 'press');
    const journal = async () => (await askNodeRed<{ rows: object[] }>('journal/hub')).rows.length;
    await becomes(journal, 1);
    await becomes(async () => (await traces()).debug, 1);
    await openSection('tree');
    await page().selectOption('.hub-side-top select', 'control');
    await page().fill('.hub-side-search', 'Übergabe');
    await page().setViewportSize({ width: 800, height: 600 });
    await page().evaluate(() => localStorage.setItem('日本語', 'Übergabe'));
    await picking.add(page(), { id: 'new', type: 'hub-event', z: TAB, hub: 'hub' });
    await openNode(page(), 'opacity');
    await allow(['read']);
    should(await traces()).not.have.properties({ isDirty: clean.isDirty, trays: clean.trays, width: clean.width });

    await clearStage();
    await showEmpty();
    should(await traces()).eql(clean);
    await stage.deploy(picking.hubAt(simulator.url));
    await becomes(journal, 0);
  });
});
