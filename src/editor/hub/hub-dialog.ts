import { isEnvironment } from '../../saved/environment.js';
import { CREDENTIALS, HUB, REQUIRED_CREDENTIAL } from '../../saved/hub.js';
import { afterClick } from '../base/after-click.js';
import { byId } from '../base/dom.js';
import { type ConfigDraft, configDraftOf } from '../base/hubs.js';
import type { HubConfig } from '../base/node-types.js';
import { $, red } from '../base/red.js';
import { words } from '../base/words.js';
import { showSavedFields } from '../fields/saved-inputs.js';
import { judgeCredential, judgeField } from '../validate/judge.js';
import { showVerdict, stayNeutral } from '../validate/show-verdict.js';
import { HeaderList } from './header-list.js';
import { addConnectionTest, HubFields } from './test-connection.js';

/** The settings below *More* that an input shows. */
const { baseUrl: _, tls: __, headers: ___, ...MORE } = HUB.fields;

const MORE_DEFAULTS = Object.fromEntries(
  Object.entries(MORE).map(([name, { usual }]) => [name, String(usual)]),
) as Record<keyof typeof MORE, string>;

const input = (field: string) => byId(`node-config-input-${field}`);

const lists = new WeakMap<HubConfig, HeaderList>();

/** Fills the template of the dialog. */
export function openHub(node: HubConfig): void {
  stayNeutral(node, input('baseUrl'));
  if (!red.nodes.node(node.id)) setTitle(words('config.add'));
  showSavedFields(HUB, { input });
  const list = new HeaderList(byId('hub-headers'), byId('hub-secrets'), node.headers ?? [], () => {
    headersReason();
    dropOutdatedTest();
  });
  const headersReason = showVerdict(byId('hub-secrets'), () =>
    judgeField(HUB, { auth: input('auth').value, keyHeader: input('keyHeader').value }, 'headers', list.names()),
  );
  lists.set(node, list);
  for (const [auth, credential] of Object.entries(REQUIRED_CREDENTIAL)) addCredential(auth, credential);
  const fields = new HubFields(node, { ...MORE_DEFAULTS, name: '' });
  const dropOutdatedTest = addConnectionTest(byId('hub-test'), () => currentDraft(node, list), fields);
  const update = () => {
    dropOutdatedTest();
    const auth = input('auth').value;
    // If the authentication comes from the environment, the fields of all methods are visible.
    for (const part of document.querySelectorAll<HTMLElement>('[data-auth]'))
      part.hidden = !isEnvironment(auth) && part.dataset.auth !== auth;
    const rehearsal = input('rehearsal').value;
    byId('hub-start').textContent = /^(true|false)$/.test(rehearsal) ? words(`hints.rehearsal_${rehearsal}`) : '';
    byId('hub-lino').hidden = input('dialect').value !== '2' || input('linearSegment').value !== 'linear';
    byId('hub-tls').hidden = /^http:/i.test(input('baseUrl').value) && !chosenTls();
  };
  // Before Node-RED and the others judge the address.
  input('baseUrl').addEventListener('change', completeAddress, true);
  const form = input('baseUrl').closest('form');
  // Also covers pasted text. Hiding a row only when the focus leaves would move the element under the pointer.
  if (form) $(form).on('change keyup input', () => afterClick(update));
  update();
  byId<HTMLDetailsElement>('hub-more').open = isMoreChanged(list);
}

/** A name or an IP address, with or without a port and a path. */
const WITHOUT_SCHEME = /^[\w-]+(\.[\w-]+)*(:\d+)?(\/\S*)?$/;

/** Hubs on a local network use http. */
function completeAddress(): void {
  const address = input('baseUrl').value.trim();
  if (WITHOUT_SCHEME.test(address)) input('baseUrl').value = `http://${address}`;
}

/** True if a setting below *More* has another value than its default. Each invalid value has. */
function isMoreChanged(list: HeaderList): boolean {
  const isChanged = ([setting, defaultValue]: [string, string]) => !['', defaultValue].includes(input(setting).value);
  const hasHeader = list.names().some((name) => name !== '');
  return Object.entries(MORE_DEFAULTS).some(isChanged) || hasHeader || chosenTls() !== '';
}

/** Node-RED calls it "Add new hub config node". */
function setTitle(title: string): void {
  const bar = input('baseUrl').closest('.red-ui-tray')?.querySelector('.red-ui-tray-titlebar');
  if (bar) bar.textContent = title;
}

/** Without a configuration, Node-RED's select holds `_ADD_`. */
const chosenTls = (): string => red.nodes.node(input('tls').value)?.id ?? '';

/** The configuration as typed. */
function currentDraft(node: HubConfig, list: HeaderList): ConfigDraft {
  const typed = Object.fromEntries(['baseUrl', ...Object.keys(MORE)].map((setting) => [setting, input(setting).value]));
  const headers = list.names();
  const credentials = Object.fromEntries(CREDENTIALS.map((secret) => [secret, input(secret).value]));
  return configDraftOf({ ...node, ...typed, tls: chosenTls(), headers, credentials });
}

/** Requires a credential if the chosen authentication needs it. */
function addCredential(auth: string, credential: string): void {
  const isNeeded = () => input('auth').value === auth;
  showVerdict(input(credential), (value) => !isNeeded() || judgeCredential(credential, value));
}

/** Saves the fields that Node-RED does not save by itself. */
export function saveHub(node: HubConfig): void {
  const list = lists.get(node);
  if (!list) return;
  list.close();
  const names = list.names();
  if (names.some((name, index) => name !== (node.headers?.[index] ?? ''))) node.headers = names;
}
