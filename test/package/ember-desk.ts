import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';

/** What is used here of `node-emberplus`. */
interface Library {
  EmberServer: {
    new (options: { host: string; port: number; tree: object }): Server;
    createTreeFromJSON(tree: readonly object[]): object;
  };
}

interface Parameter {
  readonly value: unknown;
}

interface Server {
  readonly tree: { getElementByPath(path: string): Parameter };
  /** By path. */
  readonly subscribers: Readonly<Record<string, ReadonlySet<unknown> | undefined>>;
  listen(): Promise<void>;
  closeAsync(): Promise<void>;
  setValue(parameter: Parameter, value: unknown): void;
}

/** Where the recipe's flow looks for them. */
const PATHS = { Fader: '0.1.0', Key: '0.1.1', Lamp: '0.1.2' } as const;

const TREE = [
  {
    identifier: 'desk',
    children: [
      { identifier: 'identity', children: [{ identifier: 'product', type: 'string', value: 'Desk', access: 'read' }] },
      {
        identifier: 'surface',
        children: [
          { identifier: 'Fader', type: 'integer', value: 0, minimum: 0, maximum: 200, access: 'readWrite' },
          { identifier: 'Key', type: 'boolean', value: false, access: 'readWrite' },
          { identifier: 'Lamp', type: 'boolean', value: false, access: 'readWrite' },
        ],
      },
    ],
  },
];

/** A desk that provides Ember+: a real server of the library that `node-red-contrib-ember` brings. */
export async function startEmberDesk(userDir: string) {
  const library = createRequire(realpathSync(join(userDir, 'node_modules/node-red-contrib-ember/package.json')));
  const { EmberServer } = library('node-emberplus') as Library;
  const port = await freePort();
  const server = new EmberServer({ host: '127.0.0.1', port, tree: EmberServer.createTreeFromJSON(TREE) });
  await server.listen();
  const at = (name: keyof typeof PATHS) => server.tree.getElementByPath(PATHS[name]);
  return {
    port,
    set: (name: keyof typeof PATHS, value: unknown) => server.setValue(at(name), value),
    get: (name: keyof typeof PATHS) => at(name).value,
    /** Whether somebody has asked to be told of changes. */
    isHeard: (name: keyof typeof PATHS) => (server.subscribers[PATHS[name]]?.size ?? 0) > 0,
    /** It ends when its last client has gone; that may be with Node-RED. */
    close: async () => {
      server.closeAsync().catch(() => undefined);
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
