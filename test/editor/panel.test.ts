import should from 'should';
import * as editor from './page.js';
import { becomes } from './page.js';
import { sender, sendTo } from './panel-dialog.js';
import { sendFrom } from './picking.js';
import { page, TAB, useSimulator, useStage } from './stage.js';

const defaults = {
  ...{ source: '', control: '', kind: 'fader', axis: '', pair: false, from: '', to: '', low: '0', high: '1' },
  ...{ step: '', curve: 'linear', list: '', coding: 'twosComplement', acceleration: '', wrap: false, press: true },
  ...{ release: false, hold: false, double: false, holdTime: '', doubleTime: '', toggle: false, lockout: '' },
  ...{ inverted: false, ignoreFirst: false, takeover: 'jump', hub: '', params: {}, component: '' },
  ...{ eachPress: false, property: '', pressedIs: '', releasedIs: '' },
};

const node = (id: string, fields: object = {}) => ({
  ...{ id, type: 'hub-panel', z: TAB, name: '', version: 1, ...defaults, x: editor.X, y: 100, wires: [[]] },
  ...fields,
});

/** Sends a message like MIDI nodes for a fader or a key, or like a hostile panel. */
const inject = (id: string, payload: unknown, fields: object = {}) => ({
  ...{ id, type: 'inject', z: TAB, name: id, x: editor.X, y: 300, repeat: '', crontab: '', once: false },
  ...{ props: [{ p: 'payload' }], payload: JSON.stringify(payload), payloadType: 'json', wires: [['fresh']] },
  ...fields,
});

const midi = (type: string) => ({
  p: 'midi',
  v: JSON.stringify({ channel: 1, type, deltaTime: 0, data: undefined }),
  vt: 'json',
});
const fader = (id: string, value: number) =>
  inject(id, [7, value], { props: [{ p: 'payload' }, midi('controlchange')] });
const EVIL = '<img src=x onerror="document.title=1">$t(x)';

