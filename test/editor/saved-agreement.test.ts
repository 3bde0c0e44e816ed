import should from 'should';
import { HUBS, savedNodes } from '../saved-nodes.js';
import { reload, TEST_TIMEOUT, useBench } from './bench.js';
import { becomes, openNode, PATIENCE, reasonBelow } from './page.js';

const at = { z: 'hidden', x: 200, y: 100, wires: [], version: 1, name: '' };
const config = { type: 'hub-config', name: 'Übergabe', version: 1, baseUrl: 'http://127.0.0.1:9', auth: 'none' };
const others = [
  { id: 'hidden', type: 'tab', label: 'Hidden' },
  { ...config, id: HUBS.running },
  { ...config, id: HUBS.disabled, d: true },
  { ...at, id: HUBS.other, type: 'hub-look', hub: HUBS.running },
  { ...at, id: HUBS.cues, type: 'hub-cues', hub: HUBS.running },
];

/** A new seed for each run, so that the runs together try more. A failure shows the whole node. */
const SEED = Date.now() % 1e6;

/** The number of nodes of each type. */
const COUNT = 40;

describe('a saved node', function () {
  this.timeout(TEST_TIMEOUT);
  const bench = useBench();

  it('starts exactly if the dialog finds no fault in it', async () => {
    const cases = savedNodes(SEED, COUNT).map((each, index) => ({ ...each, id: `case${index}` }));
    // For a configuration, a watch shows whether it runs.
    const nodes = cases.flatMap(({ id, type, fields }): object[] =>
      type === 'hub-config'
        ? [
            { ...config, ...fields, id: `hub-${id}` },
            { ...at, id, type: 'hub-watch', operation: 'listEngines', hub: `hub-${id}` },
          ]
        : [{ ...at, ...fields, id, type }],
    );
    await bench.deploy(...others, ...nodes);
    // Before, the statuses arrived for nodes that the page did not have.
    await reload(bench.page);
    const ids = cases.map(({ id }) => id);
    const disagreeing = () =>
      bench.page.evaluate((all) => {
        const found: Record<string, string> = {};
        for (const id of all) {
          const { status, validationErrors = [] } = window.RED.nodes.node(id);
          const isDead = /^(bad|no operation|no hub)/.test(status?.text ?? '');
          if (isDead !== validationErrors.length > 0) found[id] = `${status?.text}; ${validationErrors}`;
        }
        return found;
      }, ids);
    const end = Date.now() + PATIENCE;
    let found = await disagreeing();
    while (Object.keys(found).length > 0 && Date.now() < end) {
      await bench.page.waitForTimeout(500);
      found = await disagreeing();
    }
    const wrong = cases.filter(({ id }) => id in found).map(({ id, ...each }) => ({ ...each, result: found[id] }));
    should(wrong).eql([]);
  });

  it('has its cue list alone, among the nodes that run', async () => {
    const list = 'Übergabe';
    const cues = { ...at, type: 'hub-cues', hub: HUBS.running, list };
    const off = { id: 'off', type: 'tab', label: 'Off', disabled: true };
    await bench.deploy(
      ...[...others, off, { ...cues, id: 'one' }, { ...cues, id: 'same', list: list.normalize('NFD').toUpperCase() }],
      ...[
        { ...cues, id: 'other', list: '日本語' },
        { ...cues, id: 'disabled', d: true },
        { ...cues, id: 'onOffTab', z: 'off' },
      ],
    );
    const marked = () =>
      bench.page.evaluate(() =>
        ['one', 'same', 'other', 'disabled', 'onOffTab'].filter(
          (id) => window.RED.nodes.node(id).validationErrors?.length !== 0,
        ),
      );
    should(await marked()).eql(['one', 'same']);
    await reload(bench.page);
    const refused = () =>
      bench.page.evaluate(
        () => ['one', 'same', 'other'].filter((id) => window.RED.nodes.node(id).status?.text === 'list in use').length,
      );
    await becomes(refused, 1);
    await openNode(bench.page, 'same');
    const reason = () => reasonBelow(bench.page, 'node-input-list');
    await becomes(reason, 'List: another node has this list already');
    await bench.page.fill('#node-input-list', 'Abend');
    await becomes(reason, '');
  });
});
