import should from 'should';
import { findNode } from '../../dist/simulator/state/engine.js';
import { surface } from '../surfaces.js';
import * as editor from './page.js';
import { becomes } from './page.js';
import { panelDialog, sender, sendTo } from './panel-dialog.js';
import * as picking from './picking.js';
import { page, TAB, useSimulator, useStage } from './stage.js';
import { num, str } from './tree-rows.js';

/** The surfaces of the dialog. One has pages. */
const DECK = surface('streamdeck', {
  name: 'Übergabe',
  pages: [
    { id: 'news', name: 'Nachrichten' },
    { id: 'weather', name: '天気' },
  ],
});
const MIDI = surface('midi', { name: 'Fader' });
const MQTT = surface('mqtt');

const control = (id: string, fields: object = {}) => ({
  ...{ id, type: 'hub-control', z: TAB, name: '', version: 1, hub: 'hub', surface: DECK.id, page: '', control: '' },
  ...{
    kind: 'button',
    actions: [],
    toggle: false,
    lockout: '',
    holdTime: '',
    doubleTime: '',
    eachPress: false,
    inverted: false,
  },
  ...{ from: '', to: '', low: '0', high: '1', step: '', curve: 'linear', takeover: 'jump' },
  ...{ coding: 'twosComplement', acceleration: '', pair: false, light: '', text: '', states: [], touch: '' },
  ...{ repeat: '', interval: '1', x: editor.X, y: 100, wires: [[], []] },
  ...fields,
});

const FROM_MESSAGE = { type: 'msg', value: 'payload' };

const mixer = {
  engineId: num('1', 'Studio A'),
  nodePath: str('Mixer_0', 'Mixer'),
  propertyPath: str('Overlay//Opacity/0', 'Overlay Opacity'),
};

const move = { on: 'press', does: 'command', operation: 'setProperty', params: { ...mixer, Value: FROM_MESSAGE } };

const play = {
  ...{ on: 'press', does: 'command', operation: 'playItem' },
  params: {
    engineId: num('101', 'News Show'),
    itemId: num('2011', 'Welcome'),
    preview: { type: 'num', value: '0' },
    rundownId: num('201', 'Evening News'),
  },
};

const key0 = { control: 'key 0', actions: [play] };

/** Only revision 2 reports states of items. */
const REVISION_2 = { dialect: '2', linearSegment: 'lino' };

/** A deployed list. Its file does not exist, so it is empty. */
const LIST = {
  id: 'cues',
  type: 'hub-cues',
  z: TAB,
  version: 1,
  name: 'Evening',
  hub: 'hub',
  list: 'Dialog',
  wires: [[], []],
};

