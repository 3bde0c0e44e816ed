import type { CommandStep } from '../../cues/list.js';
import { canWriteCues } from '../base/cue-lists.js';
import { element, setText } from '../base/dom.js';
import { PARTS } from '../base/node-label.js';
import type { HubConfig } from '../base/node-types.js';
import { $, canEditFlows, type Point, red } from '../base/red.js';
import { allSurfaces } from '../base/surfaces.js';
import { findOperation } from '../base/table.js';
import { words } from '../base/words.js';
import { type Columns, type NewNode, putOnCanvas } from '../canvas/canvas.js';
import { addControls } from '../canvas/control-nodes.js';
import { addCues, addSteps, selectedCue } from '../cues/cue-additions.js';
import type { TreeRow } from '../picking/tree-row.js';
import type { MenuItem } from '../section/menu.js';
import { PageChoice } from '../surface/page-choice.js';
import { SetUpMenu } from '../surface/set-up-menu.js';
import { commandFor, controlFor, injectsFor, missingKind, stepFor, watchFor } from './ready-nodes.js';

/** The hints by the nodes that a row becomes. */
const HINTS = { nodes: 'tree.hint', control: 'tree.controlHint', cue: 'tree.cueHint' } as const;

interface Options {
  readonly hub: () => HubConfig | undefined;
  /** Reads the rows below a row. */
  readonly load: (row: TreeRow) => Promise<unknown>;
  /** Shows the result of an addition. */
  readonly show: (note: string) => void;
}

/** The nodes, controls and cues that the rows of the tree become. */
export class RowUses {
  readonly #options: Options;
  /** The nodes that a row becomes by a drag or Insert. */
  readonly choice = element(
    'select',
    { 'aria-label': words('tree.addAs'), title: words('tree.addAs') },
    ...Object.keys(HINTS).map((value) => element('option', { value }, words(`tree.addAsChoices.${value}`))),
  );
  readonly hint = element('div', { class: 'hub-side-note' });
  /** The first device can be set up here, until the user has added a row without one. */
  readonly setUp = new SetUpMenu(() => this.choose('control'));
  readonly #pages = new PageChoice();
  /** The page that controls are for. */
  readonly page = element('div', { class: 'hub-side-top hub-side-surface' }, this.#pages.element);

  constructor(options: Options) {
    this.#options = options;
    this.choice.hidden = !canEditFlows();
    this.choice.addEventListener('change', () => this.showHint());
    this.showHint();
  }

  choose(nodes: keyof typeof HINTS): void {
    this.choice.value = nodes;
    this.showHint();
  }

  /** The nodes that a row can become: a command, a command with inject nodes, or a watch. */
  nodesFor({ thing }: TreeRow): Partial<Record<'command' | 'commandWithInjects' | 'watch', Columns<NewNode>>> {
    const hub = this.#options.hub();
    if (!thing || !hub || !canEditFlows()) return {};
    const command = commandFor(hub, thing);
    const injects = command ? injectsFor(command, thing) : [];
    return {
      command: command && [[command]],
      commandWithInjects: command && injects.length > 0 ? [injects, [command]] : undefined,
      watch: watchFor(hub, thing),
    };
  }

  /** The browser remembers here that the user needs the hint no more. */
  get #hintKey(): string {
    return `graphics-hub-added-${this.choice.value}`;
  }

  #forgetHint(): void {
    localStorage.setItem(this.#hintKey, 'true');
    this.showHint();
  }

  showHint(): void {
    setText(this.hint, words(HINTS[this.choice.value as keyof typeof HINTS]));
    this.#pages.draw();
    this.page.hidden = this.choice.value !== 'control' || allSurfaces().length === 0;
    this.hint.hidden = !canEditFlows() || localStorage.getItem(this.#hintKey) !== null;
    const isForControls = this.choice.value === 'control' || !this.hint.hidden;
    this.setUp.button.hidden = !isForControls || allSurfaces().length > 0;
  }

  /** Adds the nodes of rows as chosen above the rows. */
  add(rows: readonly TreeRow[], isAlone: boolean, drop?: Point): void {
    if (this.choice.value === 'control') void this.#addAsControls(rows, drop);
    else if (this.choice.value === 'cue') void this.#addAsCues(rows, addCues);
    else for (const row of rows) this.#addToCanvas(row, this.#commandColumns(row, isAlone), drop);
  }

  #refuse(rows: readonly TreeRow[], reason = 'tree.cannotAdd'): void {
    this.#options.show(words(reason, { name: rows.map(({ label }) => label).join(', ') }));
  }

