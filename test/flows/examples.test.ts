import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { linkPackage } from '../editor/bench.js';
import { eventually } from '../editor/page.js';
import { type RealNodeRed, startNodeRed } from '../real-node-red.js';
import { deeds } from './examples-deeds.js';

interface Part {
  id: string;
  type: string;
  name: string;
  wires?: string[][];
  [field: string]: unknown;
}

const examples = readdirSync('examples').map((file) => ({
  file,
  flow: JSON.parse(readFileSync(join('examples', file), 'utf8')) as Part[],
}));

/** Lets a debug node print the whole message in one line, without what Node-RED adds. */
const WHOLE = { targetType: 'jsonata', complete: '$string($sift($, function($value, $name) { $name != "_msgid" }))' };

/** Where the examples look for the simulator. */
const USUAL = 'http://127.0.0.1:8090';

/** A technician who imports an example, starts the simulator and clicks each button once. */
describe('the examples', function () {
  this.timeout(240_000);

  let hub: Simulator;
  let nodeRed: RealNodeRed;
  let userDir: string;

  before(async () => {
    // As the README starts it.
    hub = await startSimulator();
    userDir = mkdtempSync(join(tmpdir(), 'hub-examples-'));
    linkPackage(userDir);
    nodeRed = await startNodeRed(userDir);
  });

  after(async () => {
    await nodeRed?.stop();
    await hub?.close();
    rmSync(userDir, { recursive: true, force: true });
  });

  const post = async (path: string, body?: object) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(nodeRed.url + path, { method: 'POST', headers, body: JSON.stringify(body ?? {}) });
    should(response.ok).be.true(path);
  };

  /** What the debug nodes printed since, by their names. */
  const printed = (since: number) =>
    [
      ...nodeRed
        .log()
        .slice(since)
        .matchAll(/\[debug:(.+?)\] ?(.*)/g),
    ].map(([, name, said]) => ({ name, said }));

  /** Waits until no more is printed. */
  async function quiet(): Promise<void> {
    for (let before = -1; before !== nodeRed.log().length; await sleep(500)) before = nodeRed.log().length;
  }

  /** The commands in the hub's journal, of several values for one property only the last. */
  function commands(): string[] {
    const sent = hub.journal.filter(({ method }) => method !== 'GET');
    const isLast = ({ path, operation }: (typeof sent)[number], index: number) =>
      operation !== 'setProperty' || sent.findLastIndex((later) => later.path === path) === index;
    return sent
      .filter(isLast)
      .map(({ method, path, body }) => [method, decodeURIComponent(path.replace('/api/rest/v1', '')), body])
      .map(([method, path, body]) => `${method} ${path}${body === undefined ? '' : ` ${JSON.stringify(body)}`}`);
  }

  it('share their hub and no other id', () => {
    const parts = examples.flatMap(({ flow }) => flow);
    const hubs = parts.filter(({ type }) => type === 'hub-config');
    for (const config of hubs) should(config).eql(hubs[0]);
    const ids = parts.filter(({ type }) => type !== 'hub-config').map(({ id }) => id);
    should(new Set(ids).size).equal(ids.length);
  });

  it('meet the simulator that the README starts, without a key', () => {
    should(readFileSync('README.md', 'utf8')).containEql('\nnpx graphics-hub-simulator\n');
    for (const { flow } of examples) {
      const { baseUrl, auth } = flow.find(({ type }) => type === 'hub-config') as Part;
      should({ baseUrl, auth }).eql({ baseUrl: USUAL, auth: 'none' });
      should(JSON.stringify(flow.filter(({ type }) => type === 'comment'))).containEql(`[${USUAL}](${USUAL})`);
    }
  });

  for (const { file, flow } of examples)
    describe(file, () => {
      const find = (id: string | undefined) => flow.find((part) => part.id === id);
      const target = (part: Part) => find(part.wires?.[0]?.[0]);
      const buttons = flow.filter(({ type }) => type === 'inject');
      const click = ({ id }: Part) => post(`/inject/${id}`);
      const called = (name: string) => buttons.filter((button) => button.name === name);
      let deployed = 0;

      before(async () => {
        hub.reset();
        deployed = nodeRed.log().length;
        const told = flow.map((part) => {
          if (part.type !== 'debug') return part;
          return { ...part, console: true, ...(part.complete === 'true' && WHOLE) };
        });
        await post('/flows', JSON.parse(JSON.stringify(told).replaceAll(USUAL, hub.url)));
        await quiet();
      });

      beforeEach(() => {
        (hub.journal as unknown[]).length = 0;
      });

      it('moves nothing by being deployed', async () => {
        for (const { type, once, repeat, crontab } of flow)
          if (type === 'inject') should({ once, repeat, crontab }).eql({ once: false, repeat: '', crontab: '' });
        await post('/flows', JSON.parse((await (await fetch(`${nodeRed.url}/flows`)).text()) as string));
        await quiet();
        should(commands()).eql([]);
      });

      it('tells each failure in its own sentence', () => {
        for (const caught of flow.filter(({ type }) => type === 'catch')) {
          const { type, complete, targetType, tosidebar } = target(caught) as Part;
          should({ type, complete, targetType, tosidebar }).eql({
            type: 'debug',
            complete: 'error.message',
            targetType: 'msg',
            tosidebar: true,
          });
        }
        should(flow.filter(({ type }) => type === 'catch')).have.length(1);
      });

      for (const button of buttons) {
        const asked = target(button) as Part;
        const title = `${asked.name || asked.operation}: ${button.name}`;
        it(title, async () => {
          const since = nodeRed.log().length;
          const deed = deeds[file]?.[title];
          if (!deed) throw new Error(`${file}: nobody said what “${title}” does`);
          const { sends, asks, fails, lights = {} } = deed;
          const expected = [sends ?? []].flat().sort();
          await click(button);
          if (asked.guarded && String(asked.operation).startsWith('stop') && button.name !== 'Release') {
            // Between the half second of a bounce and the three seconds of a confirmation.
            await sleep(1500);
            should(commands()).eql([]);
            await click(button);
          }
          // What looks as before is not sent again.
          const shown = (lamp: string) => printed(deployed).findLast(({ name }) => name === lamp)?.said;
          const failures = () => printed(since).filter(({ name }) => name === 'Failures');
          await eventually(() => {
            should(commands().sort()).eql(expected);
            if (asks) should(hub.journal.map(({ operation }) => operation)).containEql(asks);
            should(failures().map(({ said }) => said)).eql(fails ? [fails] : []);
            for (const [lamp, message] of Object.entries(lights))
              should(shown(lamp)).equal(JSON.stringify(message), lamp);
          });
          await quiet();
          should(commands().sort()).eql(expected);
          should(failures()).have.length(fails ? 1 : 0);
          for (const { statusCode, path } of hub.journal) should(statusCode).be.below(300, path);
        });
      }

      if (called('Rehearse').length > 0)
        it('sends no command while it rehearses', async () => {
          await click(called('Rehearse')[0] as Part);
          await quiet();
          for (const button of buttons)
            if (!['Rehearse', 'On air'].includes(button.name)) {
              await click(button);
              await sleep(200);
            }
          await quiet();
          should(commands()).eql([]);
          await click(called('On air')[0] as Part);
        });
    });
});
