import type { Finding } from '../../hub/lists/detect.js';
import type { Problem } from '../../hub/wire/errors.js';
import { HUB } from '../../saved/hub.js';
import { byId, element, smallButton } from '../base/dom.js';
import { askEndpoint, problemText, reasonOf } from '../base/endpoint.js';
import { allHubs, type ConfigDraft } from '../base/hubs.js';
import type { HubConfig } from '../base/node-types.js';
import { words } from '../base/words.js';
import { fillIn } from '../fields/offer-choices.js';

type Findings = Omit<Finding, 'problem'> & { readonly problem?: Problem };

/** The reason why the runtime did not test. */
interface NotTested {
  readonly reason: string;
}

/** The result of a test. The catalogue has its text, and the next step for most results. */
type TestVerdict = 'ok' | 'key' | 'forbidden' | 'offline' | 'foreign' | 'trouble' | 'unasked';

const ICONS: Partial<Record<TestVerdict, string>> = { ok: 'check-circle', forbidden: 'lock', key: 'key' };

/** These answers mean that the address belongs to something else, e.g. a web page. */
const NOT_A_HUB: readonly string[] = ['HUB_NOT_FOUND', 'HUB_BAD_ANSWER', 'HUB_REJECTED'];

/**
 * Adds the button that tests the connection with the typed configuration. The test fills in the detected settings that
 * the user has not set. The others are applied by another button. The returned function removes a result that is not about
 * the typed configuration any more. Call it after each change of the dialog.
 */
export function addConnectionTest(button: HTMLElement, draft: () => ConfigDraft, fields: HubFields): () => void {
  const result = element('div', { class: 'hub-tested', role: 'status' });
  button.closest('.form-row')?.append(result);
  let run = 0;
  /** The configuration of the result, as JSON. Undefined: there is no result. */
  let tested: string | undefined;
  const typed = () => JSON.stringify(draft());

  function show(...content: readonly (Node | string)[]): void {
    result.className = 'hub-tested';
    result.replaceChildren(...content);
  }

  function dropOutdated(): void {
    fields.followAddress();
    if (tested === undefined || tested === typed()) return;
    run += 1;
    tested = undefined;
    show();
  }

  /** The result is also about the settings that it has found. */
  function fill(detected: readonly Detected[]): void {
    tested = undefined;
    fields.fill(detected);
    tested = typed();
  }

  button.addEventListener('click', async () => {
    run += 1;
    const ownRun = run;
    const testedDraft = draft();
    tested = JSON.stringify(testedDraft);
    show(words('pick.loading'));
    const finding = await askEndpoint<Findings>(['test'], { hub: testedDraft }, { isRead: true }).catch(
      (error): NotTested => ({ reason: reasonOf(error) }),
    );
    // The dialog is closed by now, or another one covers it: it has no fields to compare.
    if (!button.isConnected) {
      if (ownRun === run) show();
      return;
    }
    dropOutdated();
    if (ownRun !== run) return;
    const verdict = verdictOf(finding);
    result.classList.add('hub-card', verdict === 'ok' ? 'hub-good' : 'hub-bad');
    const icon = element('i', { class: `fa fa-${ICONS[verdict] ?? 'times-circle'}`, 'aria-hidden': 'true' });
    result.replaceChildren(element('strong', {}, icon, ' ', words(`test.verdict_${verdict}`)));
    result.append(...sentencesOf(finding, verdict).map((sentence) => element('div', {}, sentence)));
    if ('reason' in finding) return;
    const differences = differencesOf(finding, verdict === 'ok', testedDraft, fields);
    const unset = differences.filter(([setting]) => fields.isUnset(setting));
    fill(unset);
    const settings = unset.map(describe).join(', ');
    if (settings) result.append(element('div', {}, words('test.filled', { settings })));
    // A name that the user has set is not wrong.
    const others = differences.filter((difference) => !unset.includes(difference) && difference[0] !== 'name');
    const apply = smallButton(words('test.apply'), () => {
      fill(others);
      apply.remove();
    });
    if (others.length > 0) result.append(apply);
  });
  return dropOutdated;
}

function verdictOf(finding: Findings | NotTested): TestVerdict {
  if ('reason' in finding) return 'unasked';
  const { reachable, key, engines, dialect, linearSegment, problem } = finding;
  if (!reachable) return 'offline';
  if (key === 'refused') return 'key';
  if (key === 'forbidden') return 'forbidden';
  if (engines !== undefined || key === 'accepted') return 'ok';
  return !dialect && !linearSegment && NOT_A_HUB.includes(problem?.code ?? '') ? 'foreign' : 'trouble';
}