  /** The command alone, or with inject nodes if possible. */
  #commandColumns(row: TreeRow, isAlone: boolean): Columns<NewNode> | undefined {
    const { command, commandWithInjects = command } = this.nodesFor(row);
    return isAlone ? command : commandWithInjects;
  }

  #addToCanvas(row: TreeRow, columns: Columns<NewNode> | undefined, drop?: Point): void {
    if (!columns) this.#refuse([row]);
    else if (putOnCanvas(columns, drop)) {
      this.#options.show(words('tree.added'));
      this.#forgetHint();
    }
  }

  async #addAsControls(rows: readonly TreeRow[], drop?: Point): Promise<void> {
    const hub = this.#options.hub();
    const acting = await Promise.all(rows.map((row) => this.#actingRow(row)));
    const added = acting.flatMap((acts, index) => {
      const out = acts === rows[index] ? undefined : rows[index]?.children?.find(isOut);
      return (acts.thing && hub && controlFor(hub, acts.thing, out?.thing)) ?? [];
    });
    if (added.length === 0 || !canEditFlows()) return this.#refuse(rows);
    this.#options.show(addControls(added, drop));
    this.#forgetHint();
  }

  /** Adds rows as cues, or as steps of one. */
  async #addAsCues(rows: readonly TreeRow[], add: typeof addCues): Promise<void> {
    const hub = this.#options.hub();
    const acting = await Promise.all(rows.map((row) => this.#actingRow(row)));
    const added = acting.flatMap((row) => {
      const step = row.thing && hub && stepFor(hub, row.thing);
      return step ? [{ name: cueNameOf(row, step), step }] : [];
    });
    if (added.length === 0 || !hub) return this.#refuse(rows, 'tree.cannotAddCue');
    this.#options.show(await add(hub.id, added));
    this.#forgetHint();
  }

  /** A row that needs a thing below it, as an item needs a button, acts by the first one. */
  async #actingRow(row: TreeRow): Promise<TreeRow> {
    const missing = row.thing && missingKind(row.thing);
    if (!missing || !row.childKinds.includes(missing)) return row;
    const first = () => row.children?.find(({ thing }) => thing?.kind === missing);
    if (!first()) await this.#options.load(row);
    return first() ?? row;
  }

  menuItems(row: TreeRow, button: HTMLElement, rows: readonly TreeRow[]): readonly MenuItem[] {
    const { command, commandWithInjects, watch } = this.nodesFor(row);
    const value = String(row.thing?.entry.value);
    const canAddCues = command && canWriteCues();
    const cue = selectedCue(this.#options.hub()?.id ?? '');
    const items: readonly [string, (() => void) | undefined | false][] = [
      [words('tree.add'), command && (() => this.#addToCanvas(row, command))],
      [words('tree.try'), commandWithInjects && (() => this.#addToCanvas(row, commandWithInjects))],
      [labelFor('control', rows), command && (() => void this.#addAsControls(rows))],
      [labelFor('cue', rows), canAddCues && (() => void this.#addAsCues(rows, addCues))],
      [
        words(cue ? 'tree.toCue' : 'tree.toStandby', { cue }),
        canAddCues && (() => void this.#addAsCues(rows, addSteps)),
      ],
      [words('tree.watch'), watch && (() => this.#addToCanvas(row, watch))],
      [words('tree.copy'), () => red.clipboard.copyText(value, $(button), 'clipboard.copyMessageValue')],
    ];
    return items.flatMap(([label, act]) => (act ? [{ label, act }] : []));
  }
}

/** True for the button that takes an item out. */
const isOut = ({ thing, label }: TreeRow): boolean =>
  thing !== undefined && PARTS.includes(thing.kind) && /^out$/i.test(label);

const labelFor = (key: 'control' | 'cue', rows: readonly TreeRow[]): string =>
  rows.length > 1 ? words(`tree.${key}s`, { count: rows.length }) : words(`tree.${key}`);

/** Example: `Anchor › In`, or `Mixer › Overlay Opacity = 0.5`. */
function cueNameOf({ label, thing, parent }: TreeRow, { operation, params }: CommandStep): string {
  const name = thing && PARTS.includes(thing.kind) && parent ? `${parent.label} › ${label}` : label;
  const value = params[findOperation(operation)?.latest ?? ''];
  return value ? `${name} = ${String(value.value)}` : name;
}
