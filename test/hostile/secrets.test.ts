import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import should from 'should';
import { linkPackage } from '../link-package.js';
import { pageToken } from '../page-token.js';
import { type RealNodeRed, startNodeRed } from '../real-node-red.js';
import { type Act, answer, HostileHub, JSON_TYPE } from './hub.js';

/** Secrets with characters that JSON, URLs and HTML escape. */
const SECRETS = {
  apiKey: 'rh_K3y/with+odd=signs',
  token: 'eyJhbGci/OiJ+IUzI1.eyJzdWIiOiIx.SflKxwRJ',
  password: 'Sw0rd"fi&sh\\7',
  header1: 'extra/h3ader+value',
};

const basic = Buffer.from(`studio:${SECRETS.password}`).toString('base64');

const escaped = (text: string, form: (unit: string) => string) => text.replace(/[^A-Za-z0-9]/g, form);
const unicode = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Every form in which a hub may repeat a secret. */
const formsOf = (secret: string): string[] => [
  secret,
  JSON.stringify(secret).slice(1, -1),
  JSON.stringify(secret).slice(1, -1).replaceAll('/', '\\/'),
  escaped(secret, unicode),
  escaped(secret, (unit) => unicode(unit).toUpperCase().replace('U', 'u')),
  encodeURIComponent(secret),
  encodeURIComponent(encodeURIComponent(secret)),
  escaped(secret, (unit) => `%${unit.charCodeAt(0).toString(16)}`),
  Buffer.from(secret).toString('base64'),
  Buffer.from(secret).toString('base64url'),
];

const forms = [...Object.values(SECRETS), basic].flatMap(formsOf);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const TEXT = { 'Content-Type': 'text/plain' };

/** Answers that repeat secrets in every form, by engine. */
function repeating(secrets: readonly string[]): Record<string, Buffer> {
  const asJson = secrets.filter((form) => isJson(`"${form}"`));
  const errors = `{"error":"bad key: ${asJson.join(' | ')}","seen":["${asJson.join('","')}"],"${asJson[0]}":1}`;
  const plain = `bad key: ${secrets.join(' | ')}`;
  const location = `/login/${secrets.map(encodeURIComponent).join('/')}?key=${SECRETS.apiKey}`;
  return {
    1: answer('401 Unauthorized', JSON_TYPE, errors),
    2: answer('403 Forbidden', TEXT, plain),
    3: answer('404 Not Found', JSON_TYPE, errors),
    4: answer('422 Unprocessable Entity', JSON_TYPE, `${errors}, cut`),
    5: answer('500 Internal Server Error', { 'Content-Type': 'text/html' }, `<p>${plain}</p>`),
    6: answer('302 Found', { Location: location }, plain),
    7: answer('200 OK', { 'Content-Type': 'text/html' }, `<p>${plain}</p>`),
    8: answer('200 OK', JSON_TYPE, `${errors}, cut`),
    9: answer(`499 ${SECRETS.apiKey}`, { 'Content-Type': SECRETS.apiKey, 'X-Echo': SECRETS.token }, plain),
    other: answer('400 Bad Request', JSON_TYPE, errors),
  };
}

/** A hub that repeats every secret with any authentication, and for Basic also name and password. */
const answers = repeating(forms);
const repeats: Act = (socket, { path }) =>
  socket.write(answers[/\/engines\/(\d+)/.exec(path)?.[1] ?? 1] ?? (answers.other as Buffer));

