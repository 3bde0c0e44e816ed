import should from 'should';
import { surface } from '../surfaces.js';
import { useTimeLapse } from '../time-lapse.js';
import { control } from './control-stage.js';
import { pause } from './event-stage.js';
import { controller, key } from './panel-stage.js';
import { host, next, panel, RemoteStage } from './remote-stage.js';
import { literal, type Message } from './stage.js';

const playNext = {
  on: 'press',
  does: 'command',
  operation: 'playNext',
  params: { engineId: literal(101), preview: literal('program') },
};
const setOpacity = {
  on: 'press',
  does: 'command',
  operation: 'setProperty',
  params: {
    engineId: literal(1),
    nodePath: literal('Mixer_0'),
    propertyPath: literal('Overlay//Opacity/0'),
    Value: literal(1),
  },
};

/** The second output of the host is wired to the controls, and their lights to the host. */
const atHost = host({ wires: [['wire'], ['control', 'other'], []] });
const controls = (fields: object = {}) => [
  control({ actions: [playNext], light: '-', wires: [[], ['results']], ...fields }),
  control({ id: 'other', control: 'key 1', actions: [playNext], light: '-', wires: [[], ['results']] }),
];

describe('a control behind a remote host', () => {
  const show = RemoteStage.forEach();

  /** A Complete and a Catch node of the controls report to the host. The stage reports all others. */
  const open = async (parts: ReturnType<typeof controls>) => {
    await show.open([atHost, panel(), ...parts]);
    await show.connected();
  };
  const commands = () => show.commands().map(({ path }) => path.replace('/api/rest/v1', ''));

  it('runs the press of a panel once, and the panel gets its outcome', async () => {
    await open(controls());
    await show.press(key(0, 1));
    should(commands()).eql(['/linear/rundown/101/playnext/0']);
    should(show.answers).have.length(1);
    should(show.answers[0]).match({ hub: { operation: 'playNext', outcome: 'done' } });
    await show.press(key(0, 0));
    await show.press(key(1, 1));
    should(commands()).have.length(2);
    should(show.stage.caught).be.empty();
  });

  it('drops a press that comes too late', async () => {
    await open(controls());
    const late: Message[] = [];
    show.isLost = (msg) => {
      const isCommand = String(msg.topic).includes('/command');
      if (isCommand) late.push(msg);
      return isCommand;
    };
    show.stage.node('panel').receive({ ...key(0, 1), _msgid: 'late' });
    await show.stage.until(() => late.length === 1);
    await new Promise((resolve) => setTimeout(resolve, 700));
    show.stage.node('host').receive({ ...(late[0] as Message), retain: false });
    await show.stage.until(() => show.stage.caught.length === 1);
    should(show.stage.caught[0]).match({ hub: { code: 'EXPIRED', outcome: 'not-sent' } });
    should(commands()).be.empty();
  });

  it('does not count the time of a hold as a delay, also of hub panel', async () => {
    const keys = { id: 'keys', type: 'hub-panel', kind: 'button', source: 'streamdeck', hold: true, press: false };
    await show.open([host({ wires: [['wire'], ['keys'], []] }), panel(), { ...keys, wires: [['next']] }, next]);
    await show.connected();
    show.stage.node('panel').receive({ ...key(0, 1), _msgid: 'down' });
    await show.stage.until(() => commands().length > 0 || show.stage.caught.length > 0);
    should(show.stage.caught).be.empty();
    should(commands()).eql(['/linear/rundown/101/playnext/0']);
  });

  it('drops a hold that its own machine notices too late', async () => {
    const actions = [playNext, { ...playNext, on: 'hold' }];
    await open(controls({ actions }));
    show.stage.node('panel').receive({ ...key(0, 1), _msgid: 'down' });
    await pause(300);
    // The hold is due after 0.6 s, and may wait for 0.5 s.
    for (const until = performance.now() + 1200; performance.now() < until; );
    await show.stage.until(() => show.stage.caught.length > 0);
    should(show.stage.caught[0]).match({ hub: { code: 'EXPIRED', outcome: 'not-sent' } });
    should(commands()).be.empty();
  });

  it('has its own page for each deck that its panels name', async () => {
    const pages = [
      { id: 'one', name: 'Haupt' },
      { id: 'two', name: 'Übergabe' },
    ];
    const decks = ['AL12', 'AL13'].map((unit) => surface('streamdeck', { id: `remote ${unit}`, unit, pages }));
    const onPreview = { ...playNext, params: { ...playNext.params, preview: literal('preview') } };
    const keys = decks.flatMap(({ id }) =>
      [
        control({ id: `turn ${id}`, control: 'key 1', actions: [{ on: 'press', does: 'page', pageTurn: 'next' }] }),
        control({ id: `one ${id}`, page: 'one', actions: [playNext] }),
        control({ id: `two ${id}`, page: 'two', actions: [onPreview] }),
      ].map((each) => ({ ...each, surface: id, light: '-', wires: [[], ['results']] })),
    );
    await show.open([host({ wires: [['wire'], keys.map(({ id }) => id), []] }), panel(), ...decks, ...keys]);
    await show.connected();
    const tap = async (index: number, serialNumber: string) => {
      show.stage.node('panel').receive({ ...key(index, 1), serialNumber });
      show.stage.node('panel').receive({ ...key(index, 0), serialNumber });
      await pause(300);
    };
    await tap(1, 'AL13');
    await tap(0, 'AL12');
    await tap(0, 'AL13');
    should(commands()).eql(['/linear/rundown/101/playnext/0', '/linear/rundown/101/playnext/1']);
    should(show.stage.caught).be.empty();
  });

  it('sends its light as a state to the panels, which is unknown while the hub is lost', async () => {
    const light = { surface: 'mqtt', control: 'desk', light: 'overlay', actions: [setOpacity], wires: [['host'], []] };
    await open(controls(light));
    await show.shows('overlay', 'program');
    await show.hub.close();
    await show.shows('overlay', 'unknown');
  });
});

