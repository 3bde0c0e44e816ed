import { element, setText, smallButton } from '../base/dom.js';
import { askEndpoint, showResult } from '../base/endpoint.js';
import { nodeName } from '../base/node-label.js';
import { type HubConfig, type OperationNode, paramOf } from '../base/node-types.js';
import { allNodes, canEditFlows, red } from '../base/red.js';
import { words } from '../base/words.js';
import { HUB_STATES, type HubReport, type HubReports, stateText } from '../section/hub-reports.js';
import type { NodeProblem } from '../section/missing-names.js';
import { SecondPress } from '../section/second-press.js';
import { HubChecks, missingRow } from './hub-checks.js';

const FACTS = ['revision', 'latency', 'inFlight', 'waiting'] as const;

/** The state of one hub, and the switch for its rehearsal. */
export class HubCard {
  readonly #name = element('strong');
  readonly #address = element('div', { class: 'hub-side-address' });
  readonly #icon = element('i', { 'aria-hidden': 'true' });
  readonly #state = element('span');
  readonly #facts = FACTS.map(() => element('dd'));
  readonly #failures = element('dd');
  readonly #failuresLink = element('button', { type: 'button', class: 'hub-link hub-side-failed' });
  readonly #switch = element(
    'button',
    { type: 'button', role: 'switch', class: 'hub-side-switch' },
    element('span', { 'aria-hidden': 'true' }),
    words('sidebar.rehearsal'),
  );
  readonly #allOut = new SecondPress('operations.everythingOut', 'sidebar.hubs.outAgain', () =>
    showResult(this.#outResult, () => takeEverythingOut(this.#id)),
  );
  readonly #outResult = element('p', { class: 'hub-side-note', role: 'status' });
  readonly #missing = element('div', { class: 'hub-side-checked hub-side-missing', role: 'status' });
  readonly #checks: HubChecks;
  readonly element = element(
    'li',
    {},
    element('div', { class: 'hub-side-head' }, this.#name, element('span', {}, this.#icon, ' ', this.#state)),
    this.#address,
    element(
      'dl',
      {},
      ...FACTS.map((fact, index) => factRow(fact, this.#facts[index] as HTMLElement)),
      factRow('failures', this.#failures),
    ),
    this.#switch,
  );
  readonly #edit = smallButton(words('sidebar.hubs.edit'), () => red.editor.editConfig('', 'hub-config', this.#id));
  readonly #id: string;

  /** `showFailures` shows the failures of this hub in the journal. */
  constructor(id: string, reports: HubReports, showFailures: () => void) {
    this.#id = id;
    this.#checks = new HubChecks(id);
    this.element.append(this.#allOut.element, this.#outResult);
    if (canEditFlows()) this.element.append(this.#edit);
    this.element.append(this.#missing, this.#checks.element);
    this.#failuresLink.addEventListener('click', showFailures);
    this.#switch.addEventListener('click', () => {
      const isOn = this.#switch.getAttribute('aria-checked') === 'true';
      void reports.switchRehearsal(id, !isOn);
    });
  }

  draw(config: HubConfig, runningHub: HubReport | undefined): void {
    const state = runningHub?.state ?? 'off';
    setText(this.#name, nodeName(config.id));
    // Without a name, the address is the name.
    setText(this.#address, config.name ? config.baseUrl : '');
    this.#edit.setAttribute('aria-label', `${words('sidebar.hubs.edit')}: ${nodeName(config.id)}`);
    setText(this.#state, !runningHub && config.changed ? words('sidebar.hubs.undeployed') : stateText(runningHub));
    this.element.className = `hub-side-${state}`;
    this.#icon.className = `fa ${HUB_STATES[state].icon}`;
    factsOf(runningHub).forEach((text, index) => {
      setText(this.#facts[index] as HTMLElement, text);
    });
    if (runningHub) this.#drawFailures(runningHub.failures);
    else setText(this.#failures, '–');
    this.#switch.hidden = !runningHub;
    this.#allOut.element.hidden = !runningHub || !red.user.hasPermission('hub-config.write');
    this.#allOut.name = nodeName(config.id);
    this.#checks.draw(runningHub);
    this.#switch.setAttribute('aria-checked', String(runningHub?.rehearsal ?? false));
    this.#switch.setAttribute('aria-label', `${words('sidebar.rehearsal')}: ${nodeName(config.id)}`);
  }

  /** The names in the flows that the hub does not have, and the controls of two nodes. */
  drawMissing(problems: readonly NodeProblem[]): void {
    const title = element('strong', {}, words('sidebar.hubs.missing', { count: problems.length }));
    this.#missing.replaceChildren(...(problems.length > 0 ? [title, ...problems.map(missingRow)] : []));
  }

  /** A number above 0 is a link. It stays a link while it has the focus. */
  #drawFailures(count: number): void {
    const link = this.#failuresLink;
    if (count > 0 || link === document.activeElement) {
      setText(link, String(count));
      link.setAttribute('aria-label', words('sidebar.hubs.showFailures', { count }));
      if (!link.parentElement) this.#failures.replaceChildren(link);
    } else setText(this.#failures, '0');
  }
}

interface ShowOut {
  readonly name: string;
  readonly outcome: string;
}

/** Takes everything out on program, in each running show. Returns the shows with their outcomes as one sentence. */
async function takeEverythingOut(id: string): Promise<string> {
  const { shows } = await askEndpoint<{ readonly shows: readonly ShowOut[] }>(['everything-out', id], {});
  if (shows.length === 0) return words('sidebar.hubs.noShow');
  return shows.map(({ name, outcome }) => `${name}: ${words(`sidebar.journal.outcomes.${outcome}`)}`).join(' · ');
}

const factRow = (fact: string, value: HTMLElement): HTMLElement =>
  element('div', {}, element('dt', {}, words(`sidebar.hubs.${fact}`)), value);

/** In the order of `FACTS`. */
function factsOf(runningHub: HubReport | undefined): readonly string[] {
  if (!runningHub) return FACTS.map(() => '–');
  const { id, dialect, latency, inFlight, waiting, deepest } = runningHub;
  return [
    String(dialect),
    latency === undefined ? '–' : `${latency} ms`,
    String(inFlight),
    deepest
      ? words('sidebar.hubs.deepest', { waiting, count: deepest.count, lane: laneName(deepest.lane, id) })
      : String(waiting),
  ];
}

/** The name of a lane. The ids become names if a node of the hub uses this lane and its dialog saved names. */
function laneName(lane: readonly string[], hub: string): string {
  const names = allNodes().map(({ hub: usedHub, params = {} }: Partial<OperationNode>) => {
    const saved = usedHub === hub ? Object.keys(params).map((name) => paramOf(params, name)) : [];
    return lane.map((part) => saved.find((param) => param?.value === part));
  });
  const picked = names.findLast((params) => params.every(Boolean));
  return lane.map((part, index) => picked?.[index]?.label || part).join(' › ');
}
