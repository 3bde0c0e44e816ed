import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { valueAt } from '../../dist/simulator/state/motion.js';
import { HubStage } from './hub-stage.js';
import { type Message, type NodeOf, perform } from './stage.js';

/** The names of properties in the simulator, by a short name. */
const NAMES = {
  opacity: ['Studio A', 'Mixer', 'Mixer_0', 'Overlay Opacity', 'Overlay//Opacity/0'],
  position: ['Studio A', 'Mixer', 'Mixer_0', 'Overlay Position', 'Overlay//Position/0'],
  program: ['Studio A', 'Mixer', 'Mixer_0', 'Program Channel', 'Channels//ProgramChannel/0'],
  zoom: ['Studio A', 'Tracked Camera', 'Tracked Camera_0', 'Zoom', 'Lens//Zoom/0'],
  tint: ['Studio A', 'Mixer', 'Mixer_0', 'Overlay Tint', 'Overlay//Tint/0'],
  studioB: ['Studio B', 'Mixer', 'Mixer_0', 'Overlay Opacity', 'Overlay//Opacity/0'],
} as const;

export type Short = keyof typeof NAMES;

/** The name of a property as the dialog saves it. */
export function nameOf(short: Short) {
  const [engine, node, nodePath, property, propertyPath] = NAMES[short];
  return { engine, node, nodePath, property, propertyPath };
}

/** The parameters of a property in its engine. */
export function pathsOf(short: Short) {
  const { nodePath, propertyPath } = nameOf(short);
  return { nodePath, propertyPath };
}

/** A simulated hub, and a flow with `hub-look` nodes that share a file in a new folder. */
export class LookStage extends HubStage {
  folder!: string;

  static forEach = (): LookStage => HubStage.each(new LookStage());

  protected override async begin(): Promise<void> {
    await super.begin();
    this.folder = await mkdtemp(join(tmpdir(), 'looks-'));
  }

  protected override async finish(): Promise<void> {
    await super.finish();
    await rm(this.folder, { recursive: true });
  }

  get file(): string {
    return join(this.folder, 'looks.json');
  }

  /** A node with these properties. Its states arrive at `states`. */
  look(id: string, shorts: readonly Short[], fields: object = {}): NodeOf {
    const properties = shorts.map((short) => ({ ...nameOf(short) }));
    return {
      id,
      type: 'hub-look',
      properties,
      interval: '0.1',
      file: this.file,
      wires: [['out'], ['states']],
      ...fields,
    };
  }

  async open(parts: NodeOf[], config: object = {}): Promise<void> {
    const states = { id: 'states', type: 'helper' };
    this.stage = await perform({ baseUrl: this.hub.url, auth: 'none', ...config }, [...parts, states]);
  }

  send = (id: string, msg: Message): Promise<Message> => this.sendTo(id, msg);

  /** The value of a property on the hub, read without HTTP. */
  value(short: Short): unknown {
    const [engine, , nodePath, , propertyPath] = NAMES[short];
    const nodes = this.hub.state.engines.find(({ host }) => host.displayName === engine)?.nodes ?? [];
    const properties = nodes.find(({ path }) => path === nodePath)?.properties ?? [];
    const property = properties.find(({ path }) => path === propertyPath);
    return property && valueAt(property, Date.now());
  }

  /** The bodies of all values that the hub got for a property, alone or in a batch. */
  received(short: Short): unknown[] {
    const [engine, , nodePath, , propertyPath] = NAMES[short];
    const engineId = this.hub.state.engines.find(({ host }) => host.displayName === engine)?.host.id;
    const path = `/engines/${engineId}/nodes/${encodeURIComponent(nodePath)}/properties/${encodeURIComponent(propertyPath)}`;
    return this.hub.journal.flatMap(({ method, path: requested, body }) => {
      if (method === 'PATCH' && requested.endsWith(path)) return [body];
      if (!requested.endsWith('/batch') || !Array.isArray(body)) return [];
      const entries = body as { url: string; verb: string; body: unknown }[];
      return entries.filter(({ verb, url }) => verb === 'PATCH' && url.endsWith(path)).map((entry) => entry.body);
    });
  }
}
