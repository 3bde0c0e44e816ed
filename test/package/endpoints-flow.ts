/** bcrypt of `password`, as in Node-RED's settings. */
const PASSWORD = '$2b$04$p3jWEUMG5w8/GcJHGfc0wuSpW6iI/gIRHOCh5WI2es26SBDDwsTI.';

const user = (username: string, permissions: string) => ({ username, password: PASSWORD, permissions });

/** The users with their permissions, and a variable that Node-RED hides. */
export const SETTINGS = {
  adminAuth: {
    type: 'credentials',
    users: [user('writer', '*'), user('reader', 'read'), user('tester', 'hub-config.write')],
  },
  envVarExcludes: ['GRAPHICS_HUB_HIDDEN'],
};

export const SECRET = 'rh_saved_secret';

/** The fields that all hubs share. */
export const saved = {
  dialect: '1',
  linearSegment: 'linear',
  auth: 'apiKey',
  keyHeader: 'X-Key',
  headers: ['X-One'],
  tls: '',
};

/** Hubs with secrets: at a separate address, by name, and inside a subflow. Then the nodes for them. */
export const flow = (home: string) => [
  { id: 'global', type: 'global-config', env: [{ name: 'HOME', value: home, type: 'str' }] },
  { id: 'tab', type: 'tab', label: '', env: [{ name: 'ENGINE', value: '7', type: 'str' }] },
  { id: 'panel', type: 'hub-panel', z: 'tab', hub: '', x: 0, y: 0, wires: [[]] },
  { id: 'inner', type: 'hub-panel', z: 'sub', hub: '', x: 0, y: 0, wires: [[]] },
  { id: 'lamp', type: 'hub-lamp', z: 'tab', surface: 'gpio', x: 0, y: 0, wires: [[]] },
  { id: 'note', type: 'comment', z: 'tab', name: '', info: '', x: 0, y: 0, wires: [] },
  {
    id: 'sub',
    type: 'subflow',
    name: '',
    in: [],
    out: [],
    env: [{ name: 'ADDRESS', type: 'str', value: 'http://127.0.0.1:1' }],
  },
  { id: 'inside', type: 'hub-config', z: 'sub', ...saved, baseUrl: '${ADDRESS}', credentials: { apiKey: SECRET } },
  {
    id: 'instance',
    type: 'subflow:sub',
    z: 'tab',
    env: [{ name: 'ADDRESS', type: 'str', value: home }],
    x: 0,
    y: 0,
    wires: [],
  },
  { id: 'direct', type: 'hub-config', ...saved, baseUrl: home, credentials: { apiKey: SECRET, header1: 'first' } },
  { id: 'byName', type: 'hub-config', ...saved, baseUrl: '${HOME}', credentials: { apiKey: '${GRAPHICS_HUB_KEY}' } },
  { id: 'full', type: 'tab', label: '', env: [{ name: 'ADDRESS', value: 'http://127.0.0.1:2', type: 'str' }] },
  { id: 'alone', type: 'subflow:sub', z: 'full', env: [], x: 0, y: 0, wires: [] },
  {
    id: 'other',
    type: 'mqtt-broker',
    baseUrl: home,
    broker: '127.0.0.1',
    port: '1',
    credentials: { user: SECRET, password: SECRET },
  },
];
