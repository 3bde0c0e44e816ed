/** The user directory of the demo: Node-RED's settings, these nodes, and the demo flow pointed at the simulator. */
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { packageName, readJson } from './project.mjs';

const FLOW = 'examples/1-first-steps/first-show.json';

const settings = `module.exports = {
  uiHost: '127.0.0.1',
  flowFile: 'flows.json',
  credentialSecret: false, // there is no secret
  telemetry: { enabled: false },
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

/** With `keepFlow`, the edited flow stays. The address of the simulator is updated in every case. */
export function prepareDemo({ userDir, hubUrl, keepFlow }) {
  link(userDir);
  const saved = `${userDir}/flows.json`;
  const flow = readJson(keepFlow && existsSync(saved) ? saved : FLOW);
  const { id: hub } = readJson(FLOW).find(({ type }) => type === 'hub-config');
  const formerUrl = flow.find(({ id }) => id === hub)?.baseUrl;
  const text = JSON.stringify(flow, null, 2);
  writeFileSync(`${userDir}/settings.js`, settings);
  writeFileSync(saved, formerUrl ? text.replaceAll(formerUrl, hubUrl) : text);
}