describe('a key behind a remote host whose hold does something else', () => {
  useTimeLapse();
  const show = RemoteStage.forEach();

  const takeOut = { ...playNext, on: 'hold', params: { ...playNext.params, preview: literal('preview') } };
  const atControl = host({ wires: [['wire'], ['control', 'fader'], []] });
  /** A fader whose values arrive beside each press. */
  const fader = control({
    ...{ id: 'fader', surface: 'midi', control: 'cc 1/7', kind: 'fader', light: '-' },
    actions: [{ ...setOpacity, params: { ...setOpacity.params, Value: { type: 'msg', value: '' } } }],
  });
  let moves: NodeJS.Timeout | undefined;

  afterEach(() => clearInterval(moves));

  const open = async (fields: object = {}) => {
    const key0 = control({ light: '-', actions: [playNext, takeOut], wires: [[], ['results']], ...fields });
    await show.open([atControl, panel(), key0, fader]);
    await show.connected();
    let position = 0;
    moves = setInterval(() => {
      position = (position + 1) % 128;
      show.stage.node('panel').receive(controller(7, position));
    }, 50);
  };
  const isPress = ({ path }: { path: string }) => path.includes('/playnext/');
  const presses = () =>
    show
      .commands()
      .filter(isPress)
      .map(({ path }) => path.slice(-1));
  const press = (msg: Message) => show.stage.node('panel').receive(msg);
  const ends = (id: string) => [...show.stage.caught, ...show.stage.completed].filter(({ _msgid }) => _msgid === id);
  const end = async (id: string) => {
    await show.stage.until(() => ends(id).length > 0);
    return ends(id)[0] as Message;
  };
  const answersOfPresses = () => show.answers.filter(({ hub }) => hub.operation === 'playNext');

  it('gives the press of the panel the outcome of its hold', async () => {
    await open();
    press({ ...key(0, 1), _msgid: 'Übergabe' });
    should((await end('Übergabe')).error).be.undefined();
    should(presses()).eql(['1']);
    should(answersOfPresses()).match([{ _msgid: 'Übergabe', hub: { operation: 'playNext', outcome: 'done' } }]);
    press({ ...key(0, 0), _msgid: 'up' });
    await end('up');
    should(presses()).eql(['1']);
    should(answersOfPresses()).have.length(1);
    should(show.stage.caught).be.empty();
    // The next press of the same key has its own outcome.
    press({ ...key(0, 1), _msgid: '日本語' });
    await end('日本語');
    should(presses()).eql(['1', '1']);
    should(answersOfPresses()).have.length(2);
  });

  it('gives it the sentence of a hold that fails, once', async () => {
    await open();
    const body = JSON.stringify({ success: false, error: '日本語 is busy' });
    show.hub.trouble({ operation: 'playNext', body, contentType: 'application/json' });
    press({ ...key(0, 1), _msgid: 'Übergabe' });
    await end('Übergabe');
    press({ ...key(0, 0), _msgid: 'up' });
    await end('up');
    const atPanel = show.stage.caught.filter(({ error }) => error.source.id === 'panel');
    should(atPanel).match([{ _msgid: 'Übergabe', hub: { outcome: 'refused' } }]);
    should(atPanel[0]?.error.message).match(/refused.*日本語 is busy/);
    should(answersOfPresses()).be.empty();
  });

  it('answers a short press by its release', async () => {
    await open();
    press({ ...key(0, 1), _msgid: 'down' });
    press({ ...key(0, 0), _msgid: 'up' });
    await end('up');
    await end('down');
    should(presses()).eql(['0']);
    should(answersOfPresses()).match([{ _msgid: 'up', hub: { outcome: 'done' } }]);
    await pause(1000);
    should(presses()).eql(['0']);
    should(ends('down')).have.length(1);
  });

  it('gives a held key the sentence that its node was closed', async () => {
    await open();
    press({ ...key(0, 1), _msgid: 'down' });
    await pause(200);
    await show.stage.node('control').close();
    should(await end('down')).match({ hub: { code: 'CLOSED', outcome: 'not-sent' } });
    should(presses()).be.empty();
  });
});