describe('a hub that repeats every secret', function () {
  this.timeout(240_000);

  let userDir: string;
  let nodeRed: RealNodeRed;
  const hubs: Record<string, HostileHub> = {};
  const kinds = ['apiKey', 'bearer', 'basic'];
  const engines = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

  const at = { z: 'tab', x: 0, y: 0 };
  const literal = (value: string) => ({ type: 'str', value });
  const configs = () =>
    kinds.map((auth) => ({
      ...{
        id: `config-${auth}`,
        type: 'hub-config',
        baseUrl: hubs[auth]?.url,
        dialect: '1',
        linearSegment: 'linear',
        auth,
      },
      ...{ keyHeader: 'X-API-Key', headers: ['X-Extra'], tls: '', credentials: { ...SECRETS, user: 'studio' } },
    }));
  const params = {
    ...{ nodePath: literal('Mixer_0'), propertyPath: literal('Opacity') },
    Value: { type: 'json', value: '{"x":1}' },
  };
  const sets = () =>
    kinds.flatMap((auth) =>
      engines.map((engineId) => ({
        ...{ id: `set-${auth}-${engineId}`, type: 'hub-engine-property', version: 1, hub: `config-${auth}`, ...at },
        ...{ operation: 'setProperty', params: { engineId: literal(engineId), ...params }, wires: [['show']] },
      })),
    );
  const events = () =>
    kinds.map((auth) => ({
      ...{ id: `event-${auth}`, type: 'hub-event', version: 1, hub: `config-${auth}`, connection: true, asRun: true },
      ...{ rehearsal: true, file: join(userDir, 'as-run.jsonl'), wires: [['show']], ...at },
    }));
  const flow = () => [
    { id: 'tab', type: 'tab', label: '' },
    ...configs(),
    ...events(),
    ...sets(),
    // A delay, so that Node-RED has started all nodes.
    {
      ...{ id: 'go', type: 'inject', repeat: '', once: true, onceDelay: 0.5, props: [{ p: 'payload' }], ...at },
      wires: [sets().map(({ id }) => id)],
    },
    { id: 'caught', type: 'catch', scope: null, uncaught: false, wires: [['show']], ...at },
    { id: 'status', type: 'status', scope: null, wires: [['show']], ...at },
    {
      ...{ id: 'debug', type: 'debug', active: true, console: 'true', complete: 'true', targetType: 'full', wires: [] },
      ...at,
    },
    {
      ...{ id: 'show', type: 'function', wires: [['file', 'debug']], ...at },
      func: 'return { payload: JSON.stringify([msg, msg.error && Object.getOwnPropertyNames(msg.error).map((name) => String(msg.error[name]))]) };',
    },
    {
      ...{ id: 'file', type: 'file', filename: join(userDir, 'seen'), filenameType: 'str', appendNewline: true },
      ...{ overwriteFile: 'false', wires: [[]], ...at },
    },
  ];

  async function ask(path: string, body?: object): Promise<string> {
    const method = body ? 'POST' : 'GET';
    const headers = {
      'Content-Type': 'application/json',
      'Node-RED-API-Version': 'v1',
      ...(await pageToken(nodeRed.url)),
    };
    const response = await fetch(nodeRed.url + path, { method, headers, body: body && JSON.stringify(body) });
    return response.text();
  }

  const collected = () => {
    try {
      return readFileSync(join(userDir, 'seen'), 'utf8');
    } catch {
      return '';
    }
  };

  /** The part of a text that contains a secret. */
  const secretIn = (text: string) =>
    forms.filter((form) => text.includes(form) || text.includes(JSON.stringify(form).slice(1, -1)));

  before(async () => {
    for (const auth of kinds) hubs[auth] = await HostileHub.open(repeats);
    userDir = mkdtempSync(join(tmpdir(), 'hub-secrets-'));
    linkPackage(userDir);
    nodeRed = await startNodeRed(userDir);
    await ask('/flows', flow());
    const expectedCount = kinds.length * engines.length;
    const caught = () =>
      collected().match(/"source":\{"id":"set-[^"]*","type":"hub-engine-property"[^}]*\},"stack|"code":"HUB_/g) ?? [];
    for (const deadline = Date.now() + 180_000; caught().length < expectedCount && Date.now() < deadline; )
      await sleep(100);
    await sleep(500);
  });

  after(async () => {
    await nodeRed?.stop();
    await Promise.all(Object.values(hubs).map((hub) => hub.close()));
    rmSync(userDir, { recursive: true, force: true, maxRetries: 5 });
  });

  it('received them all', () => {
    for (const hub of Object.values(hubs)) should(hub.requests.length).be.aboveOrEqual(engines.length);
    for (const code of ['HUB_AUTH', 'HUB_NOT_FOUND', 'HUB_REJECTED', 'HUB_FAULT', 'HUB_BAD_ANSWER'])
      should(collected()).containEql(code);
    should(collected()).containEql('•••');
  });

  it('gets none into messages, errors and statuses', () => {
    should(collected()).containEql('"status":{');
    should(secretIn(collected())).eql([]);
  });

  it('gets none into the log', () => {
    should(nodeRed.log()).containEql('•••');
    should(secretIn(nodeRed.log())).eql([]);
  });

  it('gets none into the as-run log', () => {
    const log = readFileSync(join(userDir, 'as-run.jsonl'), 'utf8');
    should(log).containEql('setProperty');
    should(secretIn(log)).eql([]);
  });

  it('gets none into the flows that are exported, or written to the disk in clear', async () => {
    const exported = await ask('/flows');
    should(exported).containEql('config-basic');
    should(secretIn(exported)).eql([]);
    for (const file of ['flows.json', 'flows_cred.json'])
      should(secretIn(readFileSync(join(userDir, file), 'utf8'))).eql([]);
  });

  for (const auth of kinds)
    it(`gets none into the answers to the editor (${auth})`, async () => {
      const saved = configs().find(({ id }) => id === `config-${auth}`);
      for (const credentials of [{}, { ...SECRETS, user: 'studio' }]) {
        const draft = { ...saved, credentials };
        const answers = [
          await ask('/graphics-hub/list', { hub: draft, names: 'engine', params: {} }),
          await ask('/graphics-hub/list', { hub: draft, names: 'node', params: { engineId: 3 } }),
          await ask('/graphics-hub/test', { hub: draft }),
        ].join('\n');
        should(answers).match(/HUB_|refused|unknown/);
        should(secretIn(answers)).eql([]);
      }
      should(secretIn(await ask(`/credentials/hub-config/config-${auth}`))).eql([]);
    });
});
