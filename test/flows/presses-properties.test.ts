import fc from 'fast-check';
import should from 'should';
import { type HostileHub, hostileHub } from '../hostile/http-hub.js';
import { enabledEvents, presses, simulatePresses } from '../panels/simulated-presses.js';
import { fromMessage, literal, type NodeOf, perform, type Stage } from './stage.js';

/** In seconds: longer than the test, so that nothing expires and no lockout ends. */
const LONG = '60';

const next: NodeOf = {
  ...{ id: 'next', type: 'hub-linear-play', operation: 'playNext', expiry: LONG },
  params: { engineId: literal(1), preview: literal('program') },
};
const item: NodeOf = {
  ...{ id: 'item', type: 'hub-playout-item', operation: 'pressItemButton', expiry: LONG, lockout: LONG },
  params: { rundownId: fromMessage('rundown'), itemId: literal(2), buttonKey: fromMessage('label') },
};
const panel: NodeOf = { id: 'panel', type: 'hub-panel', kind: 'button', press: true, wires: [['panelled']] };

const control: NodeOf = {
  ...{ id: 'control', type: 'hub-control', surface: 'template', control: '*', light: '-' },
  actions: [{ ...next, on: 'press', does: 'command' }],
  wires: [[], []],
};

const LABELS = ['In', 'Out', 'Gone'];

describe('any presses of devices and browsers, in real nodes and behind slow commands,', () => {
  let hub: HostileHub;
  let stage: Stage;
  let delays: readonly number[] = [0];

  before(async () => {
    hub = await hostileHub(({ method, url = '' }, response) => {
      const isItem = method === 'GET' && url.includes('/items/');
      const answer = isItem ? { buttons: { k1: 'In', k2: 'Out' } } : { success: true };
      const delay = delays[hub.requests.length % delays.length];
      setTimeout(
        () => response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer)),
        delay,
      );
    });
    const panelled = { ...next, id: 'panelled', actOn: 'every' };
    stage = await perform({ baseUrl: hub.url, auth: 'none' }, [next, item, panel, panelled, control]);
  });

  after(async () => {
    await stage.close();
    await hub.close();
  });

  const commands = (part: string) =>
    hub.requests.filter(({ method, url }) => method !== 'GET' && url.includes(part)).map(({ url }) => url);

  it('send one command for each press, and one for each target in the lockout', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        // All messages are sent at once, so a release outside the button is left out.
        presses(LABELS, 15).map((all) => all.filter(({ by }) => by !== 'beside')),
        enabledEvents,
        fc.array(fc.nat(15), { minLength: 1, maxLength: 5 }),
        async (all, enabled, allDelays) => {
          run += 1;
          delays = allDelays;
          hub.requests.length = 0;
          stage.completed.length = 0;
          stage.caught.length = 0;
          const { sent, intended } = simulatePresses(all, enabled);
          const labelOf = (control: unknown) => String(control).split(' ')[0] as string;
          for (const { msg } of sent) {
            // Each run has its own rundown, so that no lockout or cached look-up of an earlier run applies.
            const own = { topic: `${msg.topic} ${run}`, rundown: run, label: labelOf(msg.topic) };
            for (const id of ['next', 'item', 'panel', 'control'])
              stage.node(id).receive({ _msgid: `${Math.random()}`, ...msg, ...own });
          }
          const ends = () => stage.completed.length + stage.caught.length;
          // Each message ends at both nodes, the panel and the control, and each press also at the node behind the panel.
          await stage.until(() => ends() === 4 * sent.length + intended.length);
          should(commands('/playnext/')).have.length(3 * intended.length);
          const labels = [...new Set(intended.map(({ control }) => labelOf(control)))];
          const keys = labels.flatMap((label) => (label === 'Gone' ? [] : [label === 'In' ? 'k1' : 'k2']));
          should(commands('/items/').map((url) => url.split('/').at(-1))).eql(keys);
          should(stage.caught.every(({ hub: { outcome } }) => outcome === 'not-sent')).be.true();
        },
      ),
      { numRuns: 25 },
    );
  });
});
