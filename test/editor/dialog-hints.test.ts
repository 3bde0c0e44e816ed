import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { TEST_TIMEOUT, useBench } from './bench.js';
import * as editor from './page.js';
import { becomes } from './page.js';
import * as picking from './picking.js';

const opacity = {
  engineId: { type: 'num', value: '1', label: 'Studio A' },
  nodePath: { type: 'str', value: 'Mixer_0' },
  propertyPath: { type: 'str', value: 'Overlay//Opacity/0' },
};

const typed = (type: string, value: string) => ({ params: { ...opacity, Value: { type, value } } });

describe('hints of a dialog', function () {
  this.timeout(TEST_TIMEOUT);
  const bench = useBench();
  let simulator: Simulator;
  const page = () => bench.page;

  before(async () => {
    simulator = await startSimulator();
    await bench.deploy(
      picking.hubAt(simulator.url),
      picking.setter('many', typed('str', 'many')),
      picking.setter('half', typed('num', '0.5')),
      picking.setter('text', typed('str', '0.5')),
      picking.setter('yes', typed('bool', 'true')),
      picking.setter('vector', typed('json', '{"x":1}')),
      picking.setter('carried', typed('msg', 'payload')),
      picking.setter('eased', { params: { ...opacity, Duration: { type: 'num', value: '2' } } }),
    );
  });

  after(() => simulator?.close());

  const kind = () => page().locator('.hub-field:has(#hub-param-Value) .hub-absent').innerText();
  const presentValueLoaded = () => becomes(() => picking.hubText(page(), 'propertyPath'), 'Overlay Opacity · now 1');

  for (const id of ['many', 'yes', 'vector'])
    it(`mark a literal of another kind than the property: ${id}`, async () => {
      await editor.openNode(page(), id);
      await becomes(kind, 'The property is a number at present: 1');
    });

  for (const id of ['half', 'text', 'carried'])
    it(`do not mark a fitting or unknown value: ${id}`, async () => {
      await editor.openNode(page(), id);
      await presentValueLoaded();
      should(await kind()).equal('');
    });

  it('give a screen reader the name of a field and its error', async () => {
    await editor.openNode(page(), 'eased');
    const duration = editor.textInput(page(), 'hub-param-Duration');
    should(await duration.getAttribute('aria-label')).equal('Duration (s)');
    should(await duration.getAttribute('aria-invalid')).equal('false');
    await duration.fill('-1');
    await becomes(() => duration.getAttribute('aria-invalid'), 'true');
    const reason = await duration.getAttribute('aria-describedby');
    should(await page().locator(`[id="${reason}"]`).innerText()).match(/^Duration: must be/);
    for (const button of await editor.widget(page(), 'hub-param-propertyPath').locator('button').all())
      should(await button.getAttribute('aria-label')).match(/^Property/);
  });

  it('fold rarely used fields until one has a value', async () => {
    const more = page().locator('.hub-more');
    await editor.openNode(page(), 'half');
    should(await more.getAttribute('open')).be.null();
    should(await page().locator('#hub-param-Duration').isVisible()).be.false();
    await editor.closeDialog(page(), 'node-dialog-cancel');
    await editor.openNode(page(), 'eased');
    should(await more.getAttribute('open')).equal('');
    await editor.widget(page(), 'hub-param-Duration').waitFor();
  });

  it('remove a mark when the value fits, and mark nothing offline', async () => {
    await editor.openNode(page(), 'many');
    await becomes(kind, /a number/);
    await editor.type(page(), 'hub-param-Value', '0.7');
    await becomes(kind, '');
    await editor.closeDialog(page(), 'node-dialog-cancel');
    const undo = simulator.trouble({ hangUp: 'before' });
    try {
      await editor.openNode(page(), 'many');
      await becomes(() => picking.bannerText(page()), /^Disconnected\. Check the hub\./);
      should(await kind()).equal('');
    } finally {
      undo();
    }
  });

  it('select the hub if there is only one', async () => {
    const hubOf = (type: string) =>
      page().evaluate((it) => {
        const { view } = window.RED as unknown as {
          view: { createNode(type: string, x: number, y: number): { node: { hub: string } } };
        };
        return view.createNode(it, 100, 100).node.hub;
      }, type);
    const types = await page().$$eval('#red-ui-palette-graphics_hub .red-ui-palette-node', (nodes) =>
      nodes.map((node) => String(node.getAttribute('data-palette-type'))),
    );
    const withHub = [
      'hub-engine-property',
      'hub-playout-item',
      'hub-linear-play',
      'hub-batch',
      'hub-watch',
      'hub-event',
    ];
    should(types).containDeep(withHub);
    for (const type of withHub) should(await hubOf(type)).equal('hub', type);
    await bench.deploy(picking.hubAt(simulator.url), picking.hubAt(simulator.url, { id: 'other' }));
    for (const type of withHub) should(await hubOf(type)).equal('', type);
  });
});
