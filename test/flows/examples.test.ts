import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NodeInitializer } from 'node-red';
import helper from 'node-red-node-test-helper';
import should from 'should';
import { Hub, type Result } from '../../dist/hub/hub.js';
import { list, publicListings } from '../../dist/hub/lists/index.js';
import type { SendRead } from '../../dist/hub/lookup/look-ups.js';
import { findTableOperation } from '../../dist/hub/table/operations.js';
import { type SavedParam, STATIC_TYPES } from '../../dist/saved/param.js';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { importReadyList } from '../cue-lists.js';
import { eventually } from '../editor/page.js';
import { examples, type Part, pointedAt } from '../examples.js';
import { isCommand } from '../joined-reads.js';
import { recipes } from '../recipes.js';
import { coreNode } from '../runtime.js';
import { effects } from './examples-effects.js';
import { useRealStage } from './real-stage.js';
import { type NodeOf, perform, type Stage } from './stage.js';

/** A debug node prints the whole message in one line, without Node-RED's own id. */
const WHOLE = { targetType: 'jsonata', complete: '$string($sift($, function($value, $name) { $name != "_msgid" }))' };

/** The log must be unchanged for this time, in ms. Later output would count for the next button. */
const IDLE_MS = 300;

/** The button in the first show that its item does not have. */
const MISSING_BUTTON = 'Wave';

