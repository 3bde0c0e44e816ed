import type { ControlReport, KeysReport, PageAct, SurfaceReport } from '../../saved/page-key.js';
import { element, fillSelect, setChildren, setText } from '../base/dom.js';
import { askEndpoint, RequestError, reasonOf } from '../base/endpoint.js';
import { canEditFlows, red } from '../base/red.js';
import { useSurface } from '../base/surface-in-use.js';
import { addPage, canAddPage, controlsOn, surfaceConfigOf, surfaceLabel } from '../base/surfaces.js';
import { surfaceName, words } from '../base/words.js';
import { LostHubs } from '../section/lost-hubs.js';
import { PollLoop } from '../section/poll-loop.js';
import type { CreateSection, Section, SidebarContext } from '../section/section.js';
import { SetUpMenu } from '../surface/set-up-menu.js';
import { inEditor, moveKey, type PlacedControl } from './key-changes.js';
import { KeyGrid } from './key-grid.js';
import { PageActs } from './page-acts.js';
import { PageTabs } from './page-tabs.js';
import { shownControls } from './surface-page.js';
import { Unplaced } from './unplaced.js';

/** Pause between two requests, in ms. */
const PAUSE_MS = 1000;
/** The same while a light may follow a press. */
const FOLLOW_MS = 150;
/** A light follows the end of its command within this time, in ms. A watch reads 100 ms after a command. */
const EFFECT_MS = 1500;

/** A surface that is away for longer is gone, in ms. A deploy takes less. */
const AWAY_MS = 3000;

/** Grey, as a light without a known state. */
const UNKNOWN = { state: 'unknown', colour: [128, 128, 128], blink: true, at: 0 } as const;

const toUnknown = ({ value, note, failure, ...each }: ControlReport): ControlReport => ({ ...each, ...UNKNOWN });

/** The controls of one surface in its shape, with their present lights. */
export const keysSection: CreateSection = (container, context) => new KeysSection(container, context);

