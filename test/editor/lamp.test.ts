import should from 'should';
import * as editor from './page.js';
import { becomes } from './page.js';
import { sendFrom } from './picking.js';
import { page, TAB, useStage } from './stage.js';

const node = (id: string, fields: object) => ({
  ...{ id, type: 'hub-lamp', z: TAB, name: '', version: 1, hub: '', surface: 'streamdeck', control: 'key 0' },
  ...{ states: [], sourceTimeout: '', mode: 'rest', touch: '', low: '0', high: '1', repeat: '' },
  ...{ x: editor.X, y: 100, wires: [[]] },
  ...fields,
});

/** Written by hand: two states, and for one of them only the changed fields. */
const full = node('full', {
  surface: 'midi',
  control: editor.env('CONTROL'),
  states: [{ state: 'preview' }, { state: 'program', colour: '#00ffff', blink: true, value: 5 }],
  sourceTimeout: '10',
});
const fader = node('fader', {
  surface: 'midiFader',
  control: 'bend 1',
  mode: 'echo',
  touch: 'note 1/104',
  high: '100',
});

const strip = node('strip', { surface: 'mcuStrip', control: 'strip 1 lower' });

/** Sends a message to a lamp as a watch or a hostile flow would. */
const inject = (id: string, payload: string, topic: string, target = 'plain') => ({
  ...{ id, type: 'inject', z: TAB, name: id, x: editor.X, y: 300, repeat: '', crontab: '', once: false },
  ...{ props: [{ p: 'payload' }, { p: 'topic', vt: 'str' }], payload, payloadType: 'str', topic, wires: [[target]] },
});

/** A message of an earlier session with the hub, as a delay node may pass it on. */
const old = {
  ...inject('old', 'program', 'CAM 2'),
  props: [
    { p: 'payload' },
    { p: 'topic', vt: 'str' },
    { p: 'hub', v: JSON.stringify({ config: 'hub', session: 'before' }), vt: 'json' },
  ],
};

const EVIL = '<img src=x onerror="document.title=1">$t(lamp.live.nothing)';

const USUAL = [
  ...['failed', 'armed', 'unknown', 'cueHolding', 'cueRestarted', 'program', 'preview', 'cueRunning', 'lookRecalling'],
  ...['lookChanged', 'lookOn', 'lookEmpty', 'cueStandby', 'unavailable', 'available', 'stopped', 'off'],
];