/** The next step, then the results. */
function sentencesOf(finding: Findings | NotTested, verdict: TestVerdict): string[] {
  if ('reason' in finding) return [finding.reason];
  const { elapsed, dialect, linearSegment, engines, problem } = finding;
  const isSure = dialect && linearSegment;
  return [
    ['key', 'forbidden', 'foreign'].includes(verdict) ? words(`test.next_${verdict}`) : '',
    problem ? problemText(problem) : '',
    engines === undefined ? '' : words('test.engines', { engines, elapsed }),
    dialect ? words('test.dialect', { dialect: words(`config.dialect.${dialect}`) }) : '',
    linearSegment ? words('test.linearSegment', { linearSegment }) : '',
    verdict === 'ok' && !isSure ? words('test.unsure') : '',
  ].filter((sentence) => sentence !== '');
}

/** A setting and its value. */
type Detected = readonly [DetectedSetting, string];

/** The detected settings that differ from the dialog. */
function differencesOf(
  { dialect, linearSegment }: Findings,
  isOk: boolean,
  draft: ConfigDraft,
  fields: HubFields,
): readonly Detected[] {
  const detected: readonly Detected[] = [
    ['dialect', String(dialect ?? '')],
    ['linearSegment', linearSegment ?? ''],
    ['auth', isOk && lacksKey(draft) ? 'none' : ''],
    ['name', isOk ? fields.nameFor(draft.baseUrl) : ''],
  ];
  return detected.filter(([setting, value]) => value !== '' && value !== fields.read(setting));
}

/** True if the test sent no key, although the authentication is an API key. */
const lacksKey = ({ auth, credentials }: ConfigDraft): boolean =>
  (auth || HUB.fields.auth.usual) === 'apiKey' && !Object(credentials).apiKey;

function describe([setting, value]: Detected): string {
  if (setting === 'name') return `${words('editor.name')} = ${value}`;
  return `${words(`params.${setting}`)} = ${setting === 'linearSegment' ? value : words(`config.${setting}.${value}`)}`;
}

/** The settings that a connection test can fill in. */
export type DetectedSetting = 'dialect' | 'linearSegment' | 'auth' | 'name';

const input = (setting: DetectedSetting | 'baseUrl') => byId(`node-config-input-${setting}`);

/** The fields of an open hub dialog that a connection test fills in. */
export class HubFields {
  readonly #node: HubConfig;
  readonly #defaults: Readonly<Record<DetectedSetting, string>>;
  /** The values that a test has filled in. */
  readonly #filled = new Map<DetectedSetting, string>();
  /** The address at which the test found them. */
  #filledAt = '';

  constructor(node: HubConfig, defaults: Readonly<Record<DetectedSetting, string>>) {
    this.#node = node;
    this.#defaults = defaults;
  }

  /** True if the user has not set the field: it has its default, or a value of an earlier test. */
  isUnset(setting: DetectedSetting): boolean {
    const { value } = input(setting);
    const isDefault = (text: string) => ['', this.#defaults[setting]].includes(text);
    return value === this.#filled.get(setting) || [value, String(this.#node[setting] ?? '')].every(isDefault);
  }

  read(setting: DetectedSetting): string {
    return input(setting).value;
  }

  /** Only the open dialog changes, so *Cancel* undoes it. */
  fill(detected: readonly Detected[]): void {
    this.#filledAt = input('baseUrl').value;
    for (const [setting, value] of detected) {
      this.#filled.set(setting, value);
      fillIn(input(setting), value);
    }
  }

  /** At another address, nothing that a test has found counts. Example: this hub may need an API key. */
  followAddress(): void {
    if (this.#filled.size === 0 || input('baseUrl').value === this.#filledAt) return;
    const filled = [...this.#filled].filter(([setting, value]) => input(setting).value === value);
    this.#filled.clear();
    for (const [setting] of filled) fillIn(input(setting), this.#defaults[setting]);
  }

  /** The host in an address, or host and port if another hub has this name. '' for an environment variable. */
  nameFor(baseUrl: unknown): string {
    const url = URL.canParse(String(baseUrl)) ? new URL(String(baseUrl)) : undefined;
    if (!url) return '';
    const names = allHubs().flatMap(({ id, name }) => (id === this.#node.id ? [] : [name]));
    return names.includes(url.hostname) ? url.host : url.hostname;
  }
}
