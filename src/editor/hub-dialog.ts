import { offerChoices } from './choice.js';
import { byId } from './dom.js';
import { HeaderList } from './header-list.js';
import { CHOICES, judgeHeaders, judgeKey, judgeSetting, type Setting } from './hub-reasons.js';
import { $ } from './red.js';
import type { HubConfig } from './saved.js';
import { explain } from './verdict.js';
import { words } from './words.js';

const SETTINGS: readonly Setting[] = [
  'baseUrl',
  'dialect',
  'linearSegment',
  'auth',
  'keyHeader',
  'timeout',
  'maxInFlight',
];

const input = (field: string) => byId(`node-config-input-${field}`);

const lists = new WeakMap<HubConfig, HeaderList>();

/** Makes the dialog of the configuration out of its template. */
export function openHub(node: HubConfig): void {
  for (const setting of Object.keys(CHOICES) as (keyof typeof CHOICES)[]) {
    const options = CHOICES[setting].map((value) => ({ value, label: words(`config.${setting}.${value}`) }));
    offerChoices(input(setting), options);
  }
  for (const setting of SETTINGS) explain(input(setting), () => judgeSetting(setting, input(setting).value));
  const keyReason = explain(input('apiKey'), () => judgeKey(input('auth').value, input('apiKey').value));
  const list = new HeaderList(byId('hub-headers'), byId('hub-secrets'), node.headers ?? [], () => headersReason());
  const headersReason = explain(byId('hub-secrets'), () => judgeHeaders(list.names(), keyHeader()));
  lists.set(node, list);
  const update = () => {
    headersReason();
    byId('hub-key').hidden = input('auth').value === 'none';
    byId('hub-lino').hidden = input('dialect').value !== '2' || input('linearSegment').value !== 'linear';
    keyReason();
  };
  for (const setting of ['auth', 'keyHeader', 'dialect', 'linearSegment']) $(input(setting)).on('change', update);
  update();
}

/** Takes over what Node-RED does not save by itself. */
export function saveHub(node: HubConfig): void {
  const list = lists.get(node);
  if (!list) return;
  list.close();
  const names = list.names();
  if (names.some((name, index) => name !== (node.headers?.[index] ?? ''))) node.headers = names;
}

const keyHeader = () => (input('auth').value !== 'none' ? input('keyHeader').value : undefined);
