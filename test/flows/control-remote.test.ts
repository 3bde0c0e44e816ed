import should from 'should';
import { control } from './control-stage.js';
import { key } from './panel-stage.js';
import { host, panel, RemoteStage } from './remote-stage.js';
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

  it('sends its light as a state to the panels, which is unknown while the hub is lost', async () => {
    const light = { surface: 'mqtt', control: 'desk', light: 'overlay', actions: [setOpacity], wires: [['host'], []] };
    await open(controls(light));
    await show.shows('overlay', 'program');
    await show.hub.close();
    await show.shows('overlay', 'unknown');
  });
});
