import { existsSync, readFileSync } from 'node:fs';
import should from 'should';
import { startSimulator } from '../../dist/simulator/index.js';
import { run } from '../commands/command-line.js';
import { freePort } from '../free-port.js';
import { control, plays } from './control-stage.js';
import { EventStage, event } from './event-stage.js';
import { key as pressOf } from './panel-stage.js';
import { literal, type NodeOf } from './stage.js';

const engineId = { ...literal(101), label: 'News Show' };

const watch: NodeOf = {
  id: 'watch',
  type: 'hub-watch',
  operation: 'listLinearItems',
  params: { engineId, rundownId: literal(201) },
  interval: '0.1',
  wires: [['answers']],
};

const plays2014 = { ...plays(2014).params, engineId };
const namedControl: NodeOf = {
  ...control({ interval: '0', actions: [plays(2014, { params: plays2014 })] }),
  name: 'Key 1',
};

describe('the as-run file with states', () => {
  const show = EventStage.forEach();

  const open = async (dialect: 1 | 2, parts: NodeOf[]) => {
    await show.hub.close();
    show.hub = await startSimulator({ dialect, restartTime: 0, port: await freePort() });
    const linearSegment = dialect === 2 ? 'lino' : 'linear';
    await show.open([event({ file: show.file }), ...parts], { dialect: String(dialect), linearSegment });
  };
  const lines = () =>
    readFileSync(show.file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  const states = () => lines().filter((line) => 'onAir' in line);
  const onAir = (): unknown =>
    states()
      .at(-1)
      ?.onAir?.map(({ name }: { name: string }) => name);
  const becomes = (names: readonly string[] | undefined) =>
    show.stage.until(() => {
      try {
        return JSON.stringify(onAir()) === JSON.stringify(names);
      } catch {
        return false;
      }
    });
  /** A command of another client of the hub. */
  const put = (path: string) => fetch(`${show.hub.url}/api/rest/v1/lino/rundown/101/${path}`, { method: 'PUT' });

  it('has the graphics that others played, and those of a control by name', async () => {
    await open(2, [watch, namedControl]);
    await becomes([]);
    should(states()).match([
      { target: { engineId: '101', rundownId: '201' }, names: { engineId: 'News Show' }, onAir: [], first: true },
    ]);
    await put('play/2012/0');
    await becomes(['Headlines']);
    await put('out/2012/0');
    await becomes([]);
    show.stage.node('control').receive({ _msgid: 'press', ...pressOf(0, 1) });
    await show.stage.until(() => lines().some(({ operation }) => operation === 'playItem'));
    should(lines().find(({ operation }) => operation === 'playItem')?.names).eql({
      engineId: 'News Show',
      itemId: '2014',
      rundownId: '201',
    });
    await show.stage.until(() => (onAir() as string[]).length === 1);
    const [graphic] = onAir() as string[];
    await put('out/2014/0');
    await becomes([]);
    await show.stage.close();
    should(states().at(-1)?.onAir).be.null();
    const { stdout } = await run(['as-run', show.file]);
    const rows = stdout.trimEnd().split('\r\n').slice(1);
    should(rows.map((row) => row.split(','))).match([
      ['Headlines', 'News Show', /./, /./, /./, /./, 'others', 'confirmed'],
      [graphic, 'News Show', /./, /./, /./, /./, 'Key 1', 'confirmed'],
    ]);
    should(rows).have.length(2);
  });

  it('marks a graphic that was on air while the hub was away', async () => {
    await open(2, [watch]);
    await put('play/2012/0');
    await becomes(['Headlines']);
    const { url } = show.hub;
    await show.hub.close();
    await becomes(undefined);
    should(states().at(-1)?.onAir).be.null();
    show.hub = await startSimulator({ dialect: 2, restartTime: 0, port: Number(new URL(url).port) });
    await becomes([]);
    should(states().at(-1)).match({ onAir: [], first: true });
  });

  it('has no states of a hub that reports none', async () => {
    await open(1, [{ ...watch, params: { engineId, rundownId: literal(201) } }]);
    await show.stage.until(() => show.answered.length > 0);
    await show.stage.close();
    should(existsSync(show.file)).be.false();
  });
});
