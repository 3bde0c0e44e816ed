import type { Page } from 'playwright-core';
import should from 'should';
import { example, examples, type Part, pointedAt } from '../examples.js';
import { recipes } from '../recipes.js';
import * as editor from './page.js';
import { becomes } from './page.js';
import { page, useSimulator, useStage } from './stage.js';

/** The first show asks for this button, but its item does not have it. */
const MISSING_BUTTON = 'Wave';

/** A parameter as it is saved. */
type Params = Readonly<Record<string, { readonly type: string; readonly value: string; readonly label?: string }>>;

const CONFIGS: readonly string[] = ['hub-config', 'hub-surface'];

const isOurs = ({ type }: Part) => type.startsWith('hub-') && !CONFIGS.includes(type);

/** The parameters of a node, or of the first action of a control. */
const paramsOf = ({ params, actions }: Part): Params => (params ?? (actions as Part[])?.[0]?.params ?? {}) as Params;

/** The operation of a node, the types of its parameters, and the parameters with a name. */
function kindOf(part: Part): string {
  const { type, operation } = part;
  const filled = Object.entries(paramsOf(part)).map(([name, param]) => [name, param.type, 'label' in param]);
  return JSON.stringify([type, operation, filled]);
}

const usesMissingButton = ({ params }: Part) => (params as Params)?.buttonKey?.value === MISSING_BUTTON;

describe('the examples in the editor', () => {
  const stage = useStage();
  const simulator = useSimulator();

  it('have all fields and no errors, and are exported as they were saved', async () => {
    const parts = examples.flatMap(({ flow }) => pointedAt(simulator.url, flow));
    await stage.deploy(...new Map(parts.map((part) => [part.id, part])).values());
    const checked = await checkedNodes(page());
    for (const part of parts.filter(isOurs)) {
      should(part).have.properties(checked[part.id]!.fields);
      should(checked[part.id]!.reasons).eql([]);
      should(await editor.exportedNode(page(), part.id)).eql({ ...part, x: editor.X });
    }
  });

  it('show names and no errors in each dialog, and stay unchanged by Done, with recipes, fields in another order, and all parts open', async () => {
    // Two nodes with one cue list would have an error.
    const flows = [...recipes, ...examples].flatMap(({ flow }) =>
      pointedAt(simulator.url, flow).map((part) => ('list' in part ? { ...part, list: part.id } : part)),
    );
    const parts = new Map(flows.map((part) => [part.id, isOurs(part) ? reversed(part) : part]));
    const ours = [...parts.values()].filter(isOurs);
    const configs = [...parts.values()].filter(({ type }) => CONFIGS.includes(type));
    const tab = { id: 'other', type: 'tab', label: 'Übergabe' };
    await stage.deploy(tab, ...configs, ...ours.map((part) => ({ ...part, z: tab.id, g: undefined, wires: [] })));
    const exampleIds = new Set(examples.flatMap(({ flow }) => flow.map(({ id }) => id)));
    // Dialogs are slow, so nodes that differ only in their choices are opened once.
    const kinds = new Map(ours.map((part) => [kindOf(part), part]));
    for (const part of kinds.values()) {
      const before = await editor.exportedNode(page(), part.id);
      const { marked, names, ...after } = await collectMarks(page(), part.id);
      should({ id: part.id, ...after }).eql({ id: part.id, isDirty: false, isChanged: false });
      should(await editor.exportedNode(page(), part.id)).eql(before);
      // Recipes on one hub have several lists and nodes for looks, so a choice is missing.
      if (!exampleIds.has(part.id)) continue;
      const labels = Object.values(paramsOf(part)).flatMap(({ label }) => label ?? []);
      should({ id: part.id, marked, names: names.sort() }).eql({
        id: part.id,
        marked: usesMissingButton(part) ? ['Not on the hub. The saved value is kept.'] : [],
        names: labels.sort(),
      });
    }
  });

  it('share one hub after several imports of any kind', async () => {
    await stage.deploy();
    for (const [name, ...answers] of [
      ['2-nodes/playout-item'],
      ['2-nodes/playout-item', 'Import copy'],
      ['3-panels/x-keys-jog', 'Import copy'],
      ['2-nodes/watch', 'View nodes...', 'Import selected'],
    ] as const)
      await paste(page(), pointedAt(simulator.url, example(name)), ...answers);
    const count = (name: string) => example(name).filter(({ hub }) => hub).length;
    const users = 2 * count('2-nodes/playout-item') + count('3-panels/x-keys-jog') + count('2-nodes/watch');
    await becomes(() => hubs(page()), [{ id: 'hubdemo0hub00001', users }]);
  });
});