class KeysSection implements Section {
  readonly #problem = status();
  /** The failure of the request for the last press. */
  readonly #failure = status();
  /** The sentences of the presses that failed. */
  readonly #failures = status();
  readonly #note = element('div', { class: 'hub-side-note' });
  readonly #select = element('select', { 'aria-label': words('control.surface') });
  readonly #top = element('div', { class: 'hub-side-top hub-side-surface' }, this.#select);
  readonly #tabs = new PageTabs({
    turn: (page) => this.#turn(page),
    explainUndeployed: () => setText(this.#failure, words('sidebar.keys.deployFirst')),
    add: () => this.#addPage(),
  });
  readonly #grid = new KeyGrid({
    act: (id, does) => this.#act(id, does),
    open: (id) => this.#open(id),
    move: (...move) => this.#move(...move),
    changed: () => this.#draw(),
  });
  readonly #unplaced = new Unplaced((id) => this.#open(id));
  readonly #acts = new PageActs();
  readonly #lost: LostHubs;
  readonly #poll = new PollLoop(() => this.#ask(), PAUSE_MS);
  #followsUntil = 0;
  #lastPressed = '';
  #surfaces: readonly SurfaceReport[] = [];
  #chosen = '';
  #controls: readonly ControlReport[] | undefined;
  /** The last report of the surface that is shown. */
  #seenAt = 0;
  /** An answer to a request from before the section was hidden does not count. */
  #hides = 0;

  constructor(container: HTMLElement, context: SidebarContext) {
    this.#lost = new LostHubs(context, () => [...new Set(this.#shown.map(({ hub }) => hub))]);
    container.append(this.#lost.element, this.#problem, this.#top, this.#tabs.element, this.#grid.element);
    container.append(this.#failure, this.#failures, this.#note, this.#unplaced.element);
    this.#top.after(new SetUpMenu().element);
    this.#select.addEventListener('change', () => {
      this.#chosen = this.#select.value;
      useSurface(this.#chosen, this.#surface?.present);
      this.#draw();
    });
    window.addEventListener('blur', () => this.#grid.cancel());
    document.addEventListener('visibilitychange', () => this.#grid.cancel());
  }

  show(): void {
    this.#lost.start();
    this.#poll.start();
  }

  hide(): void {
    this.#lost.stop();
    this.#poll.stop();
    this.#grid.cancel();
    this.#grid.isMoving = false;
    this.#hides += 1;
    this.#forgetStates();
  }

  async #ask(): Promise<void> {
    const hides = this.#hides;
    try {
      const { surfaces, controls } = await askEndpoint<KeysReport>(['controls']);
      setText(this.#problem, '');
      if (hides !== this.#hides) return;
      const away = this.#awayFrom(surfaces);
      if (away) this.#chosen = away.id;
      const kept = (this.#controls ?? []).filter((each) => each.surface === away?.id).map(toUnknown);
      this.#surfaces = [...(away ? [away] : []), ...surfaces.map((each) => newestOf(this.#surfaces, each))];
      this.#show([
        ...kept,
        ...controls.filter(({ surface }) => surface !== away?.id).map((each) => newestOf(this.#controls, each)),
      ]);
    } catch (error) {
      setText(this.#problem, reasonOf(error));
      this.#forgetStates();
    }
  }

  /** The surface that is shown, if a deploy takes it away for a moment: the keys of another one must not take its place. */
  #awayFrom(reported: readonly SurfaceReport[]): SurfaceReport | undefined {
    const shown = this.#surface;
    const now = performance.now();
    if (shown && !reported.some(({ id }) => id === shown.id) && now - this.#seenAt < AWAY_MS) return shown;
    this.#seenAt = now;
    return undefined;
  }

  async #act(id: string, does: PageAct): Promise<void> {
    const hides = this.#hides;
    if (does === 'press') this.#lastPressed = id;
    try {
      const key = await this.#acts.send(id, does);
      // A release that arrives does not end the reason why its press did not.
      if (does === 'press') setText(this.#failure, '');
      if (hides === this.#hides) this.#show(this.#controls && withNewer(this.#controls, key));
    } catch (error) {
      setText(this.#failure, reasonOf(error));
    }
    this.#pace(true);
  }

  /** Shows another page on the device, and its answer at once. */
  async #turn(page: string): Promise<void> {
    const surface = this.#surface;
    if (!surface) return;
    useSurface(surface.id, page);
    try {
      const report = await askEndpoint<SurfaceReport>(
        ['surfaces', surface.id, 'page'],
        { page },
        { area: 'hub-control' },
      );
      setText(this.#failure, '');
      this.#surfaces = withNewer(this.#surfaces, report);
      this.#draw();
    } catch (error) {
      setText(this.#failure, isGone(error) ? words('surface.reasons.pageGone') : reasonOf(error));
    }
    this.#pace(true);
  }

  #addPage(): void {
    const surface = surfaceConfigOf(this.#surface?.id);
    if (canAddPage(surface)) addPage(surface);
    this.#draw();
  }

  #move(key: PlacedControl, to: string, other: PlacedControl | undefined): void {
    setText(this.#failure, moveKey(key, to, other) ? '' : words('sidebar.keys.notMoved'));
    this.#draw();
  }

  #show(controls: readonly ControlReport[] | undefined): void {
    this.#controls = controls;
    this.#pace(controls?.some(({ note }) => note === 'waiting') === true);
    this.#draw();
  }

  /** A light that may follow a press does not wait for the next usual poll. */
  #pace(isPending: boolean): void {
    const now = performance.now();
    if (isPending) this.#followsUntil = now + EFFECT_MS;
    this.#poll.pause = now < this.#followsUntil ? FOLLOW_MS : PAUSE_MS;
  }

  #open(id: string): void {
    const node = red.nodes.node(id);
    setText(this.#failure, node ? '' : words('sidebar.journal.gone'));
    if (!node) return;
    red.view.reveal(id);
    if (canEditFlows()) red.editor.edit(node);
  }

  /** No state is shown that is not certain now. */
  #forgetStates(): void {
    this.#show(this.#controls?.map(toUnknown));
  }

  /** The surface that the user has chosen, or the first one. */
  get #surface(): SurfaceReport | undefined {
    return this.#surfaces.find(({ id }) => id === this.#chosen) ?? this.#surfaces[0];
  }

  get #shown(): readonly PlacedControl[] {
    return this.#surface ? shownControls(this.#surface, this.#controls ?? []).map(inEditor) : [];
  }

  #draw(): void {
    if (!this.#controls) return;
    const surface = this.#surface;
    const controls = this.#shown;
    const options = this.#surfaces.map((each) => ({ value: each.id, label: labelOf(each) }));
    fillSelect(this.#select, options, surface?.id ?? '');
    this.#top.hidden = options.length < 2;
    for (const part of [this.#tabs, this.#grid]) part.element.hidden = !surface;
    this.#lost.draw();
    this.#unplaced.draw();
    const canPress = red.user.hasPermission('hub-control.write');
    if (surface) {
      this.#tabs.draw(surface, canPress);
      this.#grid.draw(labelOf(surface), surface, controls, canPress);
    } else this.#grid.cancel();
    const failed = controls.filter((each) => each.failure !== undefined);
    // The section may be low, and the last press counts.
    failed.sort((one, other) => Number(other.id === this.#lastPressed) - Number(one.id === this.#lastPressed));
    const sentences = failed.map((each) => element('p', {}, `${each.text || each.control}: ${each.failure}`));
    setChildren(this.#failures, ...sentences);
    setText(this.#note, this.#noteOf(surface, controls, canPress));
  }

  /** The sentence that explains what is shown, or the next step. */
  #noteOf(surface: SurfaceReport | undefined, shown: readonly PlacedControl[], canPress: boolean): string {
    if (!surface) return words('sidebar.keys.none');
    if (!this.#controls?.some((each) => each.surface === surface.id))
      return controlsOn(surface.id).length > 0
        ? words('sidebar.keys.deployFirst')
        : words('sidebar.keys.empty', { action: words('tree.control') });
    if (shown.some(({ isMoved }) => isMoved)) return words('sidebar.keys.moved');
    if (this.#grid.isMoving) return words('sidebar.keys.moving');
    return canPress ? words('sidebar.keys.hint') : words('sidebar.forbidden', { permission: 'hub-control.write' });
  }
}

/** A report as the endpoint sends it. */
interface Report {
  readonly id: string;
  readonly at: number;
}

/** The report itself, unless a newer one of its thing has arrived before it. */
function newestOf<Kind extends Report>(shown: readonly Kind[] | undefined, report: Kind): Kind {
  const known = shown?.find(({ id }) => id === report.id);
  return known && known.at > report.at ? known : report;
}

const withNewer = <Kind extends Report>(shown: readonly Kind[], report: Kind): readonly Kind[] =>
  shown.map((each) => (each.id === report.id ? newestOf(shown, report) : each));

const isGone = (error: unknown): boolean => error instanceof RequestError && error.status === 404;

/** The name in the editor, as in all other lists. */
function labelOf({ id, name, device }: SurfaceReport): string {
  const surface = surfaceConfigOf(id);
  return surface ? surfaceLabel(surface) : name || surfaceName(device);
}

const status = () => element('div', { class: 'hub-side-problem', role: 'status' });
