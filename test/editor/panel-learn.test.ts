import should from 'should';
import * as editor from './page.js';
import { becomes } from './page.js';
import { panel, panelDialog, play, sender, sendTo } from './panel-dialog.js';
import * as picking from './picking.js';
import { page, TAB, useSimulator, useStage } from './stage.js';
import { num, str } from './tree-rows.js';

const EVIL = '<img src=x onerror="document.title=1">$t(x)';

const payload = { type: 'msg', value: 'payload' };

const opacity = {
  engineId: num('1', 'Studio A'),
  nodePath: str('Mixer_0', 'Mixer'),
  propertyPath: str('Overlay//Opacity/0', 'Overlay Opacity'),
  Value: payload,
};

/** Ids of triggers, each with this *Act on*. */
const ACT_ON = ['press', 'inverted', 'double', 'hold', 'every'];

describe('Learn in the dialog of panel', () => {
  const stage = useStage();
  const hub = useSimulator();
  const input = (field: string) => page().locator(`#node-input-${field}`);
  const { recognised, message, gesture, command, learned, isShown } = panelDialog;
  const focused = () => page().evaluate(() => document.activeElement?.id);
  const learnedFields = async () => [
    await input('source').inputValue(),
    await input('control').inputValue(),
    await input('kind').inputValue(),
    await input('eachPress').isChecked(),
  ];

  /** Stops the clock, so that a busy machine is not slower than a device or a hand. */
  const stopClock = () =>
    page().evaluate(() => {
      const now = performance.now();
      performance.now = () => now;
    });
  const startClock = () => page().evaluate(() => Reflect.deleteProperty(performance, 'now'));

  const send = sendTo;
  const midi = (type: string, data: readonly number[], channel = 1) => ({ payload: data, midi: { channel, type } });

  before(async () => {
    await stage.deploy(
      picking.hubAt(hub.url),
      ...[panel('fader', 'junction', { pair: true }), panel('button', 'play', { kind: 'button', release: true })],
      ...[panel('fresh', 'play'), panel('pads', '', { kind: 'button', wires: [[]] })],
      panel('mcu', 'play', { source: 'mcu' }),
      panel('waiting', 'opacity', { takeover: 'pickUp' }),
      panel('triggers', '', { kind: 'button', release: true, wires: [ACT_ON] }),
      ...ACT_ON.map((actOn) => play(actOn, actOn, { actOn })),
      {
        id: 'sub',
        type: 'subflow',
        name: 'Sub',
        in: [{ x: 50, y: 50, wires: [{ id: 'inner' }] }],
        out: [{ x: 400, y: 50, wires: [{ id: 'inner', port: 0 }] }],
      },
      panel('inner', '', { z: 'sub', wires: [[]] }),
      { id: 'instance', type: 'subflow:sub', z: TAB, x: 500, y: 400, wires: [[]] },
      { id: 'junction', type: 'junction', z: TAB, x: 400, y: 50, wires: [['opacity', 'off', 'change']] },
      picking.setter('opacity', { params: opacity, x: 500 }),
      picking.setter('off', { params: opacity, x: 500, y: 150, d: true }),
      { id: 'change', type: 'change', z: TAB, name: EVIL, rules: [], x: 500, y: 250, wires: [[]] },
      play('play'),
      ...['fader', 'button', 'fresh', 'pads', 'mcu', 'waiting', 'triggers', 'instance'].flatMap(sender),
    );
  });

  it('explains a fader of 14 bit, and lists the nodes that get its value', async () => {
    await editor.openNode(page(), 'fader');
    await send('fader', midi('controlchange', [7, 64]), midi('controlchange', [39, 0]));
    await becomes(recognised, 'MIDI fader, CC 7, 14 bit, 0–16383, channel 1');
    should(await gesture()).equal('MIDI · cc 1/7 · fader 8192');
    should(await message()).equal('[39,0]');
    should(await command()).equal(`0.5 → Mixer › Overlay Opacity = payload · Studio A, ${EVIL}`);
    // At its lower end, the range of the fader is still known.
    await send('fader', midi('controlchange', [7, 0]), midi('controlchange', [39, 0]));
    await becomes(command, /^0 →/);
    should(await recognised()).equal('MIDI fader, CC 7, 14 bit, 0–16383, channel 1');
    // Only the user knows that a controller is an encoder.
    await editor.chooseOption(page(), 'node-input-kind', 'encoder');
    await becomes(recognised, 'MIDI encoder, CC 7, channel 1');
    should(await isShown('command')).be.false();
  });

  it('shows the command of a press, and none for a release', async () => {
    await editor.openNode(page(), 'button');
    await send('button', midi('noteon', [60, 99]));
    await becomes(recognised, 'MIDI button, note 60, channel 1');
    should(await command()).equal('a press (true) → Play next · News Show → program');
    await send('button', midi('noteon', [60, 0]));
    await becomes(command, 'a release (false) → no command');
    should(await gesture()).equal('MIDI · note 1/60 · button 0');
  });

  it('lists only the triggers that act on the message', async () => {
    await editor.openNode(page(), 'triggers');
    await send('triggers', midi('noteon', [60, 99]));
    await becomes(command, 'a press (true) → Play next · press → program, Play next · every → program');
    await send('triggers', midi('noteon', [60, 0]));
    await becomes(command, 'a release (false) → Play next · inverted → program, Play next · every → program');
  });

  it('shows no command while a fader waits for the present value', async () => {
    await editor.openNode(page(), 'waiting');
    await send('waiting', midi('controlchange', [7, 64]));
    await becomes(gesture, 'MIDI · cc 1/7 · fader 64');
    should(await isShown('command')).be.false();
  });

  it('names the output of a subflow', async () => {
    await picking.showFlow(page(), 'sub');
    await editor.openNode(page(), 'inner');
    await send('instance', { topic: 'pot', payload: 0.5 });
    await becomes(command, '0.5 → the output of the subflow');
  });

  it('fills in the fields, and restores them', async () => {
    await editor.openNode(page(), 'fresh');
    await becomes(recognised, 'No message has arrived yet. Move a control.');
    for (const part of ['message', 'gesture', 'command'] as const) should(await isShown(part)).be.false();
    should(await page().isVisible('#hub-undo')).be.false();
    await input('control').fill('cc 1/3');
    await stopClock();
    await page().click('#hub-learn');
    await send('fresh', midi('noteon', [60, 99]));
    await becomes(learned, 'Learned: MIDI button, note 60, channel 1');
    should(await learnedFields()).eql(['midi', 'note 1/60', 'button', false]);
    await becomes(command, 'a press (true) → Play next · News Show → program, after a deploy');
    // No release follows within 3 s.
    await startClock();
    await becomes(() => input('eachPress').isChecked(), true);
    await becomes(recognised, 'MIDI button, note 60, channel 1, no release');
    // Another control is shown, but not learned.
    await send('fresh', { topic: '/1/fader1', payload: 0.25 });
    await becomes(recognised, 'OSC fader, /1/fader1, 0–1');
    should(await learnedFields()).eql(['midi', 'note 1/60', 'button', true]);
    await page().click('#hub-undo');
    should(await learnedFields()).eql(['', 'cc 1/3', 'fader', false]);
    should(await page().isVisible('.form-row:has(#node-input-curve)')).be.true();
    should(await learned()).equal('The fields are as they were before Learn.');
    should(await page().isVisible('#hub-undo')).be.false();
    await input('control').fill('');
    await editor.closeDialog(page(), 'node-dialog-ok');
    const { source, control, kind } = await editor.exportedNode(page(), 'fresh');
    should([source, control, kind]).eql(['', '', 'fader']);
  });

  it('waits for a release while an answer from before it is late', async () => {
    await editor.openNode(page(), 'fresh');
    await becomes(() => page().isEnabled('#hub-learn'), true);
    await stopClock();
    await page().click('#hub-learn');
    await send('fresh', midi('noteon', [62, 99]));
    await becomes(learned, /note 62,/);
    await page().route(
      '**/graphics-hub/panel/fresh',
      async (route) => {
        const response = await route.fetch();
        await send('fresh', midi('noteoff', [62, 0]));
        await page().evaluate(() => {
          const late = performance.now() + 10_000;
          performance.now = () => late;
        });
        await route.fulfill({ response });
      },
      { times: 1 },
    );
    await becomes(gesture, 'MIDI · note 1/62 · button 0');
    should(await learnedFields()).eql(['midi', 'note 1/62', 'button', false]);
    await startClock();
    await editor.closeDialog(page(), 'node-dialog-cancel');
  });

  it('learns a parameter (NRPN) of which a slow device first sent a controller alone, and no other parameter', async () => {
    await editor.openNode(page(), 'fresh');
    await becomes(() => page().isEnabled('#hub-learn'), true);
    await stopClock();
    await page().click('#hub-learn');
    await send('fresh', midi('controlchange', [99, 2]));
    await becomes(learned, /CC 99,/);
    await send('fresh', ...[99, 98, 6].map((number) => midi('controlchange', [number, 2])));
    await becomes(learned, /NRPN 258,/);
    should(await learnedFields()).eql(['midi', 'nrpn 1/258', 'fader', false]);
    await send('fresh', ...[98, 6].map((number) => midi('controlchange', [number, 3])));
    await becomes(recognised, /NRPN 259,/);
    should(await learnedFields()).eql(['midi', 'nrpn 1/258', 'fader', false]);
    await page().click('#hub-undo');
    should(await learnedFields()).eql(['', '', 'fader', false]);
    // After Undo, the further controllers of the parameter are not learned.
    await page().click('#hub-learn');
    await send('fresh', midi('controlchange', [99, 4], 2));
    await becomes(learned, /CC 99,/);
    await page().click('#hub-undo');
    await send('fresh', ...[99, 98, 6].map((number) => midi('controlchange', [number, 4], 2)));
    await becomes(recognised, /NRPN 516,/);
    should(await learnedFields()).eql(['', '', 'fader', false]);
    await startClock();
  });

  it('does not set “Each message is a press” after Undo', async () => {
    await editor.openNode(page(), 'fresh');
    await page().click('#hub-learn');
    await send('fresh', midi('noteon', [61, 99]));
    await becomes(learned, /note 61/);
    await page().click('#hub-undo');
    // The hand had 3 s for the release.
    await page().evaluate(() => {
      const now = performance.now.bind(performance);
      performance.now = () => now() + 4000;
    });
    await page().waitForResponse(/graphics-hub\/panel/);
    await page().waitForResponse(/graphics-hub\/panel/);
    should(await input('eachPress').isChecked()).be.false();
  });

  it('works with the keyboard, and announces the result', async () => {
    await editor.openNode(page(), 'fresh');
    await becomes(() => page().isEnabled('#hub-learn'), true);
    await page().locator('#hub-learn').press('Enter');
    await becomes(() => page().innerText('#hub-learn'), 'Move a control…');
    await send('fresh', midi('noteon', [62, 99]));
    await becomes(learned, 'Learned: MIDI button, note 62, channel 1');
    for (const region of ['#hub-recognised', '#hub-learned'])
      should(await page().getAttribute(region, 'aria-live')).equal('polite');
    await page().keyboard.press('Tab');
    should(await focused()).equal('hub-undo');
    await page().keyboard.press('Enter');
    should(await focused()).equal('hub-learn');
    should(await learnedFields()).eql(['', '', 'fader', false]);
  });

  const mqtt = (topic: string, json: unknown) => ({ topic, payload: json, qos: 0 });
  const xkeys = (control: object, topic = 'dcdp') => ({
    topic,
    payload: { product_id: 1080, unit_id: 2, ...control },
  });
  const is07 = { identity: { source_id: 'gpi' }, event_type: 'boolean', message_type: 'state' };

  /** The node is a button, so a number is a button too. */
  const BUTTONS: readonly (readonly [sentence: string, msg: object])[] = [
    ['MIDI button, CC 7, channel 1', midi('controlchange', [7, 127])],
    ['MIDI button, program 5, channel 3, no release', midi('programchange', [5], 3)],
    ['MIDI button, pitch bend, channel 2', midi('pitchbend', [0, 64], 2)],
    ['MIDI button, pressure of note 60, channel 2', midi('polyat', [60, 64], 2)],
    ['OSC button, /take, no release', { topic: '/take', payload: [] }],
    ['Stream Deck button, key 3', { topic: 3, payload: 1 }],
    ['X-keys button, button 5, unit 2', xkeys({ button_id: '5', value: 1 })],
    ['GPIO button, pin 17', { topic: 'gpio/17', payload: 1 }],
    ['Dashboard button, Take', { topic: 'Take', payload: '', _event: { type: 'click' }, _client: {} }],
    ['NMOS IS-07 switch: on and off', { payload: { ...is07, payload: { value: true } } }],
    ['Ember+ switch: on and off', { payload: { contents: { identifier: 'mute', value: true } } }],
    ['MQTT switch: on and off', mqtt('desk/take', 'ON')],
    ['MQTT: button “double”', mqtt('desk/take', { action: 'double' })],
    ['MQTT switch: on and off, retained, ignored', { ...mqtt('desk/other', 'ON'), retain: true }],
    ['a button: “single”', { topic: 'Studio', payload: { action: 'single' } }],
    ['zigbee2mqtt: button “single”', mqtt('zigbee2mqtt/desk', { action: 'single', linkquality: 90 })],
    [
      'zigbee2mqtt encoder, zigbee2mqtt/knob brightness_step',
      mqtt('zigbee2mqtt/knob', { action: 'brightness_step_up', linkquality: 90 }),
    ],
    ['Shelly: button “L”', mqtt('shellies/desk/input_event/0', { event: 'L', event_cnt: 4 })],
    ['Tasmota: button “HOLD”', mqtt('stat/desk/RESULT', { Button1: { Action: 'HOLD' } })],
    ['Home Assistant switch: on and off', mqtt('ha/input_boolean/take/state', 'on')],
    ['This message is not recognised. If it is JSON of another device, fill in “Property”.', mqtt('a', { b: 1 })],
  ];

  const NRPN_300 = [
    [99, 2],
    [98, 44],
    [6, 64],
    [38, 0],
  ].map((data) => midi('controlchange', data));

  const FADERS: readonly (readonly [sentence: string, ...messages: object[]])[] = [
    ['MIDI fader, CC 9, 0–127, channel 1', midi('controlchange', [9, 64])],
    ['MIDI fader, pitch bend, 14 bit, 0–16383, channel 2', midi('pitchbend', [0, 64], 2)],
    ['MIDI fader, NRPN 300, 14 bit, 0–16383, channel 1', ...NRPN_300],
    ['OSC fader, /1/fader1, 0–1', { topic: '/1/fader1', payload: 0.5 }],
    ['OSC fader, /1/fader1, range unknown', { topic: '/1/fader1', payload: 64 }],
    ['a fader, pot, range unknown', { topic: 'pot', payload: -5 }],
    ['X-keys fader, t-bar 0, 0–255, unit 2', xkeys({ control_id: 0, value: 51 }, 'T-bar')],
    ['X-keys fader, shuttle 1, -7–7, unit 2', xkeys({ control_id: 1, value: -3 }, 'shuttle')],
    ['Ember+ fader, gain', { payload: { contents: { identifier: 'gain', value: -20, minimum: -90, maximum: 10 } } }],
  ];

  it('explains each kind of button and device', async () => {
    await editor.openNode(page(), 'pads');
    for (const [sentence, msg] of BUTTONS) {
      await send('pads', msg);
      await becomes(recognised, sentence);
    }
    await page().fill('#node-input-property', 'c');
    await becomes(recognised, '“Property”, “Pressed is” and “Released is” do not match this message.');
  });

  it('explains each kind of fader', async () => {
    await editor.openNode(page(), 'fader');
    for (const [sentence, ...messages] of FADERS) {
      await send('fader', ...messages);
      await becomes(recognised, sentence);
    }
    await editor.closeDialog(page(), 'node-dialog-cancel');
    await editor.openNode(page(), 'mcu');
    await send('mcu', midi('pitchbend', [0, 64], 9));
    await becomes(recognised, 'Mackie Control fader, fader master, 14 bit, 0–16383');
  });
});
