import should from 'should';
import type { CommandStep, Cue, Step } from '../../dist/cues/list.js';
import { barriersIn } from '../axe.js';
import { cueOf, cuesNode, message, readList, set, writeList } from './cue-list.js';
import * as editor from './page.js';
import { becomes, eventually } from './page.js';
import * as picking from './picking.js';
import { allow, page, useSimulator, useStage } from './stage.js';
import { inEachTheme } from './themes.js';
import { num, str } from './tree-rows.js';
import { chooseByMouse } from './user-actions.js';

const HOSTILE = '<img src=x onerror=alert(1)>';

describe('the dialog of a cue list', () => {
  const stage = useStage();
  const simulator = useSimulator();
  const box = () => page().locator('#hub-cues');
  const rows = () => box().locator('.hub-cue-row');
  const field = (name: 'Number' | 'Name' | 'Note', number: string) =>
    box().getByRole('textbox', { name: `${name}: ${number}`, exact: true });
  const button = (name: string) => box().getByRole('button', { name, exact: true });
  const status = () => box().locator('[role=status].hub-reason').first().innerText();
  const note = () => box().locator(':scope > [role=status].hub-hint').innerText();
  const numbers = () =>
    rows()
      .locator('.hub-cue-number')
      .evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value));
  const summaries = () => rows().locator(':scope > details > summary').allInnerTexts();
  const done = () => editor.closeDialog(page(), 'node-dialog-ok');
  /** Waits for a notification, and closes it. */
  async function confirmNotification(text: RegExp): Promise<void> {
    const shown = page().locator('#red-ui-notifications');
    await becomes(() => shown.innerText(), text);
    await shown.getByRole('button').click();
    await becomes(() => shown.getByRole('button').count(), 0);
  }

  let lists = 0;
  let list = '';
  const stored = async () => (await readList(list)).cues;

  /** Opens the dialog of a deployed node with a new list. */
  async function open(cues: Readonly<Record<string, Cue>>): Promise<void> {
    lists += 1;
    list = `Dialog ${lists}`;
    await stage.deploy(picking.hubAt(simulator.url), cuesNode('cues', { list }));
    await writeList(list, cues);
    await openAgain(Object.keys(cues).length);
  }

  async function openAgain(count: number): Promise<void> {
    await editor.openNode(page(), 'cues');
    await becomes(() => rows().count(), count);
  }

  beforeEach(() => simulator.reset());

  it('edits cues in place, and saves them with Done, without Deploy', async () => {
    await open({ '10': cueOf('One', [set(1)]), '11': cueOf('Two', [message('a')]), '30': cueOf('Three') });
    await becomes(() => box().getByText('The cues are saved with Done. They need no Deploy.').count(), 1);
    await field('Name', '10').fill(HOSTILE);
    await field('Note', '11').fill('Wait for the applause');
    await button('Insert a cue after: 10').click();
    should(await numbers()).eql(['10', '10.5', '11', '30']);
    await page().keyboard.type('Half');
    await button('Delete cue: 30').click();
    should(await status()).match(/^Cue 30 is deleted\./);
    await field('Number', '11').fill('10.2');
    await page().keyboard.press('Tab');
    should(await numbers()).eql(['10', '10.2', '10.5']);
    // A number of another cue, and no number.
    for (const [text, reason] of [
      ['10', 'Cue 10 exists already. Choose another number.'],
      ['7a', '“7a” is not a cue number. Examples: 10, 10.5, 10.5.1.'],
    ] as const) {
      await field('Number', '10.5').fill(text);
      await page().keyboard.press('Tab');
      await becomes(status, reason);
      should(await numbers()).eql(['10', '10.2', '10.5']);
    }
    await button('Add cue').click();
    should(await numbers()).eql(['10', '10.2', '10.5', '20']);
    await done();
    await becomes(async () => Object.keys(await stored()).sort(), ['10', '10.2', '10.5', '20']);
    should(await stored()).match({
      '10': { name: HOSTILE, note: '', steps: [{ operation: 'setProperty' }] },
      '10.2': { name: 'Two', note: 'Wait for the applause', steps: [{ topic: 'a' }] },
      '10.5': { name: 'Half', note: '', steps: [] },
    });
    // The node itself is as it was deployed.
    should(await page().locator('.red-ui-flow-node-changed:visible').count()).equal(0);
    should(await page().locator('img[src=x]').count()).equal(0);
  });

  it('saves nothing after all cues and steps were only opened', async () => {
    const { params, ...command } = set(0.5) as CommandStep;
    const { engineId, Value, ...others } = params;
    const steps: readonly Step[] = [
      // A file of a person can have numbers.
      {
        ...command,
        params: { ...others, engineId: { ...engineId!, label: 'Studio A' }, Value: { ...Value!, value: 0.5 } },
      },
      { does: 'look', look: 'Übergabe', fade: 2, delay: 1.5 },
      { does: 'message', topic: '日本語', payload: { b: 1, a: [2] }, delay: 0 },
    ];
    const timeOut = { does: 'timeOut', after: 5, from: 'confirmed', steps } as const;
    const followOn = { does: 'followOn', after: 0, from: 'start' } as const;
    await open({
      '10': cueOf('One', steps, { afterwards: timeOut }),
      '20': cueOf('Two', steps, { afterwards: followOn }),
    });
    const saved = await stored();
    const posts: string[] = [];
    const watch = (request: { method(): string; url(): string }) => {
      if (request.method() === 'POST' && request.url().includes('/cues/lists/')) posts.push(request.url());
    };
    page().on('request', watch);
    const folded = box().locator('details:not([open]) > summary:visible');
    // A cue creates its steps a moment after it is opened.
    await eventually(async () => {
      while ((await folded.count()) > 0) await folded.first().click();
      should(await box().locator('.hub-cue-step[open]').count()).equal(9);
    });
    await page().waitForLoadState('networkidle');
    await done();
    await openAgain(2);
    await field('Name', '10').fill('Other');
    await editor.closeDialog(page(), 'node-dialog-cancel');
    page().off('request', watch);
    should(posts).be.empty();
    should(await stored()).eql(saved);
    // Changes of one step do not touch the others.
    await openAgain(2);
    await rows().first().locator('summary').first().click();
    await box().locator('.hub-cue-step').nth(2).locator('summary').click();
    await box().getByLabel('Topic').first().fill('Übergabe');
    await done();
    const changed = async () => (await stored())['10']!.steps;
    await becomes(changed, [...saved['10']!.steps.slice(0, 2), { ...saved['10']!.steps[2]!, topic: 'Übergabe' }]);
  });

  it('has commands with pickers, looks, messages, delays, a follow-on and a time out', async () => {
    await open({});
    await button('Add cue').click();
    await page().keyboard.type('Title');
    await box().locator('[data-add=command]').first().click();
    const step = box().locator('.hub-cue-step').first();
    const id = (await step.locator('[id^=hub-param-]').first().getAttribute('id'))!.replace(
      /^hub-param-(.*-)\w+$/,
      '$1',
    );
    await step.locator('select').first().selectOption('setProperty');
    // No value comes from a message.
    const property = ['Overlay Opacity', 'Overlay//Opacity/0'] as const;
    await picking.pick(page(), `${id}propertyPath`, ['Studio A', '1'], ['Mixer', 'Mixer_0'], property);
    const types = async () => {
      const opener = editor.widget(page(), `hub-param-${id}Value`).locator('.red-ui-typedInput-type-select');
      const menu = await editor.openMenu(page(), opener);
      const values = await menu.locator('a').evaluateAll((all) => all.map((each) => each.getAttribute('value')));
      await page().keyboard.press('Escape');
      return values;
    };
    should((await types()).sort()).eql(['bool', 'json', 'num', 'str']);
    const value = editor.widget(page(), `hub-param-${id}Value`);
    await chooseByMouse(page(), value.locator('.red-ui-typedInput-type-select'), 'num');
    await value.locator('.red-ui-typedInput-input').fill('0.5');
    await step.getByRole('textbox', { name: 'Delay (s)' }).fill('1,5');
    await box().locator('[data-add=look]').first().click();
    await page().keyboard.type('Evening');
    await box().getByRole('textbox', { name: 'Fade (s)' }).fill('2');
    await box().locator('[data-add=message]').first().click();
    await page().keyboard.type('atem');
    const payload = editor.widget(page(), (await box().locator('input[id$=payload]').getAttribute('id'))!);
    await chooseByMouse(page(), payload.locator('.red-ui-typedInput-type-select'), 'num');
    await payload.locator('.red-ui-typedInput-input').fill('7');
    await box().getByRole('combobox', { name: 'Afterwards' }).selectOption('timeOut');
    const after = box().getByRole('textbox', { name: 'After (s)' });
    await after.fill('3,000');
    await becomes(
      async () => (await box().locator('.hub-reason:visible').allTextContents()).join(),
      /^After \(s\): .*such as 1000/,
    );
    await after.fill('3');
    await box().getByRole('combobox', { name: 'Counted from' }).selectOption('confirmed');
    await box().locator('[data-add=message]').last().click();
    await page().keyboard.type('out');
    await becomes(
      async () => (await summaries())[0],
      'Mixer › Overlay Opacity = 0.5 · Studio A, Recall · Evening, message atem · time out after 3 s',
    );
    await inEachTheme(page(), async () => should(await barriersIn(page(), '#hub-cues')).eql([]));
    await done();
    await becomes(stored, {
      '10': {
        ...{ name: 'Title', note: '' },
        steps: [
          {
            ...{ does: 'command', operation: 'setProperty', delay: 1.5 },
            params: {
              engineId: num('1', 'Studio A'),
              nodePath: str('Mixer_0', 'Mixer'),
              propertyPath: str('Overlay//Opacity/0', 'Overlay Opacity'),
              Value: { type: 'num', value: '0.5' },
            },
          },
          { does: 'look', look: 'Evening', fade: 2, delay: 0 },
          { does: 'message', topic: 'atem', payload: 7, delay: 0 },
        ],
        afterwards: {
          ...{ does: 'timeOut', after: 3, from: 'confirmed' },
          steps: [{ does: 'message', topic: 'out', payload: true, delay: 0 }],
        },
      },
    });
    // The saved list opens as it was saved.
    await openAgain(1);
    await rows().locator('summary').first().click();
    should(await box().getByRole('combobox', { name: 'Afterwards' }).inputValue()).equal('timeOut');
  });

  it('marks a cue that would fail, and deletes a step', async () => {
    const step = { ...set(1), params: {} };
    await open({ '10': cueOf('One', [step, message('a')]), '20': cueOf('Two', [set(1)]) });
    const wrong = () => rows().evaluateAll((all) => all.map((row) => row.classList.contains('hub-wrong')));
    should(await wrong()).eql([true, false]);
    should(await rows().first().locator(':scope > .hub-reason').innerText()).not.equal('');
    await rows().locator('summary').first().click();
    await box().locator('.hub-cue-step > summary').first().click();
    await button('Delete step').first().click();
    await becomes(wrong, [false, false]);
    await done();
    await becomes(async () => (await stored())['10']!.steps, [message('a')]);
  });

  it('loses nothing if somebody else has changed the list', async () => {
    await open({ '10': cueOf('One', [set(1)]) });
    await field('Name', '10').fill('Mine');
    await writeList(list, { '10': cueOf('Theirs', [set(1)]), '20': cueOf('More') });
    await done();
    await confirmNotification(/^The cues of the list Dialog \d+ are not saved: Somebody else has changed this list/);
    should((await stored())['10']!.name).equal('Theirs');
    // Cancel keeps the changes too.
    await openAgain(1);
    should(await field('Name', '10').inputValue()).equal('Mine');
    await editor.closeDialog(page(), 'node-dialog-cancel');
    await openAgain(1);
    await becomes(() => box().locator('.hub-banner').innerText(), /^These changes are not saved yet: Somebody else/);
    await button('Show the saved list').click();
    await becomes(numbers, ['10', '20']);
    should(await field('Name', '10').inputValue()).equal('Theirs');
    await field('Name', '10').fill('Mine again');
    await writeList(list, { '10': cueOf('Theirs again') });
    await done();
    await confirmNotification(/not saved/);
    await openAgain(2);
    await button('Keep my changes').click();
    await done();
    await becomes(async () => Object.values(await stored()).map(({ name }) => name), ['Mine again', 'More']);
    await openAgain(2);
    should(await box().locator('.hub-banner').isVisible()).be.false();
  });

  it('loses nothing if Node-RED does not answer', async () => {
    await open({ '10': cueOf('One', [set(1)]) });
    await field('Name', '10').fill('Mine');
    await page().route('**/cues/lists/**', (route) => route.abort());
    await done();
    await confirmNotification(/not saved/);
    await page().unroute('**/cues/lists/**');
    stage.browserErrors.splice(0);
    await openAgain(1);
    should(await field('Name', '10').inputValue()).equal('Mine');
    await done();
    await becomes(async () => (await stored())['10']!.name, 'Mine');
  });

  it('offers its table after its list was read, so that no new cue is lost', async () => {
    await open({ '10': cueOf('One') });
    await editor.closeDialog(page(), 'node-dialog-cancel');
    const lists = '**/cues/lists/**';
    let answer = () => {};
    const allowed = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page().route(lists, (route) => allowed.then(() => route.continue()));
    await editor.openNode(page(), 'cues');
    await becomes(note, 'Asking the hub…');
    should(await button('Add cue').isVisible()).be.false();
    answer();
    await becomes(() => button('Add cue').isVisible(), true);
    await page().unroute(lists);
    should(await numbers()).eql(['10']);
    await editor.closeDialog(page(), 'node-dialog-cancel');
  });

  it('does not save a look without a name', async () => {
    await open({});
    await button('Add cue').click();
    await box().locator('[data-add=look]').first().click();
    await done();
    await confirmNotification(/not saved: Cue 10 has a look without a name\./);
    await openAgain(1);
    await rows().locator('summary').first().click();
    await box().locator('.hub-cue-step > summary').click();
    await box().getByRole('combobox', { name: 'Look' }).fill('Evening');
    await done();
    await becomes(async () => (await stored())['10']?.steps, [{ does: 'look', look: 'Evening', delay: 0 }]);
  });

  it('exports and imports the file, and refuses a broken one', async () => {
    await open({ '10': cueOf('One', [set(1)]) });
    const [download] = await Promise.all([page().waitForEvent('download'), button('Export').click()]);
    should(download.suggestedFilename()).equal(`${list}.json`);
    const { text } = (await readList(list)) as unknown as { text: string };
    const importText = async (content: string) => {
      const [chooser] = await Promise.all([page().waitForEvent('filechooser'), button('Import').click()]);
      await chooser.setFiles({ name: 'other.json', mimeType: 'application/json', buffer: Buffer.from(content) });
    };
    await importText(text.replace('"10": {', '"40": {').replace('One', HOSTILE));
    await becomes(note, 'Imported. Cues: 1');
    should(await numbers()).eql(['40']);
    should(Object.keys(await stored())).eql(['40']);
    await importText('{\n<<<<<<< HEAD');
    await becomes(note, /^The file is broken\. .*line 2/);
    should(Object.keys(await stored())).eql(['40']);
    await field('Name', '40').fill('Other');
    await importText(text);
    await becomes(note, 'Save your changes with Done first.');
    should(await field('Name', '40').inputValue()).equal('Other');
    should(await page().locator('img[src=x]').count()).equal(0);
  });

  it('keeps the changes for another name, but not over another list', async () => {
    await open({ '10': cueOf('One', [set(1)]) });
    const first = list;
    await writeList(`${first} other`, { '7': cueOf('Seven') });
    await field('Name', '10').fill('Mine');
    await page().fill('#node-input-list', `${first} other`);
    await page().keyboard.press('Tab');
    await becomes(
      note,
      `The list ${first} other exists already. Choose another name. Otherwise your changes are not saved.`,
    );
    await page().fill('#node-input-list', `${first} new`);
    await page().keyboard.press('Tab');
    await becomes(note, '');
    await done();
    list = `${first} new`;
    await becomes(async () => Object.values(await stored()).map(({ name }) => name), ['Mine']);
    list = `${first} other`;
    should(Object.values(await stored()).map(({ name }) => name)).eql(['Seven']);
  });

  it('saves nothing without the permission', async () => {
    await open({ '10': cueOf('One', [set(1)]) });
    await editor.closeDialog(page(), 'node-dialog-cancel');
    await allow(['hub-cues.read', 'flows.*', 'hub-config.*']);
    try {
      await openAgain(1);
      should(await box().getByText('It needs the permission hub-cues.write.').count()).equal(1);
      await field('Name', '10').fill('Mine');
      await done();
      should((await stored())['10']!.name).equal('One');
    } finally {
      await allow(undefined);
    }
  });
});
