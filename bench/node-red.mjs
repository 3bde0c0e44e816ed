/** Node-RED 4.1 in its own process, with a flow that the bench controls. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { packageName, readJson } from '../scripts/project.mjs';
import { Child } from './child.mjs';

export const { version: nodeRedVersion } = readJson('node_modules/node-red/package.json');

const settings = {
  uiHost: '127.0.0.1',
  uiPort: 0,
  flowFile: 'flows.json',
  credentialSecret: false,
  telemetry: { enabled: false },
  mqttReconnectTime: 500,
  editorTheme: { tours: false },
  logging: { console: { level: 'warn' } },
};

/** Installs this package by a link. */
function install(userDir) {
  const link = `${userDir}/node_modules/${packageName}`;
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(resolve('.'), link, 'junction');
}

/**
 * `profile` is a folder for a CPU profile, which is written at the end. `nodesDir` contains the node that controls the
 * flow. Without `installed`, Node-RED has no node of this package.
 */
export async function startNodeRed(flow, { profile, nodesDir = 'bench/node-red', installed = true } = {}) {
  const userDir = mkdtempSync(join(tmpdir(), 'hub-bench-'));
  if (installed) install(userDir);
  writeFileSync(
    `${userDir}/settings.js`,
    `module.exports = ${JSON.stringify({ ...settings, nodesDir: resolve(nodesDir) })};\n`,
  );
  writeFileSync(`${userDir}/flows.json`, JSON.stringify(flow));
  const args = ['--expose-gc', ...(profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [])];
  const child = new Child('node_modules/node-red/red.js', ['--userDir', userDir], args);
  await child.ready;
  return {
    async ask(question, facts) {
      const answer = await child.ask(question, facts);
      for (const [error, count] of answer?.errors ?? []) console.error(`${count} × ${error}`);
      return answer;
    },
    async stop() {
      await child.stop();
      rmSync(userDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
