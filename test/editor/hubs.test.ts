import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import should from 'should';
import { startSimulator } from '../../dist/simulator/index.js';
import { literal } from '../flows/stage.js';
import { existingProperty, instanceOf, missingProperty, subflow } from './hubs-flow.js';
import * as editor from './page.js';
import { eventually } from './page.js';
import * as picking from './picking.js';
import { page, TAB, useSimulator, useStage } from './stage.js';

const KEY = 'rh_typed_and_never_deployed';
const STORED = 'rh_stored_for_one_address';

describe('the hub of a dialog', () => {
  const stage = useStage();
  const simulator = useSimulator();
  const second = useSimulator();
  const withKey = useSimulator({ apiKey: STORED });
  const close = () => editor.closeDialog(page(), 'node-dialog-ok');

  before(async () => {
    second.state.engines.splice(0, 1);
    for (const { host } of second.state.engines) (host as { displayName: string }).displayName += ' (second)';
    const refused = { id: 'offline', name: 'Offline' };
    const stored = { id: 'stored', name: 'Stored', auth: 'apiKey', credentials: { apiKey: STORED } };
    await stage.deploy(
      picking.hubAt(simulator.url),
      picking.hubAt(second.url, { id: 'second', name: 'Second' }),
      picking.hubAt('http://127.0.0.1:9', refused),
      picking.hubAt(withKey.url, stored),
      picking.setter('fresh'),
      picking.setter('kept', { params: existingProperty }),
      picking.setter('gone', { params: missingProperty }),
      picking.setter('spaced', {
        type: 'hub-playout-item',
        operation: 'pressItemButton',
        params: { rundownId: literal(51), itemId: literal(511), buttonKey: literal(' Hide\u00a0 Overlay') },
      }),
      picking.setter('off', { hub: 'offline', params: existingProperty }),
      picking.setter('with key', { hub: 'stored' }),
      picking.hubAt(withKey.url, { id: 'keyless', name: 'Keyless' }),
      picking.setter('refused', { hub: 'keyless', params: existingProperty }),
      ...subflow('told', 'hub'),
      instanceOf('told use', 'told'),
      ...subflow('asked', ''),
      instanceOf('asked use', 'asked', 'second'),
      picking.inject('told sender', 'told use', true),
      picking.inject('asked sender', 'asked use', true),
    );
  });

  it('answers before it was deployed, with the typed key', async () => {
    const undeployed = await startSimulator({ apiKey: KEY });
    try {
      await editor.openNode(page(), 'fresh');
      await page().click('#node-input-btn-hub-add');
      await editor.waitForDialog(page(), 'node-config-dialog-ok');
      await page().fill('#node-config-input-baseUrl', undeployed.url);
      await page().fill('#node-config-input-apiKey', KEY);
      await editor.closeDialog(page(), 'node-config-dialog-ok');
      await picking.pick(page(), 'nodePath', ['Arena', '4'], ['Cine Camera', `${LEVEL}.CineCamera_1`]);
      should(await picking.shownText(page(), 'engineId')).equal('Arena');
      // The dialog still asks for the present state.
      await eventually(() =>
        should(new Set(undeployed.journal.map(({ statusCode }) => statusCode))).eql(new Set([200])),
      );
      should(undeployed.journal.map(({ headers }) => headers['x-api-key'])).matchEvery(KEY);
      await close();
      const { params } = await editor.exportedNode(page(), 'fresh');
      should(params).have.property('engineId').eql({ type: 'num', value: '4', label: 'Arena' });
    } finally {
      await undeployed.close();
    }
  });

  it('gets the saved key at its saved address, and never at another', async () => {
    const receivedHeaders: string[] = [];
    const otherServer = createServer((request, response) => {
      receivedHeaders.push(`${request.url} ${JSON.stringify(request.rawHeaders)}`);
      response.setHeader('content-type', 'application/json').end('[{"id":5,"displayName":"Stranger"}]');
    }).listen(0, '127.0.0.1');
    try {
      await editor.openNode(page(), 'with key');
      const before = withKey.journal.length;
      await picking.opener(page(), 'engineId').click();
      await eventually(async () => should(await picking.names(page())).containEql('Studio A'));
      await page().keyboard.press('Escape');
      // The hub without a key sends its own requests to the same address.
      should(withKey.journal.slice(before).map(({ headers }) => headers['x-api-key'])).containEql(STORED);

      await page().click('#node-input-btn-hub-edit');
      // The stored credentials come late, and fill in the address too.
      await editor.waitForDialog(page(), 'node-config-dialog-ok');
      const { port } = otherServer.address() as AddressInfo;
      await page().fill('#node-config-input-baseUrl', `http://127.0.0.1:${port}`);
      await page().click('#hub-test');
      await eventually(() => should(receivedHeaders).not.be.empty());
      await editor.closeDialog(page(), 'node-config-dialog-ok');
      const requestCount = receivedHeaders.length;
      await picking.opener(page(), 'engineId').click();
      await eventually(async () => should(await picking.names(page())).eql(['Stranger']));
      should(receivedHeaders.length).be.above(requestCount);
      should(receivedHeaders.filter((request) => request.includes(STORED) || /x-api-key/i.test(request))).eql([]);
    } finally {
      otherServer.closeAllConnections();
      otherServer.close();
    }
  });

  it('comes from an environment variable of a subflow, and so does the engine', async () => {
    const subflows = [
      ['told', simulator],
      ['asked', second],
    ] as const;
    for (const [id, hub] of subflows) {
      await picking.showFlow(page(), id);
      const before = hub.journal.length;
      await editor.openNode(page(), `${id} inner`);
      should(await page().inputValue('#node-input-hub')).equal(editor.env('HUB'));
      await picking.pick(page(), 'propertyPath', ['Mixer', 'Mixer_0'], ['Program Channel', PROGRAM]);
      should(hub.journal.slice(before).map(({ path }) => path)).containEql('/api/rest/v1/engines/2/nodes');
      await close();
      const saved = await editor.exportedNode(page(), `${id} inner`);
      should(saved).have.properties({ hub: editor.env('HUB') });
      should((saved.params as typeof existingProperty).engineId).eql({ type: 'env', value: 'ENGINE' });
    }
    await picking.showFlow(page(), TAB);
    await picking.deploy(page());
    for (const [id, hub] of subflows) {
      const sent = () => hub.journal.filter(({ operation }) => operation === 'getProperty').length;
      const before = sent();
      await picking.sendFrom(page(), `${id} sender`);
      await eventually(() => should(sent()).equal(before + 1));
      const { params } = hub.journal.findLast(({ operation }) => operation === 'getProperty')!;
      should(params).eql({ engineId: '2', nodePath: 'Mixer_0', propertyPath: PROGRAM });
    }
  });

  it('is the chosen one of two, also after a change in the open dialog', async () => {
    const engines = async () => {
      await picking.opener(page(), 'engineId').click();
      await picking.options(page()).first().waitFor();
      const all = await picking.names(page());
      await page().keyboard.press('Escape');
      await picking.search(page()).waitFor({ state: 'detached' });
      return all;
    };
    await editor.openNode(page(), 'kept');
    await eventually(async () => should(await picking.hubText(page(), 'engineId')).equal('connected'));
    should(await engines()).eql(['Studio A', 'Studio B', 'Video Wall', 'Arena']);
    await page().selectOption('#node-input-hub', 'second');
    await eventually(async () => should(await picking.hubText(page(), 'engineId')).match(/^Not on the hub/));
    should(await engines()).eql(['Studio B (second)', 'Video Wall (second)', 'Arena (second)']);
    should(await picking.shownText(page(), 'engineId')).equal('Studio A');
    await page().selectOption('#node-input-hub', 'hub');
    await eventually(async () => should(await picking.hubText(page(), 'engineId')).equal('connected'));
    should(await engines()).eql(['Studio A', 'Studio B', 'Video Wall', 'Arena']);
  });

  it('leaves the dialog as it was saved while it is offline, and shows the reason', async () => {
    const before = await editor.exportedNode(page(), 'off');
    await editor.openNode(page(), 'off');
    for (const [param, { value, label }] of Object.entries(
      existingProperty as Record<string, { value: string; label?: string }>,
    ))
      should(await picking.shownText(page(), param)).equal(label ?? value);
    await eventually(async () =>
      should(await picking.bannerText(page())).match(
        /^Hub offline\. Check the network\. No connection to the hub at http:\/\/127/,
      ),
    );
    should(await page().locator('.hub-banner').count()).equal(1);
    for (const param of ['engineId', 'nodePath', 'propertyPath'])
      should(await picking.hubText(page(), param)).equal('', param);
    await picking.opener(page(), 'engineId').click();
    await eventually(async () => should(await picking.noteText(page())).match(/^Hub offline\. Check the network/));
    await page().keyboard.press('Escape');
    await close();
    should(await editor.exportedNode(page(), 'off')).eql(before);
  });

  it('shows one error while the hub refuses, until another one answers', async () => {
    await editor.openNode(page(), 'refused');
    await eventually(async () => should(await picking.bannerText(page())).match(/^Not checked: .*\(401\)/));
    for (const param of ['engineId', 'nodePath', 'propertyPath'])
      should(await picking.hubText(page(), param)).equal('', param);
    const [banner, first] = await Promise.all(
      ['.hub-banner', '#node-input-name'].map((it) => page().locator(it).boundingBox()),
    );
    should(banner!.y + banner!.height).be.belowOrEqual(first!.y);
    await page().selectOption('#node-input-hub', 'hub');
    await eventually(async () => should(await picking.bannerText(page())).equal(''));
    await eventually(async () => should(await picking.hubText(page(), 'engineId')).equal('connected'));
  });

  it('is asked again at the next change after an outage', async () => {
    const undo = simulator.trouble({ hangUp: 'before' });
    try {
      await editor.openNode(page(), 'kept');
      await eventually(async () => should(await picking.bannerText(page())).match(/^(Hub offline|Disconnected)\./));
    } finally {
      undo();
    }
    // A cached answer stays for some seconds.
    await eventually(async () => {
      await page().locator('#hub-param-propertyPath + *').locator('.red-ui-typedInput-option-expand').press('End');
      // A request starts only after a pause in typing.
      await page().waitForTimeout(500);
      should(await picking.bannerText(page())).equal('');
    });
    await eventually(async () => should(await picking.hubText(page(), 'engineId')).equal('connected'));
  });

  it('does not delay the dialog', async () => {
    const before = await editor.exportedNode(page(), 'kept');
    const undo = simulator.trouble({ never: true });
    const pending = () => simulator.journal.filter(({ statusCode }) => statusCode === undefined).length;
    try {
      await editor.openNode(page(), 'kept');
      await eventually(() => should(pending()).be.above(0));
      should(await picking.shownText(page(), 'propertyPath')).equal('Program Channel');
      await close();
      should(pending()).be.above(0);
      should(await editor.exportedNode(page(), 'kept')).eql(before);
    } finally {
      undo();
    }
  });

  it('is asked again on request', async () => {
    const undo = simulator.trouble({ operation: 'listEngines', status: 503, body: 'starting up' });
    await editor.openNode(page(), 'fresh');
    await page().selectOption('#node-input-hub', 'hub');
    await picking.opener(page(), 'engineId').click();
    await eventually(async () => should(await picking.noteText(page())).match(/503.*starting up/));
    undo();
    await page().locator('.hub-picker').getByText('Refresh').click();
    await eventually(async () => {
      const list = { names: await picking.names(page()), note: await picking.noteText(page()) };
      should(list).containDeep({ names: ['Studio A'] });
    });
  });

  it('lists the button that a label with other spaces means, as the node finds it', async () => {
    await editor.openNode(page(), 'spaced');
    await eventually(async () => should(await picking.hubText(page(), 'buttonKey')).equal('Hide Overlay'));
    await close();
  });

  it('keeps a value that it does not list, with a mark', async () => {
    const before = await editor.exportedNode(page(), 'gone');
    await editor.openNode(page(), 'gone');
    await eventually(async () =>
      should(await picking.hubText(page(), 'engineId')).equal('Not on the hub. The saved value is kept.'),
    );
    await picking.opener(page(), 'engineId').click();
    await picking.options(page()).first().waitFor();
    await page().keyboard.press('Escape');
    await picking.search(page()).waitFor({ state: 'detached' });
    should(await picking.shownText(page(), 'engineId')).equal('Old engine');
    should(await picking.shownText(page(), 'nodePath')).equal('Old_0');
    await close();
    should(await editor.exportedNode(page(), 'gone')).eql(before);
  });
});

const LEVEL = '/Game/Maps/Arena.Arena:PersistentLevel';
const PROGRAM = 'Channels//ProgramChannel/0';
