import { EventEmitter } from 'node:events';
import type { NodeInitializer } from 'node-red';
import helper from 'node-red-node-test-helper';
import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { example, type Part } from '../examples.js';
import { recipes } from '../recipes.js';
import { coreNode } from '../runtime.js';
import { type Message, type NodeOf, perform, type Stage } from './stage.js';

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

describe('a cut of an ATEM', () => {
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

  it('takes the graphic out, except for the first state after a reconnection (example)', async () => {
    const flow = example('3-panels/atem-program-takes-a-graphic-out');
    await open(flow, 'switch', 'change', 'rbe', 'hub-playout-item');
    /** `blackmagic-atem-nodered` sends to both switch nodes. */
    const sendToSwitches = (payload: object) => {
      for (const { id } of flow.filter(({ type }) => type === 'switch'))
        stage.node(id).receive({ _msgid: id, payload });
    };
    const program = (inputNumber: number) =>
      sendToSwitches({ cmd: 'programInput', data: { 0: { ME: 0, inputNumber } } });
    const connection = (connectionStatus: string) => sendToSwitches({ connectionStatus });
    const filtered: Message[] = [];
    helper.getNode('hubatem0rbe00001').on('input', (msg: Message) => filtered.push(msg));
    for (const status of ['connecting', 'initializing', 'connected']) connection(status);
    for (const camera of [1, 1, 2]) program(camera);
    await stage.until(() => pressed().length === 1);
    for (const status of ['disconnected', 'connecting', 'initializing']) connection(status);
    await stage.until(() => filtered.at(-1)?.reset === true);
    program(3);
    connection('connected');
    program(3);
    await takeIn('hubatem0hub00001');
    for (const camera of [4, 5]) program(camera);
    await stage.until(() => pressed().length === 4);
    await takeIn('hubatem0hub00001');
    should(pressed()).eql(['out', 'in', 'out', 'out', 'in']);
  });
});
