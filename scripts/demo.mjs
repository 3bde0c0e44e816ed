/** The user directory of the demo: Node-RED's settings, these nodes, and the demo flow pointed at the simulator. */
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { packageName, readJson } from './project.mjs';

const FLOW = 'examples/fader-and-pad.json';

const settings = `module.exports = {
  uiHost: '127.0.0.1',
  flowFile: 'flows.json',
  credentialSecret: false, // the only secret is the simulator's key, new at every start
  telemetry: { enabled: false },
  editorTheme: { tours: false },
};
`;

/** Makes Node-RED find the repository as an installed package. */
function link(userDir) {
  const linked = `${userDir}/node_modules/${packageName}`;
  mkdirSync(dirname(linked), { recursive: true });
  rmSync(linked, { force: true });
  symlinkSync(resolve('.'), linked, 'junction');
}

/** `keepFlow` leaves the flow as it was edited; its hub is the simulator's new address all the same. */
export function prepareDemo({ userDir, hubUrl, apiKey, keepFlow }) {
  link(userDir);
  const saved = `${userDir}/flows.json`;
  const flow = readJson(keepFlow && existsSync(saved) ? saved : FLOW);
  const isHub = ({ id, type }) => type === 'hub-config' && readJson(FLOW).some((node) => node.id === id);
  const hubs = flow.filter(isHub);
  for (const hub of hubs) hub.baseUrl = hubUrl;
  const write = (file, content) => writeFileSync(`${userDir}/${file}`, content);
  write('settings.js', settings);
  write('flows.json', JSON.stringify(flow, null, 2));
  write('flows_cred.json', JSON.stringify(Object.fromEntries(hubs.map(({ id }) => [id, { apiKey }]))));
}
