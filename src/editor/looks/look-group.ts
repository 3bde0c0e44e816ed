import { nameKey } from '../../base/names.js';
import type { Problem } from '../../hub/wire/errors.js';
import type { LookEntry } from '../../looks/entries.js';
import { element, placeInOrder, setText, smallButton } from '../base/dom.js';
import { problemSentence, showResult } from '../base/endpoint.js';
import { canEditFlows } from '../base/red.js';
import { words } from '../base/words.js';
import { addControls, type NewControl } from '../canvas/control-nodes.js';
import { addCues } from '../cues/cue-additions.js';
import { GroupHead } from '../desk/group-head.js';
import { UsesBar } from '../desk/uses-bar.js';
import { LookCard, type LookCards, type LookReport, resultText } from './look-card.js';
import { actOnLook, canWriteLooks, storedText } from './look-requests.js';
import { LOOKS } from './looks-desk.js';
import { NameForm } from './name-form.js';

/** The looks of a deployed node, as reported by `src/nodes/endpoints/look-routes.ts`. */
export interface LookNodeReport {
  readonly id: string;
  /** Id of the configuration. */
  readonly hub: string;
  readonly name: string;
  readonly looks: readonly LookReport[];
  /** The engines that wait for a person before they are restored. */
  readonly asking: readonly string[];
  /** The reason why its file cannot be read. */
  readonly problem?: Problem;
}

/** The looks of one node. Its title shows the node on the canvas. */
export class LookGroup implements LookCards {
  readonly id: string;
  readonly drag: LookCards['drag'];
  readonly #refresh: () => Promise<void>;
  #hub = '';
  readonly #head: GroupHead;
  readonly #asks = element('span');
  readonly #restore: HTMLElement;
  readonly #uses = new UsesBar(LOOKS);
  readonly #empty = element('div', { class: 'hub-side-note' });
  readonly #bank = element(
    'div',
    { class: 'hub-side-note' },
    smallButton(words('sidebar.looks.bank'), () =>
      setText(this.#head.note, addControls(this.#names.map(this.controlOf))),
    ),
  );
  readonly #list = element('ul', { class: 'hub-side-rows' });
  readonly element: HTMLElement;
  /** By name. */
  readonly #cards = new Map<string, LookCard>();
  /** The names of the looks, in order. */
  #names: readonly string[] = [];

  /** `refresh` reads and draws the looks again. `drag` is called at the start of a drag. */
  constructor(id: string, refresh: () => Promise<void>, drag: LookCards['drag']) {
    this.id = id;
    this.drag = drag;
    this.#refresh = refresh;
    this.#head = new GroupHead(id, 'status');
    const restore = () => void showResult(this.#head.note, () => this.#restoreAll());
    const button = smallButton(words('look.choices.restore'), restore);
    button.hidden = !canWriteLooks();
    this.#restore = element('div', { class: 'hub-side-note hub-side-look-asks' }, this.#asks, ' ', button);
    this.element = element(
      'section',
      {},
      ...[this.#head.title, this.#createNewLook(), this.#head.note, this.#restore, this.#head.problem],
      ...[this.#uses.element, this.#empty, this.#list, this.#bank],
    );
  }

  draw({ hub, name, looks, asking, problem }: LookNodeReport): void {
    this.#hub = hub;
    this.#head.draw(name, problem ? problemSentence(problem) : '');
    // A poll can hide the button while its press is still on its way.
    if (asking.length === 0 && this.#restore.contains(document.activeElement)) this.#head.title.focus();
    this.#restore.hidden = asking.length === 0;
    setText(this.#asks, asking.length === 0 ? '' : words('sidebar.looks.asks', { engines: asking.join(', ') }));
    setText(this.#empty, looks.length === 0 && !problem ? words('sidebar.looks.noLooks') : '');
    this.#names = looks.map((look) => look.name);
    this.#bank.hidden = looks.length === 0 || !canEditFlows();
    for (const each of this.#cards.keys()) if (!this.#names.includes(each)) this.#cards.delete(each);
    const elements = looks.map((look) => {
      const card = this.#cards.get(look.name) ?? new LookCard(this, look.name);
      this.#cards.set(look.name, card);
      card.draw(look);
      return card.element;
    });
    placeInOrder(this.#list, elements, this.#head.title);
  }

  /** Shows each state as unknown. */
  forgetStates(): void {
    for (const card of this.#cards.values()) card.forgetState();
  }

  /** Stores the present values under a new name. */
  #createNewLook(): HTMLElement {
    const store = async () => {
      const stored = await actOnLook(this.id, { action: 'store', look: input.value.trim() });
      input.value = '';
      await this.#refresh();
      return storedText(stored);
    };
    const form = new NameForm(words('sidebar.looks.storeNow'), () => showResult(this.#head.note, store));
    const { input } = form;
    input.placeholder = words('sidebar.looks.storeName');
    input.setAttribute('aria-label', input.placeholder);
    form.element.classList.add('hub-side-new-look');
    form.element.hidden = !canWriteLooks();
    return form.element;
  }

  async changed(from: string, to?: string): Promise<void> {
    const card = this.#cards.get(from);
    // The same card keeps its focus.
    if (card && to !== undefined && this.#cards.delete(from)) this.#cards.set(to, card);
    await this.#refresh();
    if (to !== undefined) await this.#uses.offer(this.id, new Map([[nameKey(from), to]]));
  }

  controlOf = (look: string): NewControl => ({
    ...{ hub: this.#hub, types: ['button'] },
    actions: [{ on: 'press', does: 'look', lookNode: this.id, look, lookOperation: 'recall' }],
  });

  addCue = (look: string): Promise<string> =>
    addCues(this.#hub, [{ name: look, step: { does: 'look', look, delay: 0 } }]);

  async #restoreAll(): Promise<string> {
    const entries = await actOnLook<LookEntry>(this.id, { action: 'restore' });
    await this.#refresh();
    return resultText(entries);
  }
}