/** The names of the fields of each node's type, and the node's errors. */
const checkedNodes = (page: Page): Promise<Record<string, { fields: string[]; reasons: string[] }>> =>
  page.evaluate(() => {
    const { nodes } = window.RED;
    const found: Record<string, { fields: string[]; reasons: string[] }> = {};
    nodes.eachNode(({ id, type, validationErrors = [] }) => {
      found[id] = { fields: Object.keys(nodes.getType(type).defaults), reasons: validationErrors };
    });
    return found;
  });

/** The fields of an object, and of each part of it, from the last to the first. */
function reversed<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(reversed) as Value;
  if (!value || typeof value !== 'object') return value;
  const fields = Object.entries(value).map(([name, field]) => [name, reversed(field)]);
  return Object.fromEntries(fields.reverse()) as Value;
}

/**
 * Opens a node and all folded parts of its dialog, and closes it by Done. Returns its errors, the names that it
 * showed, and if that changed the flow and the node.
 */
const collectMarks = (page: Page, id: string) =>
  page.evaluate(
    async ({ node, patience }) => {
      const { RED, jQuery, setTimeout: wait } = window;
      // Node-RED waits half a second for animations that the bench has disabled. A longer time is the limit of a request.
      const cut = (delay: number) => (delay > 1000 ? delay : Math.min(delay, 10));
      window.setTimeout = ((work: () => void, delay = 0) => wait(work, cut(delay))) as typeof wait;
      const late = Date.now() + patience;
      const until = async (holds: () => unknown) => {
        while (!holds())
          if (Date.now() > late) throw new Error(`${node} does not get there`);
          else await new Promise((done) => setTimeout(done, 10));
      };
      const one = (selector: string) => document.querySelector<HTMLElement>(selector);
      RED.editor.edit(RED.nodes.node(node));
      // A complete dialog has the focus. It shows the hub's answer one turn later.
      await until(() => one('.red-ui-tray-body :focus') && jQuery.active === 0);
      for (let folded = true; folded; ) {
        const closed = [...document.querySelectorAll<HTMLDetailsElement>('.red-ui-tray details:not([open])')];
        for (const each of closed) each.open = true;
        await new Promise((done) => setTimeout(done, 20));
        folded = closed.length > 0;
      }
      await until(() => jQuery.active === 0);
      await new Promise((done) => setTimeout(done, 20));
      const shown = (selector: string) =>
        [...document.querySelectorAll<HTMLElement>(`.red-ui-tray ${selector}`)].filter((each) =>
          each.checkVisibility(),
        );
      const texts = [...shown('.hub-reason'), ...shown('.hub-absent'), ...shown('.hub-banner')];
      const marked = [...shown('.input-error').map((field) => field.id), ...texts.map((text) => text.innerText)];
      const names = shown('.hub-picked:not(.hub-blank)').map((name) => name.innerText);
      one('#node-dialog-ok')?.click();
      await until(() => !one('#node-dialog-ok'));
      window.setTimeout = wait;
      return {
        marked: marked.filter(Boolean),
        names,
        isDirty: RED.nodes.dirty(),
        isChanged: (RED.nodes.node(node) as { readonly changed?: boolean }).changed === true,
      };
    },
    { node: id, patience: editor.PATIENCE },
  );

/** Imports a flow by Node-RED's dialog, and answers its question about existing nodes. */
async function paste(page: Page, flow: readonly Part[], ...answers: readonly string[]): Promise<void> {
  await page.evaluate(() => window.RED.actions.invoke('core:show-import-dialog'));
  await page.fill('#red-ui-clipboard-dialog-import-text', JSON.stringify(flow));
  await page.press('#red-ui-clipboard-dialog-import-text', 'End');
  await page.click('#red-ui-clipboard-dialog-ok');
  for (const name of answers) await page.getByRole('button', { name, exact: true }).click();
}

/** The hubs of the editor, with the number of nodes that use each. */
const hubs = (page: Page): Promise<object[]> =>
  page.evaluate(() => {
    const found: object[] = [];
    window.RED.nodes.eachConfig(({ type, id, users }) => {
      if (type === 'hub-config') found.push({ id, users: users.length });
    });
    return found;
  });
