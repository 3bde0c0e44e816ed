import { readFileSync } from 'node:fs';
import should from 'should';
import type { Area } from '../../dist/hub/table/operation.js';
import { allOperations as operations, operationsOf } from '../../dist/hub/table/operations.js';
import { TAB, TEST_TIMEOUT, useBench } from './bench.js';
import * as editor from './page.js';
import { becomes } from './page.js';

/** The labels in the palette: the areas, and other nodes. */
const palette = [
  'engine property',
  'engine function',
  'playout item',
  'launcher',
  'linear play',
  'newsroom MOS',
  'graph',
  'hub batch',
  'hub control',
  'hub cues',
  'hub watch',
  'hub event',
  'hub panel',
  'hub lamp',
  'hub look',
  'hub remote',
];

const areas = [...new Set(operations.map(({ area }) => area))];

const hub = { id: 'hub', type: 'hub-config', version: 1, baseUrl: 'http://127.0.0.1:9', dialect: '2', auth: 'none' };

/** The settings that only some areas save, in a new node. */
const special: Partial<Record<Area, object>> = {
  launcher: { secondPress: true },
  graph: { secondPress: true },
  batch: { output: 'all', failed: 'error' },
};

const hasTriggers = (area: Area) => operationsOf(area).some(({ kind }) => kind === 'trigger');

/** A node as the palette creates it. */
const newNode = (area: Area) => ({
  id: area,
  type: `hub-${area}`,
  z: TAB,
  name: '',
  version: 1,
  hub: 'hub',
  operation: operationsOf(area)[0]?.name,
  params: {},
  delivery: '',
  expiry: '',
  timeout: '',
  ...(area === 'engine-property' && { superseded: '' }),
  ...(hasTriggers(area) && { actOn: '', lockout: '', property: '', pressedIs: '', releasedIs: '' }),
  ...special[area],
  x: editor.X,
  y: 100,
  wires: [[]],
});

describe('the texts of the dialogs', () => {
  const words = JSON.parse(readFileSync('locales/en-US/hub-config.json', 'utf8'));

  it('contain only names of the table', () => {
    const names: readonly string[] = operations.map(({ name }) => name);
    should(Object.keys(words.operations).filter((name) => !names.includes(name))).eql([]);
  });
});

describe('the dialog of each area', function () {
  this.timeout(TEST_TIMEOUT);
  const bench = useBench();
  const page = () => bench.page;
  /** The parameters of the dialog in the order of their names, the number of required ones, and the settings among these. */
  const shown = (settings: readonly string[]) =>
    page().evaluate(
      (all) => ({
        params: [...document.querySelectorAll('[id^="hub-param-"]')]
          .map(({ id }) => id.replace('hub-param-', ''))
          .sort(),
        required: document.querySelectorAll('.hub-field .hub-required').length,
        settings: Object.fromEntries(all.map((each) => [each, document.getElementById(`node-input-${each}`) !== null])),
      }),
      settings,
    );

  before(async () => {
    await bench.deploy(hub, ...areas.map(newNode));
  });

  it('has a type with the name of its area', async () => {
    const defaults = (type: string) =>
      page().evaluate((it) => {
        const entries = Object.entries(window.RED.nodes.getType(it).defaults);
        return Object.fromEntries(entries.map(([name, { value }]) => [name, value]));
      }, type);
    for (const area of areas) {
      const { id, type, z, x, y, wires, ...expected } = newNode(area);
      await becomes(() => defaults(type), { ...expected, hub: '' });
    }
  });

  it('has its own icon in the palette, and the colour of controls, commands, watches, panels, lamps, looks and cues, events or remotes', async () => {
    const paletteNodes = await page().$$eval('#red-ui-palette-graphics_hub .red-ui-palette-node', (nodes) =>
      nodes.map((node) => {
        const icon = node.querySelector<HTMLElement>('.red-ui-palette-icon');
        return [
          node.getAttribute('data-palette-label'),
          (node as HTMLElement).style.backgroundColor,
          icon?.style.backgroundImage,
        ];
      }),
    );
    should(paletteNodes.map(([label]) => label).sort()).eql([...palette].sort());
    const kinds = (look: 1 | 2) => new Set(paletteNodes.map((it) => it[look])).size;
    should([kinds(1), kinds(2)]).eql([8, palette.length]);
  });

  for (const area of areas)
    it(`(${area}) offers its operations with the fields and settings of the table`, async () => {
      await editor.openNode(page(), area);
      const table = operationsOf(area);
      const names = table.map(({ name }) => name);
      await becomes(() => editor.optionValues(page(), 'node-input-operation'), names);
      for (const { name, kind, latest, guarded, parameters } of table) {
        await page().selectOption('#node-input-operation', name);
        // Rare parameters are last, folded.
        const params = parameters.map((parameter) => parameter.name).sort();
        const required = parameters.filter((parameter) => parameter.required).length;
        const settings = {
          secondPress: guarded === true,
          output: area === 'batch',
          failed: area === 'batch',
          actOn: kind === 'trigger',
          lockout: kind === 'trigger',
          delivery: latest !== undefined,
          superseded: latest !== undefined,
          expiry: kind !== 'read',
          timeout: true,
        };
        await becomes(() => shown(Object.keys(settings)), { params, required, settings });
      }
    });

  for (const area of areas)
    it(`(${area}) shows missing values, and saves only values of the table`, async () => {
      const { operation, ...node } = newNode(area);
      const [first] = operationsOf(area);
      await editor.openNode(page(), area);
      await editor.closeDialog(page(), 'node-dialog-ok');
      const saved = await editor.exportedNode(page(), area);
      const required = first!.parameters.filter((parameter) => parameter.required).map(({ name }) => name);
      should(Object.keys(saved.params as object)).eql(required);
      should(saved).eql({ ...node, operation, params: saved.params });
      const blank = Object.values(saved.params as Record<string, { value: string }>).filter(({ value }) => !value);
      await becomes(async () => (await editor.reasons(page(), area)).length, blank.length);
    });
});