describe('the dialog of control', () => {
  const stage = useStage();
  const hub = useSimulator({ dialect: 2 });
  const input = (field: string) => page().locator(`#node-input-${field}`);
  const send = sendTo;
  const { recognised, command, learned } = panelDialog;
  /** A message of `node-red-contrib-streamdeck`. */
  const key = (topic: number, payload: 0 | 1) => ({ topic, payload });
  const slide = (value: number) => ({ payload: [7, value], midi: { channel: 1, type: 'controlchange' } });
  const shows = () => page().locator('#hub-control-shows [role=listitem]').allInnerTexts();
  const summary = (on: string) => page().innerText(`.hub-action[data-on=${on}] > summary`);
  const unfold = (on: string) => editor.unfold(page(), `.hub-action[data-on=${on}]`);
  const save = async (id: string) => {
    await editor.closeDialog(page(), 'node-dialog-ok');
    return editor.exportedNode(page(), id);
  };
  /** The fields of these names that a user can reach. */
  const reachable = async (...fields: readonly string[]) => {
    await page().$$eval('#dialog-form details.hub-more', (all) => {
      for (const each of all) (each as HTMLDetailsElement).open = true;
    });
    const visible = await Promise.all(fields.map((field) => input(field).isVisible()));
    return fields.filter((_, index) => visible[index]);
  };

  const look = { type: 'hub-look', z: TAB, version: 1, operation: 'recall', properties: [], x: 500, wires: [[], []] };

  beforeEach(async () => {
    hub.reset();
    await stage.deploy(
      picking.hubAt(hub.url, REVISION_2),
      picking.hubAt(hub.url, { id: 'second', name: 'Second', dialect: '1' }),
      ...[DECK, MIDI, MQTT],
      control('fresh'),
      control('key', key0),
      { ...look, id: 'looks', name: 'Looks', hub: 'hub', y: 300 },
      { ...LIST, x: 500, y: 400 },
      ...sender('fresh'),
    );
  });

  it('learns a key, saves the chosen item, and shows both again', async () => {
    await editor.openNode(page(), 'fresh');
    await becomes(recognised, 'No message has arrived yet. Move a control.');
    await page().click('#hub-learn');
    await send('fresh', key(3, 1), key(3, 0));
    await becomes(learned, 'Learned: Stream Deck button, key 3');
    should([await input('surface').inputValue(), await input('control').inputValue()]).eql([DECK.id, 'key 3']);
    await picking.pick(page(), 'itemId', ['News Show', '101'], ['Evening News', '201'], ['Welcome', '2011']);
    await editor.chooseOption(page(), 'hub-param-preview', '0');
    await becomes(() => summary('press'), 'Press Play item · News Show › Welcome → program');
    await becomes(shows, [
      'red while Welcome is on air',
      'green while Welcome is on preview',
      'blinking grey while the state is unknown',
    ]);
    await becomes(command, 'a press (true) → Play item · News Show › Welcome → program, after a deploy');
    const expected = control('fresh', { control: 'key 3', actions: [play] });
    should(await save('fresh')).eql(expected);
    await editor.openNode(page(), 'fresh');
    should(await summary('press')).equal('Press Play item · News Show › Welcome → program');
    should(await picking.shownText(page(), 'itemId')).equal('Welcome');
    should(await save('fresh')).eql(expected);
  });

  it('lets a fader set a property, with the value from the control', async () => {
    await editor.openNode(page(), 'fresh');
    await editor.chooseOption(page(), 'node-input-surface', MIDI.id);
    await input('control').fill('cc 1/7');
    await editor.chooseOption(page(), 'node-input-kind', 'fader');
    should(await editor.shownParams(page())).containDeep(['engineId', 'nodePath', 'propertyPath', 'Component']);
    should(await editor.shownParams(page())).not.containEql('Value');
    should(await page().isVisible('#node-input-operation')).be.false();
    await picking.pick(
      page(),
      'propertyPath',
      ['Studio A', '1'],
      ['Mixer', 'Mixer_0'],
      ['Overlay Opacity', 'Overlay//Opacity/0'],
    );
    await input('high').fill('0.5');
    await send('fresh', slide(127));
    await becomes(command, '0.5 → Mixer › Overlay Opacity = payload · Studio A');
    const saved = await save('fresh');
    should(saved).eql(
      control('fresh', { surface: MIDI.id, control: 'cc 1/7', kind: 'fader', high: '0.5', actions: [move] }),
    );
  });

  it('gives each gesture its own command or look, and keeps the actions of another kind until the dialog is closed', async () => {
    await editor.openNode(page(), 'key');
    await unfold('hold');
    await editor.chooseOption(page(), 'node-input-hold-does', 'look');
    await input('hold-look').fill(' Interview ');
    await editor.chooseOption(page(), 'node-input-hold-lookOperation', 'store');
    await unfold('double');
    await editor.chooseOption(page(), 'node-input-double-does', 'command');
    await editor.chooseOption(page(), 'node-input-double-operation', 'takeOut');
    await picking.pick(page(), 'double-engineId', ['News Show', '101']);
    await editor.chooseOption(page(), 'hub-param-double-preview', '0');
    should(await summary('hold')).equal('Hold Store · Interview');
    should(await summary('double')).equal('Double press Take out · News Show → program');
    should(await summary('release')).equal('Release nothing');
    await editor.chooseOption(page(), 'node-input-kind', 'fader');
    should(await page().locator('.hub-action').count()).equal(0);
    await editor.chooseOption(page(), 'node-input-kind', 'button');
    should(await summary('hold')).equal('Hold Store · Interview');
    const { actions } = await save('key');
    should(actions).eql([
      play,
      { on: 'hold', does: 'look', look: 'Interview', lookOperation: 'store' },
      {
        ...{ on: 'double', does: 'command', operation: 'takeOut' },
        params: { engineId: num('101', 'News Show'), preview: { type: 'num', value: '0' } },
      },
    ]);
  });

  it('plays a cue list, and explains its light', async () => {
    await editor.openNode(page(), 'key');
    await editor.chooseOption(page(), 'node-input-does', 'cue');
    await becomes(() => summary('press'), 'Press Go');
    should(await input('cue').isVisible()).be.false();
    await becomes(shows, [
      'blue while a cue is on standby',
      'yellow while a cue runs',
      'blinking cyan while the list holds, because an outcome is unknown',
      'blinking magenta while the list holds after a failure',
      'blinking blue after a restart, until the first press',
      'blinking grey while the state is unknown',
    ]);
    await unfold('hold');
    await editor.chooseOption(page(), 'node-input-hold-does', 'cue');
    await editor.chooseOption(page(), 'node-input-hold-cueOperation', 'goto');
    await becomes(
      () => editor.reasonBelow(page(), 'node-input-hold-cue'),
      /^Cue: must be a number such as 10 or 10\.5/,
    );
    await input('hold-cue').fill('10.5');
    await editor.chooseOption(page(), 'node-input-hold-cuesNode', 'cues');
    await becomes(() => summary('hold'), 'Hold Go to 10.5 · Evening');
    should((await save('key')).actions).eql([
      { on: 'press', does: 'cue', cueOperation: 'go' },
      { on: 'hold', does: 'cue', cuesNode: 'cues', cueOperation: 'goto', cue: '10.5' },
    ]);
    await editor.openNode(page(), 'key');
    should(await summary('hold')).equal('Hold Go to 10.5 · Evening');
    should(await summary('press')).equal('Press Go');
    should(await editor.reasonsShown(page())).eql([]);
  });

  it('works on a page of its surface, and shows another page', async () => {
    await editor.openNode(page(), 'key');
    await becomes(() => editor.optionValues(page(), 'node-input-page'), ['', 'news', 'weather']);
    await editor.chooseOption(page(), 'node-input-page', 'weather');
    await editor.chooseOption(page(), 'node-input-does', 'page');
    await becomes(() => summary('press'), 'Press Next page');
    should(await input('toPage').isVisible()).be.false();
    await becomes(shows, []);
    await editor.chooseOption(page(), 'node-input-pageTurn', 'goto');
    await editor.chooseOption(page(), 'node-input-toPage', 'news');
    await becomes(() => summary('press'), 'Press Go to page Nachrichten');
    await becomes(shows, ['white while this page is shown', 'dim red while another page is shown']);
    const saved = await save('key');
    should(saved).match({ surface: DECK.id, page: 'weather' });
    should(saved.actions).eql([{ on: 'press', does: 'page', pageTurn: 'goto', toPage: 'news' }]);
    await becomes(() => editor.reasons(page(), 'key'), []);
    await editor.openNode(page(), 'key');
    should(await summary('press')).equal('Press Go to page Nachrichten');
    await editor.chooseOption(page(), 'node-input-surface', MIDI.id);
    const gone = 'The surface does not have the chosen page';
    await becomes(() => editor.reasonBelow(page(), 'node-input-page'), gone);
    await becomes(() => editor.reasonBelow(page(), 'node-input-toPage'), gone);
    should(await save('key')).match({ surface: MIDI.id, page: 'weather' });
    await becomes(() => editor.reasons(page(), 'key'), [gone, `Press: ${gone}`]);
  });

  it('asks for a second press for a dangerous command, unless it is switched off', async () => {
    await editor.openNode(page(), 'key');
    await editor.chooseOption(page(), 'node-input-operation', 'stopLaunch');
    await picking.pick(page(), 'configID', ['News Show', '101']);
    should(await input('secondPress').isChecked()).be.true();
    const params = { configID: num('101', 'News Show') };
    const stop = { on: 'press', does: 'command', operation: 'stopLaunch', params, secondPress: true };
    should((await save('key')).actions).eql([stop]);
  });

  it('offers the commands of the chosen revision', async () => {
    await editor.openNode(page(), 'key');
    const offered = () => editor.optionValues(page(), 'node-input-operation');
    should(await offered()).containDeep(['setProperty', 'callFunction', 'pressItemButton', 'launch', 'loadGraph']);
    should(await offered()).containEql('takeItemOut');
    should(await offered()).not.containEql('listEngines');
    await editor.chooseOption(page(), 'node-input-hub', 'second');
    should(await offered()).not.containEql('takeItemOut');
  });

  it('shows only the fields that apply', async () => {
    const fields = [
      'toggle',
      'lockout',
      'holdTime',
      'doubleTime',
      'from',
      'curve',
      'takeover',
      'pair',
      'coding',
      'touch',
    ];
    await editor.openNode(page(), 'key');
    should(await reachable(...fields)).eql(['toggle', 'lockout']);
    await unfold('hold');
    await editor.chooseOption(page(), 'node-input-hold-does', 'look');
    await editor.chooseOption(page(), 'node-input-operation', 'callFunction');
    should(await reachable(...fields)).eql(['lockout', 'holdTime']);
    await editor.chooseOption(page(), 'node-input-kind', 'fader');
    should(await reachable(...fields)).eql(['from', 'curve', 'takeover']);
    await editor.chooseOption(page(), 'node-input-surface', MIDI.id);
    should(await reachable(...fields)).eql(['from', 'curve', 'takeover', 'pair', 'touch']);
    await editor.chooseOption(page(), 'node-input-kind', 'encoder');
    should(await reachable(...fields)).eql(['coding']);
  });

  it('gives a new key that goes one step further a lockout, which a user may clear', async () => {
    for (const type of ['hub-control', 'hub-linear-play']) {
      const lockout = page().locator('#node-input-lockout');
      const choose = (name: string) => editor.chooseOption(page(), 'node-input-operation', name);
      // On a loaded machine, a double click can be two clicks.
      const added = await editor.drag(page(), type, 500, 300);
      await editor.openNode(page(), String(await added.getAttribute('id')));
      for (const [operation, expected] of [
        ['playItem', ''],
        ['playNext', '0.25'],
        ['takeOut', ''],
        ['continueItem', '0.25'],
      ] as const) {
        await choose(operation);
        await becomes(() => lockout.inputValue(), expected);
      }
      await lockout.evaluate((field: HTMLInputElement) => {
        field.value = '';
        field.dispatchEvent(new Event('change', { bubbles: true }));
      });
      await input('name').fill('日本語');
      should(await lockout.inputValue()).equal('');
      await editor.closeDialog(page(), 'node-dialog-cancel');
    }
    // A saved node keeps its own.
    await editor.openNode(page(), 'key');
    await editor.chooseOption(page(), 'node-input-operation', 'playNext');
    await becomes(async () => (await shows())[0], 'The hub has no state for this command.');
    should(await input('lockout').inputValue()).equal('');
  });

  it('explains the light in words', async () => {
    await editor.openNode(page(), 'key');
    await editor.unfold(page(), '#hub-appearances');
    await page().fill('[data-state=program] .hub-appearance-colour', '#0000ff');
    await page().check('[data-state=program] .hub-appearance-blink');
    await becomes(async () => (await shows())[0], 'blinking blue while Welcome is on air');
    await editor.unfold(page(), '#hub-control-light');
    await input('interval').fill('0');
    await becomes(
      async () => (await shows())[0],
      'The state is not read. The light shows only the commands of this node.',
    );
    await input('interval').fill('1');
    await editor.chooseOption(page(), 'node-input-operation', 'playNext');
    await becomes(shows, [
      'The hub has no state for this command.',
      'white for a second after the command',
      'dim red while the hub is connected',
      'blinking grey while the hub is lost',
    ]);
    await editor.chooseOption(page(), 'node-input-does', 'look');
    await input('look').fill('Interview');
    await becomes(async () => (await shows())[0], 'white while the look Interview is on');
    await input('light').fill('-');
    await becomes(shows, ['No light: nothing is sent to the surface.']);
    await input('light').fill('');
    await editor.chooseOption(page(), 'node-input-surface', MQTT.id);
    await becomes(shows, ['No light yet. Enter its topic or its template at “Light”.']);
  });

  it('marks a control that does nothing, and the wrong fields of each action', async () => {
    const reasonsOf = (id: string) => editor.reasons(page(), id);
    await becomes(() => reasonsOf('key'), []);
    await becomes(
      () => reasonsOf('fresh'),
      ['Control: required', 'The control does nothing: choose a command or a look'],
    );
    await picking.add(
      page(),
      control('wrong', {
        ...{ control: 'key 1', toggle: true, light: 'note 1/60', low: '1' },
        actions: [
          { on: 'press', does: 'look', look: '', lookNode: 'gone' },
          { on: 'hold', does: 'command', operation: 'playNext', params: {}, expiry: '0' },
        ],
      }),
    );
    await becomes(
      () => reasonsOf('wrong'),
      [
        'Press: Look: required',
        'Press: Look node: the chosen one does not exist',
        'Hold: Expiry (s): must be a number above 0',
        'Hold: Linear engine: required',
        'Hold: Output: required',
        'In and out: no command ends the command of the press',
        'to: must be a number other than the first one',
        'Light: must be a control of this surface, in the form that the hint shows',
      ],
    );
    await editor.openNode(page(), 'wrong');
    await becomes(() => editor.reasonBelow(page(), 'node-input-look'), 'Look: required');
    // The fields of the hold are folded.
    const folded = page().locator('#hub-why-hub-actions');
    await becomes(() => folded.innerText(), 'Hold: Expiry (s): must be a number above 0');
    await unfold('hold');
    await becomes(() => folded.textContent(), '');
    await becomes(() => editor.reasonBelow(page(), 'node-input-hold-expiry'), 'Expiry (s): must be a number above 0');
  });

  it('takes new names of the hub, in each of its commands', async () => {
    const actions = [move, { ...move, on: 'hold' }].map((action) => ({
      ...action,
      params: { ...mixer, Value: { type: 'num', value: '1' } },
    }));
    await picking.add(
      page(),
      control('twice', { control: 'key 1', actions, y: 200 }),
      picking.setter('setter', { params: { ...mixer, Value: FROM_MESSAGE }, y: 400 }),
    );
    (findNode(hub.state, 1, 'Mixer_0') as { name: string }).name = 'Main mixer';
    await editor.openNode(page(), 'setter');
    await becomes(() => picking.hubText(page(), 'nodePath'), /^Renamed on the hub/);
    await editor.closeDialog(page(), 'node-dialog-ok');
    const offer = page().locator('#red-ui-notifications .red-ui-notification', {
      hasText: 'Nodes with an old name of the hub: 1',
    });
    await offer.getByRole('button', { name: 'Update the names' }).click();
    const names = async () => {
      const saved = await editor.exportedNode(page(), 'twice');
      return (saved.actions as typeof actions).map(({ params }) => params.nodePath.label);
    };
    await becomes(names, ['Main mixer', 'Main mixer']);
    (findNode(hub.state, 1, 'Mixer_0') as { name: string }).name = 'Mixer';
    await editor.openNode(page(), 'twice');
    await becomes(() => picking.hubText(page(), 'nodePath'), /^Renamed on the hub/);
    await editor.closeDialog(page(), 'node-dialog-ok');
    await becomes(names, ['Mixer', 'Main mixer']);
  });
});