describe('the dialog of lamp', () => {
  const stage = useStage();

  /** The states in their order. */
  const states = () =>
    page().$$eval('.hub-appearance', (rows) => rows.map((row) => (row as HTMLElement).dataset.state as string));
  /** The fields that are visible. */
  const shown = async () => {
    const fields: string[] = [];
    for (const name of ['control', 'hub', 'sourceTimeout', 'mode', 'touch', 'low', 'repeat'])
      if (await page().isVisible(`.form-row:has(#node-input-${name})`)) fields.push(name);
    return fields;
  };

  beforeEach(() =>
    stage.deploy(
      ...[node('plain', {}), full, fader, strip],
      { id: 'hub', type: 'hub-config', name: 'Hub A', baseUrl: 'http://127.0.0.1:9', auth: 'none' },
      ...[inject('watch', 'program', 'CAM 1'), inject('evil', 'off', EVIL), inject('name', EVIL, '', 'strip'), old],
    ),
  );

  it('shows the fields of the surface, and a hint for the control', async () => {
    await editor.openNode(page(), 'plain');
    const hint = () => page().innerText('#hub-control-hint');
    await becomes(hint, /key 0/);
    await becomes(shown, ['control', 'hub', 'sourceTimeout', 'repeat']);
    await editor.chooseOption(page(), 'node-input-surface', 'midi');
    await becomes(hint, /note 1\/60/);
    await becomes(
      () => editor.reasonBelow(page(), 'node-input-control'),
      /^Control: must be a control of this surface/,
    );
    await page().fill('#node-input-control', 'cc 1/7');
    await becomes(() => editor.reasonsShown(page()), []);
    await editor.chooseOption(page(), 'node-input-surface', 'gpio');
    await becomes(shown, ['hub', 'sourceTimeout', 'repeat']);
    await editor.chooseOption(page(), 'node-input-surface', 'midiFader');
    await becomes(shown, ['control', 'hub', 'mode', 'touch', 'low', 'repeat']);
    await editor.closeDialog(page(), 'node-dialog-ok');
    await becomes(
      () => editor.exportedNode(page(), 'plain'),
      node('plain', { surface: 'midiFader', control: 'cc 1/7' }),
    );
  });

  it('sets the colour and the place of each state, also by the keyboard', async () => {
    await editor.openNode(page(), 'plain');
    await editor.unfold(page(), '#hub-appearances');
    await becomes(states, USUAL);
    should(await page().inputValue('[data-state=program] .hub-appearance-colour')).equal('#ff0000');
    await page().fill('[data-state=program] .hub-appearance-colour', '#ff8000');
    await page().check('[data-state=program] .hub-appearance-blink');
    await page().fill('[data-state=program] .hub-appearance-value', '3');
    const up = page().getByRole('button', { name: 'preview: more urgent' });
    for (let press = 0; press < 4; press += 1) await up.press('Enter');
    await becomes(states, [
      'failed',
      'armed',
      'preview',
      'unknown',
      'cueHolding',
      'cueRestarted',
      'program',
      ...USUAL.slice(7),
    ]);
    await editor.closeDialog(page(), 'node-dialog-ok');
    const { states: saved } = (await editor.exportedNode(page(), 'plain')) as { states: object[] };
    should(saved).have.length(17);
    should([saved[2], saved[3], saved[6]]).eql([
      { state: 'preview', colour: '#00ff00', blink: false, value: '' },
      { state: 'unknown', colour: '#808080', blink: true, value: '' },
      { state: 'program', colour: '#ff8000', blink: true, value: '3' },
    ]);
    await editor.openNode(page(), 'plain');
    await becomes(states, [
      'failed',
      'armed',
      'preview',
      'unknown',
      'cueHolding',
      'cueRestarted',
      'program',
      ...USUAL.slice(7),
    ]);
    should(await page().isVisible('[data-state=program] .hub-appearance-colour')).be.true();
  });

  it('disables blinking on a surface that receives the state, and keeps the checkboxes', async () => {
    await editor.openNode(page(), 'full');
    const blink = '[data-state=program] .hub-appearance-blink';
    const allows = async () => [await page().isEnabled(blink), await page().isHidden('#hub-steady')];
    await becomes(allows, [true, true]);
    await editor.chooseOption(page(), 'node-input-surface', 'mqtt');
    await becomes(allows, [false, false]);
    should(await page().innerText('#hub-steady')).equal(
      'This surface receives the state itself, so nothing blinks here.',
    );
    should(await page().isChecked(blink)).be.true();
    await editor.chooseOption(page(), 'node-input-surface', 'xkeys');
    await becomes(allows, [true, true]);
    await page().fill('#node-input-repeat', '10');
    await editor.closeDialog(page(), 'node-dialog-ok');
    await becomes(() => editor.exportedNode(page(), 'full'), { ...full, surface: 'xkeys', repeat: '10' });
  });

  for (const saved of [full, fader])
    it(`leaves a node as it was saved: ${saved.id}`, async () => {
      await editor.openNode(page(), saved.id);
      await editor.closeDialog(page(), 'node-dialog-ok');
      await becomes(() => editor.exportedNode(page(), saved.id), saved);
      await becomes(() => editor.reasons(page(), saved.id), []);
    });

  describe('shows live', () => {
    const live = () => page().innerText('#hub-live-lamp');
    const play = (id: string) => sendFrom(page(), id);
    const sent = (value: string) => `→ { topic: 0, payload: { command: 'fillColor', value: ${value} } }`;

    it('the last source, its state, and the message to the surface, all as text', async () => {
      await editor.openNode(page(), 'plain');
      await becomes(live, `No message has arrived yet.\nunknown ${sent('[ 128, 128, 128 ]')}`);
      await play('watch');
      await becomes(live, `a source · CAM 1 · on air\non air ${sent('[ 255, 0, 0 ]')}`);
      await play('evil');
      await becomes(live, `a source · ${EVIL} · off\non air ${sent('[ 255, 0, 0 ]')}`);
      should(await page().title()).not.equal('1');
      should(await page().$('img[src="x"]')).be.null();
    });

    it('that a state from before a loss waits for a message', async () => {
      await editor.openNode(page(), 'plain');
      await play('old');
      await becomes(live, `a source · CAM 2 · on air\nunknown · waits for a message ${sent('[ 128, 128, 128 ]')}`);
      await play('watch');
      await becomes(live, /^a source · CAM 1 · on air\nunknown · waits for a message →/);
    });

    it('the last text of a display', async () => {
      await editor.openNode(page(), 'strip');
      await becomes(live, /^No message has arrived yet\./);
      await play('name');
      await becomes(live, /^the hub's value · <img src=x onerror=.*\n→ \{ payload: \[ 240, 0, 0, 102, 20, 18, 56,/);
    });

    it('nothing of an undeployed node, and stops asking when it is closed', async () => {
      await editor.openNode(page(), 'plain');
      await becomes(live, /^No message/);
      await page().evaluate(async () =>
        fetch('flows', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '[]' }),
      );
      await becomes(live, 'Deploy this node to see its messages.');
      await editor.closeDialog(page(), 'node-dialog-cancel');
      let requests = 0;
      page().on('request', (request) => {
        if (request.url().includes('graphics-hub/lamp')) requests += 1;
      });
      await page().waitForTimeout(1000);
      should(requests).be.belowOrEqual(1);
    });
  });
});
