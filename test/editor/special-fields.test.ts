import should from 'should';
import { operationsOf } from '../../dist/hub/table/operations.js';
import * as editor from './page.js';
import { becomes, eventually } from './page.js';
import * as picking from './picking.js';
import { setter } from './picking.js';
import { page, TAB, useSimulator, useStage } from './stage.js';

describe('special fields of a dialog', () => {
  const hub = (id: string, dialect: string) => ({
    ...{ id, type: 'hub-config', name: id, version: 1, baseUrl: 'http://127.0.0.1:9', dialect, auth: 'none' },
  });

  const node = (id: string, area: string, fields: object) => setter(id, { type: `hub-${area}`, hub: 'one', ...fields });

  const num = (value: string) => ({ type: 'num', value });
  const str = (value: string) => ({ type: 'str', value });
  const json = (value: string) => ({ type: 'json', value });
  const bool = (value: string) => ({ type: 'bool', value });
  const payload = { type: 'msg', value: 'payload' };

  /** The fields of a trigger besides *Act on*. */
  const press = { lockout: '', property: '', pressedIs: '', releasedIs: '' };

  const target = { engineId: num('1'), nodePath: str('Mixer_0'), functionPath: str('Play') };
  const call = node('call', 'engine-function', {
    operation: 'callFunction',
    params: { ...target, Parameters: json('{"Text":"Hello"}') },
    actOn: 'every',
    ...press,
  });
  const plain = node('plain', 'engine-function', { operation: 'callFunction', params: target, actOn: '', ...press });
  const wire = node('wire', 'engine-function', {
    operation: 'callFunction',
    params: { ...target, Parameters: json('[{"PropertyPath":"Text/0","payload":{"value":1}}]') },
    actOn: editor.env('ACT_ON'),
    ...press,
  });
  const stop = node('stop', 'launcher', {
    operation: 'stopLaunch',
    params: { configID: num('7') },
    actOn: '',
    ...press,
    secondPress: false,
  });
  const batch = node('batch', 'batch', {
    operation: 'batch',
    params: { entries: payload },
    actOn: '',
    ...press,
    output: 'each',
    failed: 'result',
  });
  const merge = node('merge', 'newsroom-mos', {
    operation: 'updateMosObject',
    params: { objID: str('a'), data: payload, merge: bool('true'), ncsID: str('NCS'), roID: str('2016;a\\b') },
    actOn: '',
    ...press,
    superseded: '',
  });
  const withoutIds = node('blind', 'newsroom-mos', {
    operation: 'updateMosObject',
    params: { objID: str('a'), data: payload, merge: bool('true') },
    actOn: '',
    ...press,
    superseded: '',
  });
  const step = node('step', 'linear-play', {
    operation: 'nextItemStep',
    params: { engineId: num('101'), itemId: num('5'), preview: num('0') },
    actOn: '',
    ...press,
    superseded: '',
  });
  const unlisted = node('odd', 'batch', {
    operation: 'batch',
    params: { entries: json('{}') },
    actOn: 'release',
    ...press,
    output: 'some',
    failed: 'ignored',
  });
  const reads = node('reader', 'engine-property', {
    operation: 'getProperty',
    params: { engineId: num('1'), nodePath: str('Mixer_0'), propertyPath: str('Opacity') },
  });

  const untouched = [call, plain, wire, stop, batch, merge, withoutIds, step, unlisted, reads];

  const stage = useStage();
  const isRed = (id: string) => page().$eval(`#${id} + *`, (widget) => widget.classList.contains('input-error'));

  /** Opens a node, changes it, and returns the saved node. */
  async function edited(id: string, change: () => Promise<unknown>): Promise<Record<string, unknown>> {
    await editor.openNode(page(), id);
    await change();
    await editor.closeDialog(page(), 'node-dialog-ok');
    return editor.exportedNode(page(), id);
  }

  beforeEach(() => stage.deploy(hub('one', '1'), hub('two', '2'), hub('any', editor.env('DIALECT')), ...untouched));

  it('stay as they were saved if the user only opens the dialog', async () => {
    for (const saved of untouched) should(await edited(saved.id, async () => undefined)).eql(saved);
  });

  it('(a function) accept parameters as an object or a list, and show an error otherwise', async () => {
    await editor.openNode(page(), 'call');
    const expect = async (text: string, reason: string | RegExp) => {
      await editor.type(page(), 'hub-param-Parameters', text);
      await becomes(() => editor.reasonBelow(page(), 'hub-param-Parameters'), reason);
    };
    for (const fine of ['{"Text":1}', '[]', '']) await expect(fine, '');
    await expect('7', /an object from name or path to value/);
    await expect('{', /not valid JSON/);
  });

  it('(a press) accept every message as a press', async () => {
    const saved = await edited('plain', async () => {
      await editor.unfold(page(), '.hub-live');
      await becomes(() => page().locator('.hub-live').innerText(), /Ignores the release of a button .*retained MQTT/);
      await editor.chooseOption(page(), 'node-input-actOn', 'inverted');
      await becomes(() => page().locator('.hub-live').innerText(), /For contacts that give 0/);
      await editor.chooseOption(page(), 'node-input-actOn', 'every');
      await becomes(() => page().locator('.hub-live').innerText(), /Every message acts/);
    });
    should(saved).eql({ ...plain, actOn: 'every' });
  });

  it('(a press) set a lockout', async () => {
    const field = 'node-input-lockout';
    const saved = await edited('plain', async () => {
      await editor.unfold(page(), '.hub-live');
      should(await page().getAttribute(`#${field}`, 'placeholder')).match(/off \(usual: 1\.5\)/);
      for (const [typed, reason] of [
        ['long', 'Lockout (s): must be a number above 0'],
        ['0', 'Lockout (s): must be a number above 0'],
        ['${DEAF}', ''],
        ['', ''],
        ['1.5', ''],
      ] as const) {
        await page().fill(`#${field}`, typed);
        await becomes(() => editor.reasonBelow(page(), field), reason);
      }
    });
    should(saved).eql({ ...plain, lockout: '1.5' });
  });

  it('(a guarded command) set or remove the second press', async () => {
    await editor.openNode(page(), 'stop');
    await becomes(() => page().isChecked('#node-input-secondPress'), false);
    await page().press('#node-input-secondPress', 'Space');
    await becomes(() => page().isChecked('#node-input-secondPress'), true);
    await page().selectOption('#node-input-operation', 'launch');
    await page().selectOption('#node-input-operation', 'stopRenderer');
    await becomes(() => page().isChecked('#node-input-secondPress'), true);
    await page().selectOption('#node-input-operation', 'stopLaunch');
    await editor.closeDialog(page(), 'node-dialog-ok');
    await becomes(() => editor.exportedNode(page(), 'stop'), { ...stop, secondPress: true });
  });

  it('(merging) require the rundown of the object', async () => {
    await editor.openNode(page(), 'merge');
    const expectReason = (expected: string) => becomes(() => editor.reasonBelow(page(), 'hub-param-roID'), expected);
    const required = 'Rundown: required for merging';
    await editor.type(page(), 'hub-param-roID', '');
    await expectReason(required);
    await editor.chooseOption(page(), 'hub-param-merge', 'false');
    await expectReason('');
    await editor.chooseOption(page(), 'hub-param-merge', 'true');
    await expectReason(required);
    await editor.chooseType(page(), 'hub-param-merge', 'msg');
    await expectReason('');
  });

  it('(revision 2) list the operations of the chosen hub, and keep the saved one with a mark', async () => {
    const all = operationsOf('linear-play').map(({ name }) => name);
    const first = operationsOf('linear-play')
      .filter(({ name, dialects }) => dialects.includes(1) || name === 'nextItemStep')
      .map(({ name }) => name);
    const offered = () => editor.optionValues(page(), 'node-input-operation');
    const chosen = () => page().locator('#node-input-operation option:checked').innerText();
    const note = () => page().locator('.form-row:has(#node-input-operation) .hub-hint').innerText();
    await editor.openNode(page(), 'step');
    should(first.length).be.below(all.length);
    await becomes(offered, first);
    await becomes(chosen, 'Next step of item (revision 2)');
    await becomes(note, /set to revision 1/);
    await page().selectOption('#node-input-hub', 'two');
    await becomes(offered, all);
    await becomes(chosen, 'Next step of item');
    await becomes(async () => /set to revision/.test(await note()), false);
    await page().selectOption('#node-input-operation', 'clearOutput');
    await page().selectOption('#node-input-hub', 'one');
    const withChosen = all.filter((name) => first.includes(name) || name === 'clearOutput');
    await becomes(offered, withChosen);
    await becomes(chosen, 'Clear output (revision 2)');
    await page().selectOption('#node-input-hub', 'any');
    await becomes(offered, all);
    await becomes(chosen, 'Clear output (revision 2)');
  });

  it('(revision 2) list its operations as soon as the chosen hub is set to it', async () => {
    await editor.openNode(page(), 'step');
    await page().click('#node-input-btn-hub-edit');
    await editor.waitForDialog(page(), 'node-config-dialog-ok');
    await editor.chooseOption(page(), 'node-config-input-dialect', '2');
    await editor.closeDialog(page(), 'node-config-dialog-ok');
    await page()
      .locator('#node-input-operation option', { hasText: /^Clear output$/ })
      .waitFor({ state: 'attached' });
  });

  it('(delivery) are checked for the chosen operation, not for the saved one', async () => {
    await editor.openNode(page(), 'reader');
    await page().selectOption('#node-input-operation', 'setProperty');
    await editor.unfold(page(), '.hub-live');
    await editor.chooseOption(page(), 'node-input-delivery', 'latest');
    await page().fill('#node-input-name', 'Fader');
    await page().press('#node-input-name', 'End');
    await becomes(() => isRed('node-input-delivery'), false);
    await editor.closeDialog(page(), 'node-dialog-ok');
    await becomes(() => editor.reasons(page(), 'reader'), []);
  });
});

