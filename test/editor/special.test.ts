import should from 'should';
import { operationsOf } from '../../dist/hub/operations.js';
import { type Bench, openBench, TAB } from './bench.js';
import * as editor from './page.js';

const hub = (id: string, dialect: string) => ({
  ...{ id, type: 'hub-config', name: id, version: 1, baseUrl: 'http://127.0.0.1:9', dialect, auth: 'none' },
});

const node = (id: string, area: string, fields: object) => ({
  id,
  type: `hub-${area}`,
  z: TAB,
  name: '',
  version: 1,
  hub: 'one',
  params: {},
  delivery: '',
  expiry: '',
  timeout: '',
  x: 200,
  y: 100,
  wires: [[]],
  ...fields,
});

const num = (value: string) => ({ type: 'num', value });
const str = (value: string) => ({ type: 'str', value });
const json = (value: string) => ({ type: 'json', value });
const bool = (value: string) => ({ type: 'bool', value });
const payload = { type: 'msg', value: 'payload' };

const target = { engineId: num('1'), nodePath: str('Mixer_0'), functionPath: str('Play') };
const call = node('call', 'engine-function', {
  operation: 'callFunction',
  params: { ...target, Parameters: json('{"Text":"Hello"}') },
  actOn: 'every',
});
const plain = node('plain', 'engine-function', { operation: 'callFunction', params: target, actOn: '' });
const wire = node('wire', 'engine-function', {
  operation: 'callFunction',
  params: { ...target, Parameters: json('[{"PropertyPath":"Text/0","payload":{"value":1}}]') },
  actOn: editor.env('ACT_ON'),
});
const stop = node('stop', 'launcher', {
  operation: 'stopLaunch',
  params: { configID: num('7') },
  actOn: '',
  guarded: false,
});
const batch = node('batch', 'batch', {
  operation: 'batch',
  params: { entries: payload },
  actOn: '',
  output: 'each',
  failed: 'result',
});
const merge = node('merge', 'newsroom-mos', {
  operation: 'updateMosObject',
  params: { objID: str('a'), data: payload, merge: bool('true'), ncsID: str('NCS'), roID: str('2016;a\\b') },
  actOn: '',
});
const blind = node('blind', 'newsroom-mos', {
  operation: 'updateMosObject',
  params: { objID: str('a'), data: payload, merge: bool('true') },
  actOn: '',
});
const step = node('step', 'linear-play', {
  operation: 'nextItemStep',
  params: { engineId: num('101'), itemId: num('5'), preview: num('0') },
  actOn: '',
});
const odd = node('odd', 'batch', {
  operation: 'batch',
  params: { entries: json('{}') },
  actOn: 'release',
  output: 'some',
  failed: 'ignored',
});
const reader = node('reader', 'engine-property', {
  operation: 'getProperty',
  params: { engineId: num('1'), nodePath: str('Mixer_0'), propertyPath: str('Opacity') },
});

const untouched = [call, plain, wire, stop, batch, merge, blind, step, odd, reader];

