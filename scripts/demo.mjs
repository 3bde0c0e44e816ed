/** The user directory of the demo: Node-RED's settings, these nodes, and the demo flow pointed at the simulator. */
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isRunning } from './on-shutdown.mjs';
import { packageName, readJson } from './project.mjs';

const FLOW = 'examples/1-first-steps/first-show.json';

/**
 * Each start would print warnings about credentials and projects. The debug sidebar shows those of nodes. Without the
 * first line, Node-RED would go on when the program that started it is killed.
 */
const settings = `process.once('disconnect', () => process.emit('SIGTERM'));
module.exports = {
  uiHost: '127.0.0.1',
  flowFile: 'flows.json',
  credentialSecret: false, // there is no secret
  telemetry: { enabled: false },
  logging: { console: { level: 'error' } },
  editorTheme: { tours: false },
};
`;

/** Links the repository as an installed package of Node-RED. */
function link(userDir) {
  const linked = `${userDir}/node_modules/${packageName}`;
  mkdirSync(dirname(linked), { recursive: true });
  rmSync(linked, { force: true });
  symlinkSync(resolve('.'), linked, 'junction');
}

/** Two programs in one folder would overwrite each other's flow. Returns the id of the process that has the folder. */
export function otherUser(userDir) {
  const file = `${userDir}/pid`;
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8')) : process.pid;
  if (pid !== process.pid && isRunning(pid)) return pid;
  mkdirSync(userDir, { recursive: true });
  writeFileSync(file, `${process.pid}`);
  process.on('exit', () => rmSync(file, { force: true }));
  return undefined;
}

/** The edited flow stays, unless `fresh`. Its hub gets the new address of the simulator, unless it is a real hub by now. */
export function prepareDemo({ userDir, hubUrl, fresh }) {
  link(userDir);
  const saved = `${userDir}/flows.json`;
  const flow = readJson(!fresh && existsSync(saved) ? saved : FLOW);
  const { id: hub } = readJson(FLOW).find(({ type }) => type === 'hub-config');
  const formerUrl = flow.find(({ id }) => id === hub)?.baseUrl;
  const isSimulator = formerUrl?.startsWith('http://127.0.0.1:');
  const text = JSON.stringify(flow, null, 2);
  writeFileSync(`${userDir}/settings.js`, settings);
  writeFileSync(saved, isSimulator ? text.replaceAll(formerUrl, hubUrl) : text);
}
