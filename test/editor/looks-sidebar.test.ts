import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import should from 'should';
import { barriersIn } from '../axe.js';
import { opacity } from '../operations/values.js';
import { ask } from '../simulator/ask.js';
import { look } from './look-dialog.js';
import { inNarrowSidebar } from './narrow-sidebar.js';
import { becomes, eventually, watchFor } from './page.js';
import * as picking from './picking.js';
import { allow, openSection, page, useFolder, useSimulator, useStage } from './stage.js';
import { inEachTheme } from './themes.js';
import * as tree from './tree.js';

const property = {
  ...{ engine: 'Studio A', node: 'Mixer', nodePath: 'Mixer_0' },
  ...{ property: 'Overlay Opacity', propertyPath: 'Overlay//Opacity/0' },
};
const program = { ...property, property: 'Program Channel', propertyPath: 'Channels//ProgramChannel/0' };

/** The launch configuration of Studio A and Studio B. */
const LAUNCH = 61;

const HOSTILE = '<img src=x onerror=alert(1)>';

describe('the looks in the sidebar', () => {
  const stage = useStage();
  const simulator = useSimulator();
  const folder = useFolder();
  const section = () => page().locator('#hub-side-looks');
  const cards = () => section().locator('.hub-side-look');
  const card = (name: string) => cards().filter({ has: page().getByText(name, { exact: true }) });
  const press = (action: string, name: string) =>
    card(name)
      .getByRole('button', { name: `${action}: ${name}` })
      .click();
  const state = (name: string) => card(name).locator('.hub-side-head > span > span').innerText();
  const note = (name: string) => card(name).locator('.hub-side-note').first().innerText();
  const summary = (name: string) => card(name).locator('.hub-side-note').last().innerText();
  const names = () => cards().locator('strong').allInnerTexts();
  const focused = () => page().evaluate(() => document.activeElement?.getAttribute('aria-label'));
  const file = () => join(folder, 'looks.json');
  const setByOthers = (Value: unknown) => ask(simulator, 'setProperty', { params: { ...opacity, Value } });
  const value = async () =>
    ((await ask(simulator, 'getProperty', { params: opacity })).body as { Value: unknown }).Value;

  /** Presses a button that asks until it asks. It stops asking after 5 s. `press` is a click or a key. */
  const untilAsked = (button: Locator, question: string, press: () => Promise<void>) =>
    eventually(async () => {
      if ((await button.getAttribute('aria-label')) !== question) await press();
      should(await focused()).equal(question);
    });

  /** Presses a button that asks, and confirms. */
  const pressTwice = (button: Locator, question: string, press: () => Promise<void>) =>
    eventually(async () => {
      await untilAsked(button, question, press);
      await press();
      // Otherwise it had stopped asking before this press, and asks again. It can be gone.
      const labels = await button.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
      should(labels).not.containEql(question);
    });

  /** Writes the file of the looks by hand, and waits until the sidebar lists them. */
  async function write(looks: Readonly<Record<string, object[]>>): Promise<void> {
    writeFileSync(file(), JSON.stringify({ format: 'graphics-hub-looks', version: 1, looks }));
    await becomes(names, Object.keys(looks).sort());
  }

  before(async () => {
    await stage.deploy(
      picking.hubAt(simulator.url, { name: 'Studio hub' }),
      picking.hubAt('http://127.0.0.1:9', { id: 'other', name: 'Other hub' }),
      look('looks', { name: 'Studio looks', file: file(), properties: [property], interval: '0.2', restore: 'ask' }),
    );
    await openSection('looks');
  });

  beforeEach(async () => {
    await setByOthers(1);
    await write({ Evening: [{ ...property, value: 0.5 }], Night: [{ ...property, value: 1 }] });
    await becomes(() => state('Night'), 'on');
  });

  it('show their states, and the node on the canvas', async () => {
    await becomes(() => state('Evening'), 'changed (1)');
    const highlighted = await watchFor(page(), '.red-ui-flow-node-highlighted');
    await section().getByRole('button', { name: 'Studio looks' }).click();
    await highlighted();
    await inEachTheme(page(), async () => should(await barriersIn(page(), '.hub-side')).eql([]));
  });

  it('are recalled by a press, which moves the value on the hub', async () => {
    await press('Recall', 'Evening');
    await becomes(() => state('Evening'), 'on');
    await becomes(() => note('Evening'), 'Done. Values: 1');
    should(await value()).equal(0.5);
    await becomes(() => state('Night'), 'changed (1)');
    await page().click('#hub-side-tab-journal');
    const row = page().locator('.hub-side-row', { hasText: 'Look Evening (values: 1)' });
    await becomes(() => row.first().locator('.hub-side-outcome').innerText(), /done/);
    await page().click('#hub-side-tab-looks');
  });

  it('list the differences after another hand, with short forms of long values', async () => {
    await press('Compare', 'Night');
    await becomes(() => summary('Night'), /^No differences\. · \d/);
    await press('Compare', 'Night');
    await setByOthers(0.25);
    await write({
      Long: [{ ...property, value: 'x'.repeat(300) }],
      Night: [
        { ...property, value: 1 },
        { ...program, value: HOSTILE },
      ],
    });
    const cells = (name: string) =>
      card(name)
        .locator('tbody tr')
        .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
    await press('Compare', 'Night');
    await becomes(
      () => cells('Night'),
      [
        ['Studio A › Mixer › Overlay Opacity', '1', '0.25'],
        ['Studio A › Mixer › Program Channel', `"${HOSTILE}"`, '"CAM 1"'],
      ],
    );
    await press('Compare', 'Long');
    await becomes(() => cells('Long'), [['Studio A › Mixer › Overlay Opacity', `"${'x'.repeat(39)}…`, '0.25']]);
    should(await section().locator('img').count()).equal(0);
    await inEachTheme(page(), async () => should(await barriersIn(page(), '.hub-side')).eql([]));
    await becomes(() => summary('Night'), /^changed \(2\) · \d/);
    // They are read again when the state changes.
    await becomes(() => state('Night'), 'changed (2)');
    await setByOthers(1);
    await becomes(() => cells('Night'), [['Studio A › Mixer › Program Channel', `"${HOSTILE}"`, '"CAM 1"']]);
    await press('Compare', 'Night');
    await becomes(() => card('Night').locator('table').count(), 0);
  });

  it('are stored under a new name by the keyboard, and never replace another look', async () => {
    const stored = () => JSON.parse(readFileSync(file(), 'utf8')).looks;
    const result = () => section().locator('section > .hub-side-note').first().innerText();
    const field = section().getByRole('textbox', { name: 'Name of a new look' });
    await setByOthers(0.25);
    await field.fill('Evening');
    await field.press('Enter');
    await becomes(result, /must be a name that no other look has/);
    should(stored().Evening).eql([{ ...property, value: 0.5 }]);
    await field.fill(' Morning ');
    await field.press('Enter');
    await becomes(names, ['Evening', 'Morning', 'Night']);
    await becomes(result, 'Stored. Values: 1');
    await becomes(focused, 'Name of a new look');
    should(await field.inputValue()).equal('');
    should(stored().Morning).match([{ property: 'Overlay Opacity', value: 0.25 }]);
    await section().getByRole('button', { name: 'Store now' }).click();
    await becomes(result, /64 characters/);
  });

  it('are stored again by a second press', async () => {
    const stored = () => JSON.parse(readFileSync(file(), 'utf8')).looks;
    await setByOthers(0.25);
    const button = card('Evening').getByRole('button', { name: /^(Update|Replace its values\?): Evening$/ });
    await pressTwice(button, 'Replace its values?: Evening', async () => {
      should(stored().Evening).match([{ value: 0.5 }]);
      await button.click();
    });
    await becomes(() => note('Evening'), 'Stored. Values: 1');
    should(stored().Evening).match([{ value: 0.25 }]);
    should(stored().Night).match([{ value: 1 }]);
    await becomes(() => state('Evening'), 'on');
  });

  it('are renamed by the keyboard, and keep the focus', async () => {
    await card('Evening').getByRole('button', { name: 'Rename: Evening' }).press('Enter');
    await becomes(focused, 'New name of Evening');
    await page().keyboard.press('Escape');
    await becomes(focused, 'Rename: Evening');
    await page().keyboard.press('Enter');
    await page().keyboard.type('Night');
    await page().keyboard.press('Enter');
    await becomes(() => note('Evening'), /must be a name that no other look has/);
    // It moves below the other one.
    await page().keyboard.press('Control+A');
    await page().keyboard.type('Sunrise');
    await page().keyboard.press('Enter');
    await becomes(names, ['Night', 'Sunrise']);
    await becomes(focused, 'Rename: Sunrise');
    await becomes(() => note('Sunrise'), '');
    should(Object.keys(JSON.parse(readFileSync(file(), 'utf8')).looks)).eql(['Night', 'Sunrise']);
  });

  it('are deleted by a second press, which moves the focus to the node', async () => {
    const button = card('Evening')
      .getByRole('button', { name: /: Evening$/ })
      .last();
    const pressEnter = async () => {
      should(await names()).eql(['Evening', 'Night']);
      await button.press('Enter');
    };
    await untilAsked(button, 'Really delete?: Evening', pressEnter);
    await page().keyboard.press('Shift+Tab');
    await becomes(() => button.getAttribute('aria-label'), 'Delete: Evening');
    await pressTwice(button, 'Really delete?: Evening', pressEnter);
    await becomes(names, ['Night']);
    await becomes(() => page().evaluate(() => document.activeElement?.textContent), 'Studio looks');
    should(Object.keys(JSON.parse(readFileSync(file(), 'utf8')).looks)).eql(['Night']);
  });

  it('are restored by a press after an engine was launched again', async () => {
    await press('Recall', 'Evening');
    await becomes(() => state('Evening'), 'on');
    await ask(simulator, 'stopLaunch', { params: { configID: LAUNCH } });
    await becomes(() => state('Evening'), 'unknown');
    await ask(simulator, 'launch', { params: { configID: LAUNCH } });
    const asks = section().locator('.hub-side-look-asks');
    await becomes(() => asks.innerText(), /^Asks before it restores: Studio A/);
    should(await value()).equal(1);
    await inEachTheme(page(), async () => should(await barriersIn(page(), '.hub-side')).eql([]));
    await asks.getByRole('button', { name: 'Restore' }).press('Enter');
    await becomes(() => state('Evening'), 'on');
    should(await value()).equal(0.5);
    await becomes(() => asks.isVisible(), false);
    await becomes(() => section().locator('section > .hub-side-note').first().innerText(), 'Done. Values: 1');
    await becomes(() => page().evaluate(() => document.activeElement?.textContent), 'Studio looks');
    await page().click('#hub-side-tab-journal');
    const row = page().locator('.hub-side-row', { hasText: 'Restore: Studio A (values: 1)' });
    await becomes(() => row.count(), 1);
    await page().click('#hub-side-tab-looks');
  });

  it('are added as controls: by a button, by a drag, and all of them in one undo step', async () => {
    const controls = () =>
      page().evaluate(() => {
        const all: { control: string; hub: string; actions: object[] }[] = [];
        window.RED.nodes.eachNode((node) => {
          if (node.type === 'hub-control') all.push(node as never);
        });
        return all.map(({ control, hub, actions }) => ({ control, hub, actions }));
      });
    const key = (index: number, name: string) => ({
      ...{ control: `key ${index}`, hub: 'hub' },
      actions: [{ on: 'press', does: 'look', lookNode: 'looks', look: name, lookOperation: 'recall' }],
    });
    await press('Add as control', 'Evening');
    await becomes(() => note('Evening'), 'Added to the flow. Wire them to the nodes of the device, then click Deploy.');
    const targetPosition = { x: 200, y: 300 };
    await card('Night').locator('strong').dragTo(page().locator('#red-ui-workspace-chart'), { targetPosition });
    const two = [key(0, 'Evening'), key(1, 'Night')];
    await becomes(controls, two);
    await section().getByRole('button', { name: 'Add a bank of looks' }).click();
    await becomes(controls, [...two, key(2, 'Evening'), key(3, 'Night')]);
    await page().evaluate(() => window.RED.actions.invoke('core:undo'));
    should(await controls()).eql(two);
  });

  it('name the values that were not set', async () => {
    await write({
      Evening: [
        { ...property, value: 0.5 },
        { ...program, property: 'Gone', propertyPath: 'Gone', value: 1 },
      ],
    });
    await press('Recall', 'Evening');
    await becomes(() => note('Evening'), 'Not done: Studio A › Mixer › Gone (missing)');
    should(await value()).equal(0.5);
    await becomes(() => state('Evening'), 'unknown');
  });

  it('are unknown while Node-RED does not answer, and show the reason of a broken file', async () => {
    const path = '**/graphics-hub/looks';
    await page().route(path, (route) => route.abort());
    await becomes(() => state('Night'), 'unknown');
    await page().unroute(path);
    await becomes(() => state('Night'), 'on');
    stage.browserErrors.splice(0);
    writeFileSync(file(), '{\n<<<<<<< HEAD');
    await becomes(
      () => section().locator('section .hub-side-problem').first().innerText(),
      /^The file is broken\. .*line 2/,
    );
    // It is not overwritten.
    should(readFileSync(file(), 'utf8')).equal('{\n<<<<<<< HEAD');
  });

  it('have no buttons for a user who may only read', async () => {
    await allow(['read']);
    // Cards are created again.
    await write({});
    await write({ Reader: [{ ...property, value: 1 }] });
    await becomes(() => state('Reader'), 'on');
    should(await card('Reader').getByRole('button').count()).equal(0);
    await allow(undefined);
  });

  it('show the next step if there is no look, and request nothing while hidden', async () => {
    await write({});
    await becomes(
      () => section().innerText(),
      /^Studio looks\s+Store now\s+(Added.*\s+)?No look yet\. Enter a name and press “Store now”, or send a message/,
    );
    await page().locator('#hub-side-hub').selectOption('other');
    await becomes(
      () => section().innerText(),
      /^No look yet\. Add the node “hub look”, choose this hub, and deploy\.\s+Add a hub look$/,
    );
    await section().getByRole('button', { name: 'Add a hub look' }).press('Enter');
    await becomes(() => section().innerText(), /Added to the flow\. Open it, add properties, and click Deploy\.$/);
    should(await tree.nodesOf(page(), 'hub-look')).have.length(2);
    await inEachTheme(page(), async () => should(await barriersIn(page(), '.hub-side')).eql([]));
    await page().locator('#hub-side-hub').selectOption('hub');
    await page().click('#hub-side-tab-hubs');
    let requests = 0;
    page().on('request', (request) => {
      if (request.url().endsWith('/graphics-hub/looks')) requests += 1;
    });
    // A request of before may still be on its way. The hubs are read once a second too.
    await eventually(async () => {
      requests = 0;
      for (let polls = 0; polls < 3; polls += 1) await page().waitForResponse('**/graphics-hub/hubs');
      should(requests).equal(0);
    });
    await page().click('#hub-side-tab-looks');
    await becomes(async () => requests > 0, true);
  });

  it('fit into 320 px', () =>
    inNarrowSidebar('fr', async (fits) => {
      await page().click('#hub-side-tab-looks');
      await cards().first().waitFor();
      const buttons = card('Night').getByRole('button');
      for (const button of [1, 2, 3, 5]) await buttons.nth(button).click();
      await becomes(() => summary('Night'), /^Aucune différence\./);
      await fits();
    }));
});