/** A technician who imports an example, starts the simulator and clicks each button once. */
describe('the examples', function () {
  this.timeout(240_000);

  const stage = useRealStage();

  /** The output of the debug nodes since a position in the log. */
  const printed = (since: number) =>
    [
      ...stage.nodeRed
        .log()
        .slice(since)
        .matchAll(/\[debug:(.+?)\] ?(.*)/g),
    ].map(([, name, text]) => ({ name, text }));

  /** Waits until the log is unchanged. */
  async function untilIdle(): Promise<void> {
    for (let before = -1; before !== stage.nodeRed.log().length; await sleep(IDLE_MS))
      before = stage.nodeRed.log().length;
  }

  /** The commands in the hub's journal. For each property only the last value. */
  function commands(): string[] {
    const sent = stage.hub.journal.filter(isCommand);
    const isLast = ({ path, operation }: (typeof sent)[number], index: number) =>
      operation !== 'setProperty' || sent.findLastIndex((later) => later.path === path) === index;
    return sent
      .filter(isLast)
      .map(({ method, path, body }) => [method, decodeURIComponent(path.replace('/api/rest/v1', '')), body])
      .map(([method, path, body]) => `${method} ${path}${body === undefined ? '' : ` ${JSON.stringify(body)}`}`);
  }

  it('share one configuration of each type and no other id, except that each has its own surfaces', () => {
    const parts = examples.flatMap(({ flow }) => flow);
    const isConfig = ({ type, x }: Part) => x === undefined && type !== 'tab' && type !== 'hub-surface';
    const configs = parts.filter(isConfig);
    for (const config of configs) should(config).eql(configs.find(({ type }) => type === config.type));
    const ids = parts.filter((part) => !isConfig(part)).map(({ id }) => id);
    should(new Set(ids).size).equal(ids.length);
  });

  it('have exactly the surfaces of their controls', () => {
    for (const { name, flow } of examples) {
      const surfaces = flow.filter(({ type }) => type === 'hub-surface').map(({ id }) => id);
      const used = flow.filter(({ type }) => type === 'hub-control').map(({ surface }) => surface);
      should([...new Set(used)].sort()).eql(surfaces.sort(), name);
    }
  });

  it('save the label of each chosen thing', async () => {
    const settings = { dialect: 1, linearSegment: 'linear', headers: {}, timeout: 5000, maxInFlight: 8 } as const;
    const client = new Hub({ baseUrl: stage.hub.url, ...settings });
    const read: SendRead = async (name, params) =>
      ((await client.run(findTableOperation(name)!, params)) as Result).body;
    const listed = Object.keys(publicListings());
    const parts = examples.flatMap(({ flow }) => flow);
    const actions = parts.flatMap((part) => (part.type === 'hub-control' ? (part.actions as Part[]) : []));
    const operations = [...parts, ...actions].filter(({ params }) => params);
    for (const { operation, params } of operations) {
      const { parameters } = findTableOperation(String(operation ?? 'getProperty'))!;
      const saved = Object.entries(params as Record<string, SavedParam>);
      const values = saved.map(([name, { type, value }]) => [name, type === 'num' ? Number(value) : value]);
      for (const [name, { type, value, label }] of saved) {
        const { names = '' } = parameters.find((parameter) => parameter.name === name)!;
        if (!listed.includes(names) || !STATIC_TYPES.includes(type) || value === MISSING_BUTTON) continue;
        // The picker asks for the rundown of a show's item, but the rundown is not saved.
        const { entries } = await list(read, names, { rundownId: 201, ...Object.fromEntries(values) });
        const choices = entries.map((entry) => ({ value: String(entry.value), label: entry.label }));
        should(choices).containEql({ value, label });
      }
    }
    client.close();
  });

  for (const { name: example, flow } of examples)
    describe(example, () => {
      const find = (id: string | undefined) => flow.find((part) => part.id === id);
      const target = (part: Part) => find(part.wires?.[0]?.[0]);
      const buttons = flow.filter(({ type }) => type === 'inject');
      const click = ({ id }: Part) => stage.post(`/inject/${id}`);
      let deployed = 0;
      /** Time of the first press. In the first 5 s after a start, the first message of a GPIO pin is its state. */
      let ready = 0;

      before(async () => {
        stage.hub.reset();
        if (example === '2-nodes/cues') await importReadyList(stage.nodeRed.url);
        deployed = stage.nodeRed.log().length;
        const parts = flow.map((part) => {
          if (part.type !== 'debug') return part;
          return { ...part, console: true, ...(part.complete === 'true' && WHOLE) };
        });
        (stage.hub.journal as unknown[]).length = 0;
        await stage.deploy(pointedAt(stage.hub.url, parts));
        ready = example === '3-panels/gpi-takes-the-next-item' ? Date.now() + 5000 : 0;
      });

      afterEach(() => {
        (stage.hub.journal as unknown[]).length = 0;
      });

      it('sends no command at deploy', async () => {
        for (const { type, once, repeat, crontab } of flow)
          if (type === 'inject') should({ once, repeat, crontab }).eql({ once: false, repeat: '', crontab: '' });
        await untilIdle();
        should(commands()).eql([]);
      });

      it('shows the text of each failure in a debug node', () => {
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
        const node = target(button) as Part;
        const title = `${node.name || node.operation}: ${button.name}`;
        it(title, async () => {
          const since = stage.nodeRed.log().length;
          const effect = effects[example]?.[title];
          if (!effect) throw new Error(`${example}: no effect is given for “${title}”`);
          const { sends, reads, error, lights = {} } = effect;
          const expected = [sends ?? []].flat().sort();
          await sleep(Math.max(0, ready - Date.now()));
          await click(button);
          if (node.secondPress && /^(stop|load)/.test(String(node.operation)) && button.name !== 'Release') {
            // Longer than a bounce (0.5 s) and shorter than the time for a confirmation (3 s).
            await sleep(800);
            should(commands()).eql([]);
            await click(button);
          }
          // A lamp does not repeat its state, so its last message may be older.
          const lastMessage = (lamp: string) => printed(deployed).findLast(({ name }) => name === lamp)?.text;
          const failures = () => printed(since).filter(({ name }) => name === 'Failures');
          // Without an effect to wait for, and between the acts of a hand.
          const hasEffect = sends || reads || error || Object.keys(lights).length > 0;
          if (!hasEffect || example.startsWith('3-panels')) await untilIdle();
          // Any later command or failure counts for the next button, or for the end.
          await eventually(() => {
            should(failures().map(({ text }) => text)).eql(error ? [error] : []);
            should(commands().sort()).eql(expected);
            if (reads) should(stage.hub.journal.map(({ operation }) => operation)).containEql(reads);
            for (const [lamp, message] of Object.entries(lights))
              should(lastMessage(lamp)).equal(JSON.stringify(message), lamp);
            for (const { statusCode, path } of stage.hub.journal) should(statusCode).be.below(300, path);
          });
        });
      }

      it('sends nothing after its last button', async () => {
        const since = stage.nodeRed.log().length;
        await untilIdle();
        should(commands()).eql([]);
        should(printed(since).filter(({ name }) => name === 'Failures')).eql([]);
      });
    });
});

describe('a cut of an ATEM', () => {
  const modules = ['10-function', '10-switch', '15-change', 'rbe'].map((name) =>
    coreNode(`function/${name}.js`),
  ) as NodeInitializer[];

  /** A fake `atem-connection`. It emits `connected` when it has the whole state. */
  class Switcher extends EventEmitter {
    static last: Switcher;
    state: object | undefined;
    connect = async () => {};
    destroy = async () => {};

    constructor() {
      super();
      Switcher.last = this;
    }

    connected(program: number): void {
      this.#program(program);
      this.emit('connected');
    }

    cut(program: number): void {
      this.#program(program);
      this.emit('stateChanged', this.state, ['video.mixEffects.0.programInput', 'video.mixEffects.0.previewInput']);
    }

    #program(programInput: number): void {
      this.state = { video: { mixEffects: [{ programInput, previewInput: 9 }] } };
    }
  }

  let hub: Simulator;
  let stage: Stage;

  before(async () => {
    hub = await startSimulator();
  });

  after(() => hub.close());
  afterEach(async () => {
    await stage.close();
    helper.settings({});
  });

  /** Runs the nodes of these types from a flow, with the hub of this test. */
  async function open(flow: readonly Part[], ...types: string[]): Promise<void> {
    hub.reset();
    const parts = flow
      .filter(({ type }) => types.includes(type))
      .map((part) => ({ ...part, z: 'flow', hub: 'config' }));
    stage = await perform({ baseUrl: hub.url, auth: 'none' }, parts as unknown as NodeOf[], {}, { modules });
  }

  const pressed = () =>
    hub.journal.filter(({ operation }) => operation === 'pressItemButton').map(({ path }) => path.split('/').at(-1));

  /** An operator takes the graphic in by hand, after all earlier presses were sent. */
  async function takeIn(id: string): Promise<void> {
    const before = pressed().filter((key) => key === 'in').length;
    stage.node(id).receive({ _msgid: 'in', payload: true });
    await stage.until(() => pressed().filter((key) => key === 'in').length > before);
  }

  it('takes the graphic out, except for the first state after a reconnection (recipe)', async () => {
    const { flow } = recipes.find(({ name }) => name === 'atem')!;
    helper.settings({ functionGlobalContext: { atem: { Atem: Switcher } } });
    const named = flow.map(({ libs, ...part }) =>
      libs ? { ...part, initialize: `const atem = global.get('atem');\n${part.initialize}` } : part,
    );
    await open(named, 'function', 'rbe', 'hub-playout-item');
    await stage.until(() => Switcher.last?.listenerCount('connected') > 0);
    const switcher = Switcher.last;
    switcher.connected(1);
    switcher.cut(2);
    await stage.until(() => pressed().length === 1);
    // The switcher disconnects. Meanwhile someone cuts to camera 3, and an operator takes the graphic in.
    switcher.emit('disconnected');
    await takeIn('hubrate0hub00002');
    switcher.connected(3);
    switcher.cut(3);
    // A reconnection to the same camera, then a second `connected` without `disconnected`.
    switcher.emit('disconnected');
    switcher.connected(3);
    switcher.connected(4);
    switcher.cut(5);
    await stage.until(() => pressed().length === 3);
    switcher.cut(6);
    await stage.until(() => pressed().length === 4);
    await takeIn('hubrate0hub00002');
    should(pressed()).eql(['out', 'in', 'out', 'out', 'in']);
  });
});
