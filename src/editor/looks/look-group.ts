import type { Problem } from '../../hub/wire/errors.js';
import type { LookEntry } from '../../looks/entries.js';
import { element, placeInOrder, setText, smallButton } from '../base/dom.js';
import { problemSentence, showResult } from '../base/endpoint.js';
import { nodeName } from '../base/node-label.js';
import { canEditFlows, red } from '../base/red.js';
import { words } from '../base/words.js';
import { addControls, type NewControl } from '../canvas/control-nodes.js';
import { addCues } from '../cues/cue-additions.js';
import { actOnLook, LookCard, type LookControls, type LookReport, resultText } from './look-card.js';
import { LookUsesBar } from './look-uses.js';
import { NewLookForm } from './new-look-form.js';

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
export class LookGroup {
  readonly #id: string;
  readonly #refresh: () => Promise<void>;
  readonly #controls: LookControls;
  #hub = '';
  readonly #name = element('strong');
  readonly #title = element('button', { type: 'button', class: 'hub-side-row' }, this.#name);
  readonly #asks = element('span');
  readonly #restore: HTMLElement;
  readonly #note = element('div', { class: 'hub-side-note', role: 'status' });
  readonly #problem = element('div', { class: 'hub-side-problem', role: 'status' });
  readonly #uses = new LookUsesBar();
  readonly #empty = element('div', { class: 'hub-side-note' });
  readonly #newLook: NewLookForm;
  readonly #bank = element(
    'div',
    { class: 'hub-side-note' },
    smallButton(words('sidebar.looks.bank'), () => setText(this.#note, this.#addBank())),
  );
  readonly #list = element('ul', { class: 'hub-side-rows' });
  readonly element: HTMLElement;
  /** By name. */
  readonly #cards = new Map<string, LookCard>();
  /** The names of the looks, in order. */
  #names: readonly string[] = [];

  /** `refresh` reads and draws the looks again. `onDrag` is called at the start of a drag. */
  constructor(id: string, refresh: () => Promise<void>, onDrag: (control: NewControl, event: DragEvent) => void) {
    this.#id = id;
    this.#refresh = refresh;
    this.#controls = {
      add: (look) => addControls([this.#controlFor(look)]),
      addCue: (look) => addCues(this.#hub, [{ name: look, step: { does: 'look', look, delay: 0 } }]),
      drag: (look, event) => onDrag(this.#controlFor(look), event),
    };
    const button = smallButton(
      words('look.choices.restore'),
      () => void showResult(this.#note, () => this.#restoreAll()),
    );
    button.hidden = !canWrite();
    this.#restore = element('div', { class: 'hub-side-note hub-side-look-asks' }, this.#asks, ' ', button);
    this.#newLook = new NewLookForm(id, { onStore: refresh, note: this.#note });
    this.#newLook.element.hidden = !canWrite();
    this.#title.addEventListener('click', () => this.#reveal());
    this.element = element(
      'section',
      {},
      ...[
        this.#title,
        this.#newLook.element,
        this.#note,
        this.#restore,
        this.#problem,
        this.#uses.element,
        this.#empty,
      ],
      ...[this.#list, this.#bank],
    );
  }

  draw({ hub, name, looks, asking, problem }: LookNodeReport): void {
    this.#hub = hub;
    setText(this.#name, red.nodes.node(this.#id) ? nodeName(this.#id) : name || this.#id);
    this.#restore.hidden = asking.length === 0;
    setText(this.#asks, asking.length === 0 ? '' : words('sidebar.looks.asks', { engines: asking.join(', ') }));
    setText(this.#problem, problem ? problemSentence(problem) : '');
    setText(this.#empty, looks.length === 0 && !problem ? words('sidebar.looks.noLooks') : '');
    this.#names = looks.map((look) => look.name);
    this.#bank.hidden = looks.length === 0 || !canEditFlows();
    for (const each of this.#cards.keys()) if (!this.#names.includes(each)) this.#cards.delete(each);
    const elements = looks.map((look) => {
      const card = this.#cards.get(look.name) ?? this.#createCard(look.name);
      this.#cards.set(look.name, card);
      card.draw(look);
      return card.element;
    });
    placeInOrder(this.#list, elements, this.#title);
  }

  /** Shows each state as unknown. */
  forgetStates(): void {
    for (const card of this.#cards.values()) card.forgetState();
  }

  #createCard(name: string): LookCard {
    const card: LookCard = new LookCard(
      this.#id,
      name,
      { canWrite: canWrite(), controls: canEditFlows() ? this.#controls : undefined },
      async (from, to) => {
        // The same card keeps its focus.
        if (to !== undefined && this.#cards.delete(from)) this.#cards.set(to, card);
        await this.#refresh();
        if (to !== undefined) await this.#uses.offer(this.#id, from, to);
      },
    );
    return card;
  }

  #controlFor = (look: string): NewControl => ({
    ...{ hub: this.#hub, types: ['button'] },
    actions: [{ on: 'press', does: 'look', lookNode: this.#id, look, lookOperation: 'recall' }],
  });

  #addBank(): string {
    return addControls(this.#names.map(this.#controlFor));
  }

  async #restoreAll(): Promise<string> {
    const entries = await actOnLook<LookEntry>(this.#id, { action: 'restore' });
    if (this.#restore.contains(document.activeElement)) this.#title.focus();
    await this.#refresh();
    return resultText(entries);
  }

  #reveal(): void {
    const exists = Boolean(red.nodes.node(this.#id));
    setText(this.#note, exists ? '' : words('sidebar.journal.gone'));
    if (exists) red.view.reveal(this.#id);
  }
}

const canWrite = (): boolean => red.user.hasPermission('hub-look.write');
