import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { TEST_TIMEOUT } from './bench.js';
import { type DeckBench, deckNode, openDeckBench, playKey, REVISION_2 } from './deck.js';
import { becomes, eventually } from './page.js';
import * as picking from './picking.js';

const PATH = '**/graphics-hub/controls';

describe('a key in the sidebar', function () {
  this.timeout(TEST_TIMEOUT);
  let bench: DeckBench;
  let simulator: Simulator;
  const page = () => bench.page;
  const key = (name: string) => page().locator(`#hub-side-keys .hub-key[aria-label^=${JSON.stringify(name)}]`);
  const label = () => key('key 6').getAttribute('aria-label');
  const played = () => simulator.journal.filter(({ operation }) => operation === 'playItem').length;

  before(async () => {
    simulator = await startSimulator({ dialect: 2 });
    bench = await openDeckBench();
  });

  after(async () => {
    await bench?.close();
    await simulator?.close();
  });

  beforeEach(async () => {
    simulator.reset();
    await bench.deploy(
      picking.hubAt(simulator.url, REVISION_2),
      deckNode('deck', { wires: [['two']] }),
      playKey('two', 6, 2012, { text: 'Übergabe' }),
    );
    await page().evaluate(() => window.RED.actions.invoke('graphics-hub:show-sidebar'));
    await page().click('#hub-side-tab-keys');
    await becomes(label, 'key 6 · Übergabe · available');
  });

  afterEach(async () => {
    await page().unroute(PATH);
    should(bench.browserErrors).eql([]);
  });

  it('show at once that a press waits, before the next poll, and an older answer does not end it', async () => {
    simulator.trouble({ operation: 'playItem', delay: 4000 });
    // A poll that Node-RED answers before the press, and that arrives after it.
    let polls = 0;
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page().route(PATH, async (route) => {
      const response = await route.fetch();
      polls += 1;
      if (polls === 1) await arrived;
      await route.fulfill({ response });
    });
    await eventually(() => should(polls).equal(1));
    const labels = await key('key 6').evaluateHandle((one) => {
      const seen = [one.getAttribute('aria-label')];
      new MutationObserver(() => {
        const name = one.getAttribute('aria-label');
        if (name !== seen.at(-1)) seen.push(name);
      }).observe(one, { attributes: true });
      return seen;
    });
    await key('key 6').click();
    await becomes(label, 'key 6 · Übergabe · available · sending');
    should(polls).equal(1);
    const old = page().waitForResponse((response) => response.url().endsWith('/graphics-hub/controls'));
    arrive();
    await old;
    // The polls after it are soon, and the command is still in progress.
    await eventually(() => should(polls).be.above(3));
    should(played()).equal(1);
    await becomes(label, 'key 6 · Übergabe · on air');
    // Neither an older light between them, nor one that the page has invented.
    should(await labels.jsonValue()).matchEach(
      /^key 6 · Übergabe · (available|available · sending|on air · sending|on air)$/,
    );
    const waits = (await labels.jsonValue()).map((each) => each!.endsWith('sending'));
    should(waits.lastIndexOf(true) - waits.indexOf(true) + 1).equal(waits.filter(Boolean).length);
  });

  it('follow a press sooner than the usual polls, and only while it may have an effect', async () => {
    let polls = 0;
    page().on('request', (request) => {
      if (request.url().endsWith('/graphics-hub/controls')) polls += 1;
    });
    const countIn = async (ms: number) => {
      polls = 0;
      await page().waitForTimeout(ms);
      return polls;
    };
    // The press of the test before may still have an effect.
    await page().waitForTimeout(3000);
    const usual = await countIn(3000);
    const undo = simulator.trouble({ operation: 'playItem', delay: 3000 });
    await key('key 6').click();
    const following = await countIn(3000);
    undo();
    await becomes(label, 'key 6 · Übergabe · on air');
    await page().waitForTimeout(3000);
    const after = await countIn(3000);
    should(following).be.above(1.5 * usual);
    should(following).be.above(1.5 * after);
  });
});
