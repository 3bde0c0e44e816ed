import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import should from 'should';
import { Hub, type Result } from '../../dist/hub/hub.js';
import { list, publicListings } from '../../dist/hub/lists/index.js';
import type { Read } from '../../dist/hub/lookup/lookup-cache.js';
import { tableOperation } from '../../dist/hub/table/operations.js';
import { type SavedParam, STATIC_TYPES } from '../../dist/saved/param.js';
import { eventually } from '../editor/page.js';
import { examples, type Part, pointedAt, USUAL } from '../examples.js';
import { deeds } from './examples-deeds.js';
import { useRealStage } from './real-stage.js';

/** Lets a debug node print the whole message in one line, without what Node-RED adds. */
const WHOLE = { targetType: 'jsonata', complete: '$string($sift($, function($value, $name) { $name != "_msgid" }))' };

/** So long nothing may be printed, in ms; what comes later still would be one too many for the next button. */
const QUIET = 300;

/** The button that the first show asks for although its item lacks it. */
const LACKING = 'Wave';

/** A technician who imports an example, starts the simulator and clicks each button once. */
describe('the examples', function () {
  this.timeout(240_000);

  const stage = useRealStage();

  /** What the debug nodes printed since, by their names. */
  const printed = (since: number) =>
    [
      ...stage.nodeRed
        .log()
        .slice(since)
        .matchAll(/\[debug:(.+?)\] ?(.*)/g),
    ].map(([, name, said]) => ({ name, said }));

  /** Waits until no more is printed. */
  async function quiet(): Promise<void> {
    for (let before = -1; before !== stage.nodeRed.log().length; await sleep(QUIET))
      before = stage.nodeRed.log().length;
  }

  /** The commands in the hub's journal, of several values for one property only the last. */
  function commands(): string[] {
    const sent = stage.hub.journal.filter(({ method }) => method !== 'GET');
    const isLast = ({ path, operation }: (typeof sent)[number], index: number) =>
      operation !== 'setProperty' || sent.findLastIndex((later) => later.path === path) === index;
    return sent
      .filter(isLast)
      .map(({ method, path, body }) => [method, decodeURIComponent(path.replace('/api/rest/v1', '')), body])
      .map(([method, path, body]) => `${method} ${path}${body === undefined ? '' : ` ${JSON.stringify(body)}`}`);
  }

  it('share their configurations, one of a type, and no other id', () => {
    const parts = examples.flatMap(({ flow }) => flow);
    const isConfig = ({ type, x }: Part) => x === undefined && type !== 'tab';
    const configs = parts.filter(isConfig);
    for (const config of configs) should(config).eql(configs.find(({ type }) => type === config.type));
    const ids = parts.filter((part) => !isConfig(part)).map(({ id }) => id);
    should(new Set(ids).size).equal(ids.length);
  });

  it('call each thing of the hub by its name', async () => {
    const settings = { dialect: 1, linearSegment: 'linear', headers: {}, timeout: 5000, maxInFlight: 8 } as const;
    const client = new Hub({ baseUrl: stage.hub.url, ...settings });
    const read: Read = async (name, params) => ((await client.run(tableOperation(name)!, params)) as Result).body;
    const listed = Object.keys(publicListings());
    const operations = examples.flatMap(({ flow }) => flow).filter(({ params }) => params);
    for (const { operation, params } of operations) {
      const { parameters } = tableOperation(String(operation ?? 'getProperty'))!;
      const saved = Object.entries(params as Record<string, SavedParam>);
      const values = saved.map(([name, { type, value }]) => [name, type === 'num' ? Number(value) : value]);
      for (const [name, { type, value, label }] of saved) {
        const { names = '' } = parameters.find((parameter) => parameter.name === name)!;
        if (!listed.includes(names) || !STATIC_TYPES.includes(type) || value === LACKING) continue;
        // Which rundown an item of a show is in is chosen on the way to it, and not saved.
        const { entries } = await list(read, names, { rundownId: 201, ...Object.fromEntries(values) });
        const known = entries.map((entry) => ({ value: String(entry.value), label: entry.label }));
        should(known).containEql({ value, label });
      }
    }
    client.close();
  });

  it('meet the simulator that the README starts, without a key', () => {
    should(readFileSync('README.md', 'utf8')).containEql('\nnpx -p @graphics-hub/node-red graphics-hub-simulator\n');
    for (const { flow } of examples) {
      const { baseUrl, auth } = flow.find(({ type }) => type === 'hub-config') as Part;
      should({ baseUrl, auth }).eql({ baseUrl: USUAL, auth: 'none' });
      should(JSON.stringify(flow.filter(({ type }) => type === 'comment'))).containEql(`[${USUAL}](${USUAL})`);
    }
  });

  for (const { name: example, flow } of examples)
    describe(example, () => {
      const find = (id: string | undefined) => flow.find((part) => part.id === id);
      const target = (part: Part) => find(part.wires?.[0]?.[0]);
      const buttons = flow.filter(({ type }) => type === 'inject');
      const click = ({ id }: Part) => stage.post(`/inject/${id}`);
      const called = (name: string) => buttons.filter((button) => button.name === name);
      let deployed = 0;
      /** When hands may begin. In the first 5 s after a start, the first message of a GPIO pin is its state. */
      let ready = 0;

      before(async () => {
        stage.hub.reset();
        deployed = stage.nodeRed.log().length;
        const told = flow.map((part) => {
          if (part.type !== 'debug') return part;
          return { ...part, console: true, ...(part.complete === 'true' && WHOLE) };
        });
        await stage.post('/flows', pointedAt(stage.hub.url, told));
        await quiet();
      });

      beforeEach(() => {
        (stage.hub.journal as unknown[]).length = 0;
      });

      it('moves nothing by being deployed', async () => {
        for (const { type, once, repeat, crontab } of flow)
          if (type === 'inject') should({ once, repeat, crontab }).eql({ once: false, repeat: '', crontab: '' });
        await stage.post('/flows', JSON.parse((await (await fetch(`${stage.nodeRed.url}/flows`)).text()) as string));
        ready = example === '3-panels/gpi-takes-the-next-item' ? Date.now() + 5000 : 0;
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
          const since = stage.nodeRed.log().length;
          const deed = deeds[example]?.[title];
          if (!deed) throw new Error(`${example}: nobody said what “${title}” does`);
          const { sends, asks, fails, lights = {} } = deed;
          const expected = [sends ?? []].flat().sort();
          await sleep(Math.max(0, ready - Date.now()));
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
            if (asks) should(stage.hub.journal.map(({ operation }) => operation)).containEql(asks);
            should(failures().map(({ said }) => said)).eql(fails ? [fails] : []);
            for (const [lamp, message] of Object.entries(lights))
              should(shown(lamp)).equal(JSON.stringify(message), lamp);
          });
          await quiet();
          should(commands().sort()).eql(expected);
          should(failures()).have.length(fails ? 1 : 0);
          for (const { statusCode, path } of stage.hub.journal) should(statusCode).be.below(300, path);
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