describe('what is special in a dialog', () => {
  let bench: Bench;
  const page = () => bench.page;
  const isRed = (id: string) => page().$eval(`#${id} + *`, (widget) => widget.classList.contains('input-error'));

  /** Opens a node, changes it, and gives what is saved then. */
  async function edited(id: string, change: () => Promise<unknown>): Promise<Record<string, unknown>> {
    await editor.openNode(page(), id);
    await change();
    await editor.press(page(), 'node-dialog-ok');
    return editor.exported(page(), id);
  }

  before(async function () {
    this.timeout(60_000);
    bench = await openBench();
  });

  beforeEach(() => bench.deploy(hub('one', '1'), hub('two', '2'), hub('any', editor.env('DIALECT')), ...untouched));

  after(() => bench?.close());

  afterEach(async () => {
    if (await page().$('#node-dialog-cancel')) await editor.press(page(), 'node-dialog-cancel');
    should(bench.complaints).eql([]);
  });

  it('stays as it was saved when it is only looked at', async function () {
    this.timeout(60_000);
    for (const saved of untouched) should(await edited(saved.id, async () => undefined)).eql(saved);
  });

  it('may be wrong, and says so before the dialog was open', async () => {
    should(await editor.reasons(page(), 'odd')).eql([
      'Requests: must be a list of {url, verb: GET, PATCH, PUT or POST, body} or {operation, params}, with or without an id',
      'Act on: must be one of a press, every message',
      'Messages: must be one of one with all answers, one for each entry',
      'Failed entries: must be one of are an error, are answers like the others',
    ]);
    should(await editor.reasons(page(), 'blind')).eql([
      'Newsroom system: required for merging',
      'Rundown: required for merging',
    ]);
    for (const fine of [call, plain, wire, stop, batch, merge, step, reader])
      should(await editor.reasons(page(), fine.id)).eql([], fine.id);
  });

  it('(a function) takes parameters as an object or a list, and says when it is neither', async () => {
    await editor.openNode(page(), 'call');
    const reasonFor = async (text: string) => {
      await editor.type(page(), 'hub-param-Parameters', text);
      return editor.reasonBelow(page(), 'hub-param-Parameters');
    };
    for (const fine of ['{"Text":1}', '[]', '']) should(await reasonFor(fine)).equal('');
    should(await reasonFor('7')).match(/an object from name or path to value/);
    should(await reasonFor('{')).match(/not valid JSON/);
  });

  it('(a press) can be every message', async () => {
    const saved = await edited('plain', async () => {
      await page().click('.hub-live summary');
      should(await page().locator('.hub-live').innerText()).match(/false or 0 is a button's release/);
      await editor.chooseOption(page(), 'node-input-actOn', 'every');
      should(await page().locator('.hub-live').innerText()).match(/Each message acts/);
    });
    should(saved).eql({ ...plain, actOn: 'every' });
  });

  it('(a press) means nothing to a read, and is not saved with one', async () => {
    const saved = await edited('call', () => page().selectOption('#node-input-operation', 'listFunctions'));
    should(saved).have.properties({ operation: 'listFunctions', actOn: '' });
  });

  it('(a grave command) asks for a second press, or not', async () => {
    await editor.openNode(page(), 'stop');
    should(await page().isChecked('#node-input-guarded')).be.false();
    await page().check('#node-input-guarded');
    await page().selectOption('#node-input-operation', 'launch');
    await page().selectOption('#node-input-operation', 'stopRenderer');
    should(await page().isChecked('#node-input-guarded')).be.true();
    await page().selectOption('#node-input-operation', 'stopLaunch');
    await editor.press(page(), 'node-dialog-ok');
    should(await editor.exported(page(), 'stop')).eql({ ...stop, guarded: true });
  });

  it('(a batch) hands on its answers as chosen', async () => {
    const saved = await edited('batch', async () => {
      await editor.chooseOption(page(), 'node-input-output', 'all');
      await editor.chooseType(page(), 'node-input-failed', 'environment');
      await editor.type(page(), 'node-input-failed', editor.env('FAILED'));
    });
    should(saved).eql({ ...batch, output: 'all', failed: editor.env('FAILED') });
  });

  it('(merging) needs to know where the object is', async () => {
    await editor.openNode(page(), 'merge');
    /** The editor tells it a moment after the choice. */
    const tells = async (expected: string) => {
      const reason = () => editor.reasonBelow(page(), 'hub-param-roID');
      for (let tries = 0; tries < 100 && (await reason()) !== expected; tries++) await page().waitForTimeout(50);
      should(await reason()).equal(expected);
    };
    const required = 'Rundown: required for merging';
    await editor.type(page(), 'hub-param-roID', '');
    await tells(required);
    await editor.chooseOption(page(), 'hub-param-merge', 'false');
    await tells('');
    await editor.chooseOption(page(), 'hub-param-merge', 'true');
    await tells(required);
    await editor.chooseType(page(), 'hub-param-merge', 'msg');
    await tells('');
  });

  it('(a button) is found by key, id or label, where the hub tells them', async () => {
    const hint = () =>
      page().$eval(
        '#hub-param-buttonKey',
        (input) => input.closest('.form-row')?.querySelector('.hub-hint')?.textContent,
      );
    await editor.openNode(page(), 'merge');
    await page().selectOption('#node-input-operation', 'pressNewsroomButton');
    should(await hint()).match(/key, its id or its label/);
    await editor.press(page(), 'node-dialog-cancel');
    await editor.openNode(page(), 'step');
    await page().selectOption('#node-input-hub', 'two');
    await page().selectOption('#node-input-operation', 'pressLinearButton');
    should(await hint()).equal('');
  });

  it('(an output) is chosen by its word and saved as its number', async () => {
    const saved = await edited('step', () => editor.chooseOption(page(), 'hub-param-preview', '1'));
    should(saved).eql({ ...step, params: { ...step.params, preview: num('1') } });
  });

  it('(dialect 2) is offered by a hub that may have it; what is saved stays, and is marked', async () => {
    const all = operationsOf('linear-play').map(({ name }) => name);
    const first = operationsOf('linear-play')
      .filter(({ name, dialects }) => dialects.includes(1) || name === 'nextItemStep')
      .map(({ name }) => name);
    const offered = () => editor.offered(page(), 'node-input-operation');
    const chosen = () => page().locator('#node-input-operation option:checked').innerText();
    const note = () => page().locator('.form-row:has(#node-input-operation) .hub-hint').innerText();
    await editor.openNode(page(), 'step');
    should(first.length).be.below(all.length);
    should(await offered()).eql(first);
    should(await chosen()).equal('Next step of item (dialect 2)');
    should(await note()).match(/set to dialect 1/);
    await page().selectOption('#node-input-hub', 'two');
    should(await offered()).eql(all);
    should(await chosen()).equal('Next step of item');
    should(await note()).not.match(/dialect/);
    await page().selectOption('#node-input-operation', 'clearOutput');
    await page().selectOption('#node-input-hub', 'one');
    should(await offered()).eql(all.filter((name) => first.includes(name) || name === 'clearOutput'));
    should(await chosen()).equal('Clear output (dialect 2)');
    await page().selectOption('#node-input-hub', 'any');
    should(await offered()).eql(all);
    should(await chosen()).equal('Clear output (dialect 2)');
  });

  it('(dialect 2) is offered as soon as the chosen hub is set to it', async () => {
    await editor.openNode(page(), 'step');
    await page().click('#node-input-btn-hub-edit');
    await page().locator('#node-config-dialog-ok').click({ trial: true });
    await editor.chooseOption(page(), 'node-config-input-dialect', '2');
    await editor.press(page(), 'node-config-dialog-ok');
    await page()
      .locator('#node-input-operation option', { hasText: /^Clear output$/ })
      .waitFor({ state: 'attached' });
  });

  it('(delivery) is judged by the operation that is chosen, not by the saved one', async () => {
    await editor.openNode(page(), 'reader');
    await page().selectOption('#node-input-operation', 'setProperty');
    await page().click('.hub-live summary');
    await editor.chooseOption(page(), 'node-input-delivery', 'latest');
    await page().fill('#node-input-name', 'Fader');
    await page().press('#node-input-name', 'End');
    should(await isRed('node-input-delivery')).be.false();
    await editor.press(page(), 'node-dialog-ok');
    should(await editor.reasons(page(), 'reader')).eql([]);
  });
});
