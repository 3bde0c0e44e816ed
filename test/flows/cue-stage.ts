import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import helper from 'node-red-node-test-helper';
import { cuesText } from '../../dist/cues/cue-text.js';
import { type Cue, type Step, sortCues } from '../../dist/cues/list.js';
import { opacity } from '../operations/values.js';
import { HubStage } from './hub-stage.js';
import { literal, type Message, type NodeOf, perform } from './stage.js';

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
export class CueStage extends HubStage {
  folder!: string;

  static forEach = (): CueStage => HubStage.each(new CueStage());

  protected override async begin(): Promise<void> {
    this.folder = await mkdtemp(join(tmpdir(), 'cues-'));
    helper.settings({ userDir: this.folder });
    await super.begin();
  }

  protected override async finish(): Promise<void> {
    await super.finish();
    helper.settings({});
    await rm(this.folder, { recursive: true });
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
  send = (operation: string, fields: Message = {}): Promise<Message> => this.sendTo('cues', { operation, ...fields });

  /** Sends an operation without waiting. */
  press = (operation: string, fields: Message = {}): void =>
    this.stage.node('cues').receive(this.message({ operation, ...fields }));

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
