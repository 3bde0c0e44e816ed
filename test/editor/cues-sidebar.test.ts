import should from 'should';
import { sortCues } from '../../dist/cues/list.js';
import { barriersIn } from '../axe.js';
import { opacity } from '../operations/values.js';
import { ask } from '../simulator/ask.js';
import { cue, cueOf, cuesNode, cueTexts, message, operate, set, writeList } from './cue-list.js';
import { inNarrowSidebar } from './narrow-sidebar.js';
import { becomes, eventually } from './page.js';
import * as picking from './picking.js';
import { allow, openSection, page, useSimulator, useStage } from './stage.js';
import { inEachTheme } from './themes.js';

const HOSTILE = '<img src=x onerror=alert(1)>';

describe('the cues in the sidebar', () => {
  const stage = useStage();
  const simulator = useSimulator();
  const section = () => page().locator('#hub-side-cues');
  const button = (operation: string) => section().locator(`.hub-cue-list > div > [data-operation=${operation}]`);
  const press = (operation: string) => button(operation).click();
  const position = () => section().locator('.hub-cue-position').innerText();
  const problem = () => section().locator('.hub-cue-list > .hub-side-problem').innerText();
  const stateOf = (number: string) => cue(number).getAttribute('data-state');
  const list = () => page().getByRole('listbox', { name: 'Evening show' });
  const value = async () =>
    ((await ask(simulator, 'getProperty', { params: opacity })).body as { Value: unknown }).Value;

  /** Starts the list with these cues. Each start is one of a new node, so that no position is left. */
  let starts = 0;
  async function open(cues: Parameters<typeof writeList>[1], fields: object = {}): Promise<void> {
    starts += 1;
    const name = `Sidebar ${starts}`;
    await writeList(name, cues);
    await stage.deploy(picking.hubAt(simulator.url), cuesNode('cues', { list: name, name: 'Evening show', ...fields }));
    await openSection('cues');
    // The list before can have the same names, and the node starts after the answer to the deploy.
    await page().waitForResponse(async (response) => {
      if (!response.url().endsWith('/graphics-hub/cues') || !response.ok()) return false;
      const reports = (await response.json()) as { readonly list: string; readonly cues: readonly object[] }[];
      return reports.some((report) => report.list === name && report.cues.length > 0);
    });
    await becomes(
      () =>
        page()
          .locator('.hub-cue-name')
          .evaluateAll((all) => all.map((name) => name.firstChild?.textContent ?? '')),
      [...sortCues(Object.entries(cues))].map(([, { name: text }]) => text),
    );
  }

  before(async () => {
    // Loads the page, which knows the address.
    await stage.deploy(picking.hubAt(simulator.url));
  });

  beforeEach(() => simulator.reset());

  it('play in order, follow the outcome, and show who moved the list last', async () => {
    await open({ '10': cueOf('One', [set(0.25)]), '10.5': cueOf('Half', [set(0.75)]), '9': cueOf('Nine', [set(0.5)]) });
    await becomes(() => cueTexts(), ['9 Nine Standby', '10 One', '10.5 Half']);
    await press('go');
    await becomes(position, 'next: 10 One');
    await becomes(() => cueTexts(), ['9 Nine done', '10 One Standby', '10.5 Half']);
    should(await value()).equal(0.5);
    await becomes(() => section().getByText('Moved last by: the sidebar').count(), 1);
    await press('next');
    await becomes(position, 'next: 10.5 Half');
    await press('back');
    await becomes(position, 'next: 10 One');
    await operate('cues', 'standby', '9');
    await becomes(position, 'next: 9 Nine');
    // Only the Go has sent something.
    should(await value()).equal(0.5);
  });

  it('are put on standby by a click and by the keyboard, and only then', async () => {
    await open(
      Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`${index + 1}`, cueOf(`Cue ${index + 1}`)])),
    );
    await cue('3').click();
    await becomes(position, 'next: 3 Cue 3');
    const selected = () => list().locator('[aria-selected=true]').getAttribute('data-number');
    const keys = async (...names: string[]) => {
      for (const key of names) await page().keyboard.press(key);
      return selected();
    };
    should(await list().evaluate((it) => it === document.activeElement)).be.true();
    should(await keys('ArrowDown', 'ArrowDown')).equal('5');
    should(await keys('End')).equal('30');
    should(await keys('ArrowDown')).equal('30');
    should(
      await cue('30').evaluate((it) => it.id === document.activeElement?.getAttribute('aria-activedescendant')),
    ).be.true();
    should(await keys('Home', 'ArrowUp')).equal('1');
    should(await keys('ArrowDown')).equal('2');
    should(await position()).equal('next: 3 Cue 3');
    await page().keyboard.press('Enter');
    await becomes(position, 'next: 2 Cue 2');
    await becomes(() => stateOf('2'), 'standby');
    should(await selected()).equal('2');
  });

  it('show the seconds that are left, a follow-on, and a stop', async () => {
    await open({
      '10': cueOf('Title', [message('a')], { afterwards: { does: 'followOn', after: 600, from: 'start' } }),
      '20': cueOf('Late', [message('a', 300)]),
      '30': cueOf('Last', [message('a', 300)]),
    });
    await press('go');
    await becomes(() => cue('10').innerText(), /running (600|5\d\d) s/);
    should(await position()).match(/^playing: 10 Title/);
    await press('go');
    await becomes(() => cue('20').innerText(), /running (300|2\d\d) s/);
    await becomes(() => stateOf('10'), 'done');
    await press('go');
    await becomes(() => cue('30').innerText(), /running/);
    await becomes(() => stateOf('20'), 'superseded');
    await press('stop');
    await becomes(() => cue('30').innerText(), /stopped/);
  });

  it('hold with cue, step and reason', async () => {
    await open({ '10': cueOf('One', [set(0.1), set(0.2)]), '20': cueOf('Two', [set(0.4)]) });
    const end = simulator.trouble({ operation: 'setProperty', status: 403, body: 'no licence' });
    await press('go');
    await becomes(position, 'failed: 10 One');
    should(await problem()).match(/^Cue 10 One, step 1: .*refused/);
    await becomes(() => cue('10').innerText(), /failed\s+Standby/);
    end();
    await press('go');
    await becomes(position, 'next: 20 Two');
    should(await problem()).equal('');
  });

  it('ask after an unknown outcome by two different buttons', async () => {
    const lost = async () => {
      await open({ '10': cueOf('One', [set(0.5)]), '20': cueOf('Two', [set(0.75)]) });
      const end = simulator.trouble({ operation: 'setProperty', hangUp: 'before' });
      await press('go');
      await becomes(position, 'holds: 10 One');
      end();
      should(await section().locator('.hub-cue-asks').isVisible()).be.false();
    };
    /** Acts while the list asks. The question ends after 5 s, and the next Go asks it again. */
    const whileAsked = (act: () => Promise<unknown>) =>
      eventually(async () => {
        if ((await position()) === 'holds: 10 One') {
          await press('go');
          await section().locator('.hub-cue-position', { hasText: 'again? 10 One' }).waitFor({ timeout: 5000 });
        }
        await act();
      });
    const answer = (operation: string) => section().locator(`.hub-cue-asks [data-operation=${operation}]`);
    await lost();
    await whileAsked(async () => {
      should(await section().locator('.hub-cue-asks').innerText()).match(
        /^Nobody knows whether cue 10 One was played\./,
      );
      should(await answer('again').innerText()).equal('Again');
      should(await answer('next').innerText()).equal('Next');
      should(await button('go').isDisabled()).be.true();
      should(await position()).equal('again? 10 One');
    });
    await inEachTheme(page(), async () => should(await barriersIn(page(), '.hub-side')).eql([]));
    await eventually(async () => {
      // The question ends by itself, and a press at once after it is the same one.
      if ((await position()) === 'holds: 10 One') await press('go');
      if (await answer('again').isVisible())
        await answer('again')
          .click({ timeout: 1000 })
          .catch(() => {});
      should(await position()).equal('next: 20 Two');
    });
    should(await value()).equal(0.5);
    await lost();
    await whileAsked(() => answer('next').click({ timeout: 1000 }));
    await becomes(position, 'next: 20 Two');
    should(await value()).not.equal(0.75);
  });

  it('keep the results at a deploy, and say that a list without a node was started again', async () => {
    await open({ '10': cueOf('One', [set(0.1)]), '20': cueOf('Two', [set(0.2)]) });
    await press('go');
    await becomes(position, 'next: 20 Two');
    const hub = picking.hubAt(simulator.url);
    const list = (name: string) => cuesNode('cues', { list: `Sidebar ${starts}`, name });
    // A deploy is not a start.
    await stage.deploy(hub, list('Übergabe'));
    await becomes(() => section().locator('button', { hasText: 'Übergabe' }).count(), 1);
    await becomes(position, 'next: 20 Two');
    should(await stateOf('10')).equal('done');
    should(await problem()).equal('');
    await stage.deploy(hub);
    await stage.deploy(hub, list('Later'));
    await becomes(position, 'restarted: 20 Two');
    should(await problem()).match(/^The list was started again and has sent nothing since\./);
    // A request during the deploy finds no list.
    stage.browserErrors.splice(0);
  });

  it('show hostile names as text, and the reason of a missing answer', async () => {
    await open({ '10': cueOf(HOSTILE, [set(0.1)], { note: HOSTILE }), '20': cueOf('Two') }, { name: HOSTILE });
    should(await cue('10').innerText()).containEql(HOSTILE);
    await press('go');
    await becomes(position, 'next: 20 Two');
    should(await section().locator('img').count()).equal(0);
    const path = '**/graphics-hub/cues';
    await page().route(path, (route) => route.abort());
    await becomes(position, 'position unknown');
    should(await stateOf('20')).equal(null);
    await page().unroute(path);
    await becomes(position, 'next: 20 Two');
    stage.browserErrors.splice(0);
  });

  it('name the steps that the hub does not have', async () => {
    const gone = set(0.1);
    const step = { ...gone, operation: 'playItem', params: { engineId: { type: 'num', value: '9', label: 'Gone' } } };
    await open({ '10': cueOf('One', [set(0.1)]), '20': cueOf('Two', [set(0.1), step as never]) });
    await section().getByRole('button', { name: 'Check the list' }).click();
    await becomes(() => section().locator('.hub-cue-check [role=status]').innerText(), 'Steps that would fail: 1');
    await section()
      .getByRole('button', { name: /^Cue 20, step 2: / })
      .click();
    should(await list().locator('[aria-selected=true]').getAttribute('data-number')).equal('20');
    should(await position()).equal('next: 10 One');
  });

  it('do nothing without the permission', async () => {
    await open({ '10': cueOf('One', [set(0.1)]), '20': cueOf('Two', [set(0.2)]) });
    await allow(['hub-cues.read']);
    try {
      await stage.deploy(picking.hubAt(simulator.url));
      await becomes(() => page().locator('.hub-cue').count(), 0);
      await open({ '10': cueOf('One', [set(0.1)]), '20': cueOf('Two', [set(0.2)]) });
      await becomes(() => section().getByText('It needs the permission hub-cues.write.').count(), 1);
      for (const operation of ['go', 'back', 'next', 'stop']) should(await button(operation).isDisabled()).be.true();
      await cue('20').click();
      await page().keyboard.press('Enter');
      should(await position()).equal('next: 10 One');
    } finally {
      await allow(undefined);
      await stage.deploy(picking.hubAt(simulator.url));
      await becomes(() => page().locator('.hub-cue').count(), 0);
    }
  });

  it('are drawn only where they change, and fit into 320 px with 500 of them', async () => {
    const cues = Array.from({ length: 500 }, (_, index) => [
      `${(index + 1) * 10}`,
      cueOf(`A long name of a cue for the evening news, number ${index}`, [message('a', index === 0 ? 300 : 0)], {
        note: 'Wait for the applause',
      }),
    ]);
    await open(Object.fromEntries(cues));
    await press('go');
    await becomes(() => cue('10').innerText(), /running/);
    const changed = await page().evaluate(async () => {
      const rows = new Set<Element>();
      // Three new seconds.
      await new Promise<void>((resolve) => {
        let drawings = 0;
        const observer = new MutationObserver((changes) => {
          for (const { target } of changes) {
            const row = (target as Element).closest?.('.hub-cue');
            if (row) rows.add(row);
          }
          drawings += 1;
          if (drawings === 3) resolve();
        });
        observer.observe(document.querySelector('.hub-cue-rows')!, {
          childList: true,
          subtree: true,
          characterData: true,
        });
      });
      return [...rows].map((row) => row.getAttribute('data-number'));
    });
    should(changed).eql(['10']);
    await press('stop');
    for (const language of ['de', 'fr', 'ja'])
      await inNarrowSidebar(language, async (fits) => {
        await page().click('#hub-side-tab-cues');
        await becomes(() => page().locator('.hub-cue').count(), 500);
        await fits();
      });
  });
});
