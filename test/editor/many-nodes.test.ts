import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import should from 'should';
import * as editor from './page.js';
import { becomes } from './page.js';
import * as picking from './picking.js';
import { page, TAB, useStage } from './stage.js';

const COUNT = 5000;

const nodes = Array.from({ length: COUNT }, (_, index) => ({
  NodePath: `Node_${index}`,
  NodeName: `Node no. ${index}`,
}));

describe(`an engine with ${COUNT} nodes`, () => {
  const stage = useStage();
  let hub: Server;
  const engine = { id: 1, displayName: 'Crowded' };
  let others: object[] = [];

  before(async () => {
    hub = createServer(({ url = '' }, response) => {
      const isNodes = url.endsWith('/nodes');
      response.setHeader('content-type', 'application/json');
      const body = JSON.stringify(isNodes ? nodes : [engine, ...others]);
      response.end(body);
    }).listen(0, '127.0.0.1');
    await once(hub, 'listening');
    const { port } = hub.address() as AddressInfo;
    await stage.deploy(picking.hubAt(`http://127.0.0.1:${port}`), {
      ...picking.setter('user'),
      params: { engineId: { type: 'num', value: '1', label: 'Crowded' } },
    });
  });

  after(async () => {
    hub?.closeAllConnections();
    hub?.close();
  });

  it('is listed by its first nodes, and searched among all of them', async () => {
    await editor.openNode(page(), 'user');
    await picking.opener(page(), 'nodePath').click();
    await becomes(async () => (await picking.names(page())).length, 100);
    should((await picking.names(page()))[0]).equal('Node no. 0');
    should(await picking.noteText(page())).match(new RegExp(`^${COUNT - 100} more`));
    await page().keyboard.type('no. 4321');
    await becomes(() => picking.names(page()), ['Node no. 4321']);
    await page().keyboard.press('Enter');
    await becomes(() => picking.shownText(page(), 'nodePath'), 'Node no. 4321');
    await editor.closeDialog(page(), 'node-dialog-ok');
    should((await editor.exportedNode(page(), 'user')).params)
      .have.property('nodePath')
      .eql({ type: 'str', value: 'Node_4321', label: 'Node no. 4321' });
  });

  it('is left out of the label if the hub has no other', async () => {
    await picking.add(page(), { id: 'short', type: 'hub-engine-property', z: TAB, hub: 'hub' });
    await editor.openNode(page(), 'short');
    await picking.pick(page(), 'nodePath', ['Crowded', '1'], ['Node no. 7', 'Node_7']);
    await editor.closeDialog(page(), 'node-dialog-ok');
    const labelOf = (id: string) =>
      page().evaluate((one) => window.RED.utils.getNodeLabel(window.RED.nodes.node(one)), id);
    should(await labelOf('short')).equal('Node no. 7 = payload');
    should(await labelOf('user')).endWith(' · Crowded');
    const saved = await editor.exportedNode(page(), 'short');
    await editor.openNode(page(), 'short');
    await editor.closeDialog(page(), 'node-dialog-ok');
    should(await editor.exportedNode(page(), 'short')).eql(saved);
    should(saved.params).have.property('engineId').eql({ type: 'num', value: '1', label: 'Crowded', alone: true });
  });

  it('is part of the label if the hub has others that the list leaves out', async () => {
    others = [{ ...engine, id: 'x'.repeat(3000) }];
    await picking.add(page(), { id: 'cut', type: 'hub-engine-property', z: TAB, hub: 'hub' });
    await editor.openNode(page(), 'cut');
    await picking.pick(page(), 'nodePath', ['Crowded', '1'], ['Node no. 7', 'Node_7']);
    await editor.closeDialog(page(), 'node-dialog-ok');
    others = [];
    const { engineId } = (await editor.exportedNode(page(), 'cut')).params as { engineId: object };
    should(engineId).eql({ type: 'num', value: '1', label: 'Crowded' });
  });

  it('on a tab with 300 nodes: the text of a status is measured once, however often the tab opens', async () => {
    const status = { fill: 'green', shape: 'dot', text: 'gemessen 🎬' };
    const nodes = Array.from({ length: 300 }, (_, index) => ({
      ...picking.setter(`n${index}`),
      ...{ z: 'many', y: 40 * index },
    }));
    const measured = await page().evaluate(
      async (all) => {
        let count = 0;
        const { getBBox } = SVGGraphicsElement.prototype;
        SVGGraphicsElement.prototype.getBBox = function (...options) {
          if (this.matches('.red-ui-flow-node-status-label')) count += 1;
          return getBBox.apply(this, options);
        };
        const { nodes: flow, workspaces } = window.RED;
        flow.import([{ id: 'many', type: 'tab', label: 'Übergabe' }, ...all.nodes]);
        flow.eachNode((node) => Object.assign(node, { status: all.status }));
        for (const tab of ['many', 'tab', 'many']) {
          workspaces.show(tab);
          await new Promise((drawn) => setTimeout(() => requestAnimationFrame(drawn), 50));
        }
        SVGGraphicsElement.prototype.getBBox = getBBox;
        return count;
      },
      { nodes: nodes as object[], status },
    );
    should(measured).be.within(1, 10);
  });
});