describe('the dialogs of shows, on a hub of revision 2', () => {
  const SHOW = ['News Show', '101'] as const;
  const RUNDOWN = ['Evening News', '201'] as const;
  const number = ([label, value]: readonly [string, string]) => ({ type: 'num', value, label });

  const stage = useStage();
  const hub = useSimulator({ dialect: 2 });

  before(async () => {
    const user = picking.setter('user', { operation: 'listEngines' });
    await stage.deploy(picking.hubAt(hub.url, { dialect: '2', linearSegment: 'lino' }), user);
  });

  /** Fills in and deploys a new node with this operation. Returns its saved parameters. */
  async function saveNew(id: string, operation: string, fill: () => Promise<void>) {
    await picking.add(page(), { id, type: 'hub-linear-play', z: TAB, hub: 'hub' }, picking.inject(`${id} in`, id, 1));
    await editor.openNode(page(), id);
    await page().selectOption('#node-input-operation', operation);
    await fill();
    await editor.closeDialog(page(), 'node-dialog-ok');
    await becomes(() => editor.reasons(page(), id), []);
    await picking.deploy(page());
    return (await editor.exportedNode(page(), id)).params as object;
  }
  const sends = async (id: string, path: string) => {
    await picking.sendFrom(page(), `${id} in`);
    await eventually(() => should(hub.journal.some((entry) => entry.path.endsWith(path))).be.true());
  };

  it('an item that is played only if it is available', async () => {
    const saved = await saveNew('play', 'playItem', async () => {
      await picking.pick(page(), 'itemId', SHOW, RUNDOWN, ['Headlines', '2012']);
      await editor.chooseOption(page(), 'hub-param-preview', '0');
      await editor.chooseOption(page(), 'hub-param-onlyIfAvailable', 'true');
    });
    should(saved).match({
      engineId: number(SHOW),
      itemId: number(['Headlines', '2012']),
      rundownId: number(RUNDOWN),
      onlyIfAvailable: { type: 'bool', value: 'true' },
    });
    await sends('play', '/lino/rundown/101/play/2012/0');
  });
});
