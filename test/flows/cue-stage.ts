import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import helper from 'node-red-node-test-helper';
import { cuesText } from '../../dist/cues/cue-text.js';
import { type Cue, type Step, sortCues } from '../../dist/cues/list.js';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { freePort } from '../free-port.js';
import { opacity } from '../operations/values.js';
import { literal, type Message, type NodeOf, perform, type Stage } from './stage.js';

/** A command that sets a property of the simulator to a value, which then identifies the command on the hub. */
export const set = (Value: number, delay = 0): Step => ({
  does: 'command',
  operation: 'setProperty',
  params: Object.fromEntries(Object.entries({ ...opacity, Value }).map(([name, value]) => [name, literal(value)])),
  delay,
});

/** A message to the first output. */
export const message = (topic: string, delay = 0): Step => ({ does: 'message', topic, payload: { cut: true }, delay });

export const cueOf = (name: string, steps: readonly Step[], afterwards?: Cue['afterwards']): Cue => ({
  name,
  note: '',
  steps,
  ...(afterwards && { afterwards }),
});

/** A simulated hub, and a flow with a `hub-cues` whose list is in a new user directory. */
export class CueStage {
  hub!: Simulator;
  stage!: Stage;
  folder!: string;

  /** Sets up each test of a suite and cleans up after it. */
  static forEach(): CueStage {
    const show = new CueStage();
    beforeEach(async () => {
      show.folder = await mkdtemp(join(tmpdir(), 'cues-'));
      helper.settings({ userDir: show.folder });
      show.hub = await startSimulator({ port: await freePort() });
    });
    afterEach(async () => {
      await show.stage?.close();
      helper.settings({});
      await show.hub.close();
      await rm(show.folder, { recursive: true });
    });
    return show;
  }

  get file(): string {
    return join(this.folder, 'graphics-hub-cues', 'Show.json');
  }

  /** The file of the position. */
  get position(): string {
    return this.file.replace('.json', '.position');
  }

  async write(cues: Record<string, Cue>): Promise<void> {
    await mkdir(join(this.folder, 'graphics-hub-cues'), { recursive: true });
    await writeFile(this.file, cuesText(sortCues(Object.entries(cues))));
  }

  /** Starts a flow with the list, and waits until its file was read. */
  async open(
    cues: Record<string, Cue>,
    fields: object = {},
    others: NodeOf[] = [],
    config: object = {},
  ): Promise<void> {
    await this.write(cues);
    await this.start(fields, others, config);
  }

  async start(fields: object = {}, others: NodeOf[] = [], config: object = {}): Promise<void> {
    const node = {
      id: 'cues',
      type: 'hub-cues',
      list: 'Show',
      lockout: '0',
      wires: [['results'], ['states']],
      ...fields,
    };
    const helpers = ['results', 'states'].map((id) => ({ id, type: 'helper' }));
    this.stage = await perform({ baseUrl: this.hub.url, auth: 'none', ...config }, [node, ...others, ...helpers]);
    this.stage.node('cues').receive({ payload: 'ask' });
    await this.becomes(({ state }) => state !== undefined);
  }

  /** Ends the flow as the end of Node-RED does: only the files are left. */
  async end(): Promise<void> {
    await this.stage.close();
    await (await perform(undefined, [])).close();
  }

  async restart(): Promise<void> {
    await this.end();
    await this.start();
  }

  /** A change of the flow that sets fields of a node. */
  static with = (id: string, fields: object) => (flow: readonly NodeOf[]) =>
    flow.map((node) => (node.id === id ? { ...node, ...fields } : node));

  get states(): Message[] {
    return this.stage.received('states');
  }

  get results(): Message[] {
    return this.stage.received('results');
  }

  /** Sends an operation and waits until its message has ended. */
  send(operation: string, fields: Message = {}): Promise<Message> {
    this.#sent += 1;
    return this.stage.send('cues', { _msgid: `m${this.#sent}`, operation, ...fields });
  }

  /** Sends an operation without waiting. */
  press(operation: string, fields: Message = {}): void {
    this.#sent += 1;
    this.stage.node('cues').receive({ _msgid: `m${this.#sent}`, operation, ...fields });
  }

  #sent = 0;

  /** The last state on the second output. */
  get state(): Message {
    return this.states.at(-1)?.payload ?? {};
  }

  becomes(holds: (state: Message) => boolean): Promise<void> {
    return this.stage.until(() => holds(this.state));
  }

  /** The values that the hub got, in order. */
  get values(): unknown[] {
    return this.hub.journal.flatMap(({ method, path, body }) =>
      method === 'PATCH' && path.includes('/properties/') ? (body as { Value: unknown }).Value : [],
    );
  }
}