describe('the dialog of panel', () => {
  const stage = useStage();
  const hub = useSimulator();
  const input = (field: string) => page().locator(`#node-input-${field}`);
  const recognised = () => page().innerText('#hub-recognised');
  const gesture = () => page().innerText('#hub-live-gesture');
  const command = () => page().innerText('#hub-live-command');
  const play = (id: string) => sendFrom(page(), id);
  const send = sendTo;

  beforeEach(() =>
    stage.deploy(
      ...[{ id: 'hub', type: 'hub-config', version: 1, baseUrl: hub.url, dialect: '1', auth: 'none' }],
      ...[node('fresh'), node('other', { y: 200 })],
      node('pads', { kind: 'button', y: 500 }),
      node('variable', { kind: '${KIND}', takeover: '${TAKEOVER}', y: 400 }),
      node('wrong', { low: 'x', to: '', from: '3', kind: 'wheel', holdTime: '-1', axis: '1.5', hub: 'hub' }),
      ...[fader('low', 3), fader('middle', 64), fader('high', 118)],
      inject('key', [60, 99], { props: [{ p: 'payload' }, midi('noteon')], wires: [['fresh', 'other', 'pads']] }),
      ...sender('fresh'),
      inject('evil', true, { props: [{ p: 'payload' }, { p: 'topic', vt: 'str' }], topic: EVIL }),
    ),
  );

  it('shows the last gesture, its output, and its position on the curve', async () => {
    await editor.openNode(page(), 'fresh');
    await becomes(recognised, 'No message has arrived yet. Move a control.');
    await play('middle');
    await becomes(gesture, 'MIDI · cc 1/7 · fader 64');
    await becomes(command, '0.5039 → no node is wired');
    await page().fill('#node-input-high', '100');
    await becomes(command, /^50.3937 /);
    await page().check('#node-input-inverted');
    await becomes(command, /^49.6063 /);
    await page().fill('#node-input-list', 'out, in');
    await becomes(command, /^"out" /);
    const dot = () => page().getAttribute('#hub-curve circle', 'cx');
    await becomes(dot, String((64 / 127) * 160));
    const line = () => page().getAttribute('#hub-curve path', 'd');
    const straight = await line();
    await editor.chooseOption(page(), 'node-input-curve', 's');
    await editor.eventually(async () => should(await line()).not.equal(straight));
  });

  it('shows the fields of a pad and of MIDI only where they apply', async () => {
    const shown = async () => [await input('axis').isVisible(), await input('pair').isVisible()];
    await editor.openNode(page(), 'fresh');
    await becomes(recognised, 'No message has arrived yet. Move a control.');
    should(await shown()).eql([false, false]);
    await play('middle');
    await becomes(shown, [false, true]);
    await editor.chooseOption(page(), 'node-input-source', 'osc');
    await becomes(shown, [true, false]);
    await input('axis').fill('1');
    await editor.chooseOption(page(), 'node-input-source', 'streamdeck');
    // A filled field stays visible.
    await becomes(shown, [true, false]);
  });

  it('learns the next moved control, and no other after it', async () => {
    await play('middle');
    await editor.openNode(page(), 'fresh');
    await becomes(gesture, /cc 1\/7/);
    await page().click('#hub-learn');
    await becomes(() => page().innerText('#hub-learn'), 'Move a control…');
    await becomes(() => input('control').inputValue(), '');
    // With its release, so that it never counts as a press without one.
    const key = (type: string, velocity: number) => ({ payload: [60, velocity], midi: { channel: 1, type } });
    await send('fresh', key('noteon', 99), key('noteoff', 0));
    await becomes(() => input('control').inputValue(), 'note 1/60');
    await becomes(() => page().innerText('#hub-learn'), 'Learn');
    await play('middle');
    // Another control has no output.
    await becomes(gesture, 'MIDI · cc 1/7 · fader 64');
    should(await page().isVisible('#hub-live-command')).be.false();
    await editor.closeDialog(page(), 'node-dialog-ok');
    const saved = node('fresh', { source: 'midi', control: 'note 1/60', kind: 'button' });
    await becomes(() => editor.exportedNode(page(), 'fresh'), saved);
    await becomes(() => editor.exportedNode(page(), 'other'), node('other', { y: 200 }));
  });

  it('sets “Each message is a press” if no release follows a learned press, and suggests it for an ignored one', async () => {
    await editor.openNode(page(), 'fresh');
    await becomes(recognised, 'No message has arrived yet. Move a control.');
    // A hand has some seconds for the release, so the test may look later.
    const atOnce = await input('control').evaluateHandle((control) => {
      const checked: boolean[] = [];
      const eachPress = document.querySelector<HTMLInputElement>('#node-input-eachPress')!;
      control.addEventListener('change', () => setTimeout(() => checked.push(eachPress.checked)));
      return checked;
    });
    await page().click('#hub-learn');
    await play('key');
    await becomes(() => input('control').inputValue(), 'note 1/60');
    await becomes(() => input('eachPress').isChecked(), true);
    should((await atOnce.jsonValue())[0]).be.false();
    await editor.closeDialog(page(), 'node-dialog-cancel');

    await editor.openNode(page(), 'pads');
    should(await page().isVisible('#hub-no-release')).be.false();
    await play('key');
    await play('key');
    await becomes(() => page().innerText('#hub-no-release'), /^A press was ignored, because no release/);
    await input('eachPress').check();
    await becomes(() => page().isVisible('#hub-no-release'), false);
  });

  it('fills in the range of the received values', async () => {
    await editor.openNode(page(), 'fresh');
    for (const [id, raw] of [
      ['low', 3],
      ['high', 118],
      ['middle', 64],
    ] as const) {
      await play(id);
      await becomes(gesture, new RegExp(`fader ${raw}\\b`));
    }
    await page().click('#hub-ends');
    await becomes(command, `${((64 - 3) / (118 - 3)).toPrecision(4)} → no node is wired`);
    await editor.closeDialog(page(), 'node-dialog-ok');
    await becomes(() => editor.exportedNode(page(), 'fresh'), node('fresh', { from: '3', to: '118' }));
  });

  it('shows all fields if only the runtime knows the kind', async () => {
    await editor.openNode(page(), 'variable');
    await becomes(() => page().locator('[data-kinds][hidden]').count(), 0);
    should(await page().textContent('#hub-takeover')).equal('');
  });

  it('shows a property only for a chosen hub, and picks it from lists', async () => {
    await editor.openNode(page(), 'fresh');
    should(await page().isVisible('#hub-present')).be.false();
    await editor.chooseOption(page(), 'node-input-takeover', 'pickUp');
    await becomes(() => page().isVisible('#hub-present'), true);
    should(await page().isVisible('#hub-property')).be.false();
    await page().selectOption('#node-input-hub', 'hub');
    await becomes(() => editor.shownParams(page()), ['engineId', 'nodePath', 'propertyPath']);
    await becomes(() => page().isVisible('#hub-property'), true);
    for (const [param, value] of [
      ['engineId', '1'],
      ['nodePath', 'Mixer_0'],
      ['propertyPath', 'Overlay//Opacity/0'],
    ] as const)
      await editor.type(page(), `hub-param-${param}`, value);
    await becomes(() => editor.reasonsShown(page()), []);
    await editor.closeDialog(page(), 'node-dialog-ok');
    const params = {
      engineId: { type: 'num', value: '1' },
      nodePath: { type: 'str', value: 'Mixer_0' },
      propertyPath: { type: 'str', value: 'Overlay//Opacity/0' },
    };
    await becomes(
      () => editor.exportedNode(page(), 'fresh'),
      node('fresh', { takeover: 'pickUp', hub: 'hub', params }),
    );
    await becomes(() => editor.reasons(page(), 'fresh'), []);
  });

  it('shows a message as text, with any content', async () => {
    await editor.openNode(page(), 'fresh');
    await play('evil');
    await becomes(gesture, `a plain value · ${EVIL} · button true`);
    await becomes(command, '1 → no node is wired');
    await page().click('#hub-learn');
    await play('evil');
    await becomes(() => input('control').inputValue(), EVIL);
    await editor.closeDialog(page(), 'node-dialog-ok');
    should(await page().title()).not.equal('1');
    should(await page().$('img[src="x"]')).be.null();
  });
});
