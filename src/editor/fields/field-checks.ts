import { cut } from '../../base/display.js';
import { isSameId } from '../../base/ids.js';
import type { ListRow, Need } from '../../hub/lists/index.js';
import { type Meaning, meaningOf } from '../../hub/lists/saved-thing.js';
import type { PublicParameter } from '../../hub/table/public-table.js';
import { isEnvironment } from '../../saved/environment.js';
import type { SavedParam } from '../../saved/param.js';
import { afterClick } from '../base/after-click.js';
import type { NodeChange } from '../base/change-nodes.js';
import { element } from '../base/dom.js';
import { formatValue, noteText, words } from '../base/words.js';
import type { ListFailure, Lookup } from '../picking/lookup.js';
import { type DialogParams, fixedParam } from '../picking/picker.js';
import { isRenamed, type ReadList, renamesIn } from '../picking/renames.js';
import { needsOf } from '../picking/selected-path.js';
import type { Field } from './field.js';

/** The field with the present value of the hub. */
export interface ValueField {
  /** Undefined if the value is unknown. */
  setPresent(present: unknown): void;
  update(): void;
}

/** Delay after the last change before the hub is asked. */
const PAUSE_MS = 300;

/**
 * Shows below each field the result of looking it up on the hub. If the hub cannot be asked, one banner shows the
 * reason. Values never change.
 */
export class FieldChecks {
  readonly #lookup: Lookup;
  readonly #dialog: DialogParams;
  /** For the top of the dialog. */
  readonly banner = element('div', { class: 'hub-banner', role: 'status' });
  #checks: readonly FieldCheck[] = [];
  #value: ValueField | undefined;
  #timer = 0;

  constructor(lookup: Lookup, dialog: DialogParams) {
    this.#lookup = lookup;
    this.#dialog = dialog;
  }

  /** Sets the fields to check. `value` is the field with the present value. */
  setFields(fields: readonly Field[], value: ValueField | undefined): void {
    this.#checks = fields
      .filter(({ parameter }) => needsOf(parameter.names))
      .map((field) => new FieldCheck(field, this.#lookup, this.#dialog));
    this.#value = value;
    void this.#checkAll();
  }

  /** Checks when nothing changed for a moment. */
  checkSoon(): void {
    this.#value?.update();
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#checkAll(), PAUSE_MS);
  }

  /** Checks all fields again, for another hub. */
  checkAgain(): void {
    for (const check of this.#checks) check.invalidate();
    void this.#checkAll();
  }

  /** A parameter with the present name on the hub. */
  named(name: string, param: SavedParam): SavedParam {
    const entry = this.#checks.map(({ found }) => found).find((found) => found?.param === name)?.entry;
    const isNew = entry && String(entry.value) === param.value && isRenamed(param, entry);
    return isNew ? { ...param, label: entry.label } : param;
  }

  /** The names on all flows that the hub of the dialog shows differently now. */
  renames(): readonly NodeChange[] {
    const { hub } = this.#lookup;
    const found = this.#checks.flatMap((check) => check.found ?? []);
    return hub ? found.flatMap(({ list }) => renamesIn({ hub: hub.id, ...list })) : [];
  }

  async #checkAll(): Promise<void> {
    const checks = this.#checks;
    // The dialog can be closed by now.
    const isOutdated = () => checks !== this.#checks || !checks.every(({ isShown }) => isShown);
    if (isOutdated()) return;
    const results = await Promise.all(checks.map((check) => check.check()));
    if (isOutdated()) return;
    const failed = results.map((result) => result.failed).find((failure) => failure?.isHubFailure && !failure.noHub);
    afterClick(() => {
      this.banner.textContent = failed ? failureWords(failed) : '';
    });
    // The last field is the most specific, e.g. the component of a property.
    const presents = results.map(({ entry }) => entry?.present).filter((present) => present !== undefined);
    this.#value?.setPresent(presents.at(-1));
  }
}

interface CheckResult {
  readonly entry?: ListRow;
  readonly failed?: ListFailure;
}

/** The thing of a parameter, as the hub listed it. */
interface Found {
  readonly param: string;
  readonly entry: ListRow;
  readonly list: Omit<ReadList, 'hub'>;
}

/** The look-up of one field. */
class FieldCheck {
  readonly #field: Field;
  readonly #lookup: Lookup;
  readonly #dialog: DialogParams;
  readonly #text = element('div', { class: 'hub-hint hub-mark' });
  /** Undefined until the hub has listed it. */
  found: Found | undefined;
  #queryKey = '';
  /** Number of the last look-up. An earlier one has its result. */
  #lookUps = 0;
  #result: Promise<CheckResult> = Promise.resolve({});

  constructor(field: Field, lookup: Lookup, dialog: DialogParams) {
    this.#field = field;
    this.#lookup = lookup;
    this.#dialog = dialog;
    field.row.append(this.#text);
  }

  get isShown(): boolean {
    return this.#field.row.isConnected;
  }

  invalidate(): void {
    this.#queryKey = '';
  }

  /** The hub's entry for the field. Asks again only after a change or a failure. */
  check(): Promise<CheckResult> {
    const query = listQueryOf(this.#dialog, this.#field.parameter);
    const queryKey = JSON.stringify(query ?? '');
    if (queryKey !== this.#queryKey) {
      this.#queryKey = queryKey;
      this.#lookUps += 1;
      this.found = undefined;
      if (!query) this.#show('');
      this.#result = query ? this.#find(query, this.#lookUps) : Promise.resolve({});
    }
    return this.#result;
  }

  async #find({ names, chosen, params }: ListQuery, lookUp: number): Promise<CheckResult> {
    const listing = await this.#lookup.list(names, params);
    if (lookUp !== this.#lookUps) return this.#result;
    if ('reason' in listing) {
      this.invalidate();
      this.#show(listing.isHubFailure ? '' : failureWords(listing), true);
      return { failed: listing };
    }
    const meaning = meaningOf(names, listing.entries, chosen);
    const entry = 'entry' in meaning ? meaning.entry : undefined;
    const conflict = conflictText(chosen, meaning);
    if (conflict) this.#show(conflict, true);
    else if (entry) {
      const parent = Object.fromEntries((needsOf(names) ?? []).flatMap((need) => parentOf(need, params)));
      this.found = { param: this.#field.parameter.name, entry, list: { kind: names, parent, entries: [entry] } };
      this.#show(describe(entry, chosen), isRenamed(chosen, entry));
    } else this.#show(listing.more > 0 ? '' : words('pick.notListed'), true);
    return { entry };
  }

  #show(text: string, isAbsent = false): void {
    afterClick(() => {
      this.#text.textContent = text;
      this.#text.classList.toggle('hub-absent', isAbsent && text !== '');
    });
  }
}

/** The kind and the thing of a parameter that a list needs. */
function parentOf({ param, names }: Need, params: ListQuery['params']): [string, ListRow][] {
  const saved = params[param];
  return names && saved ? [[names, { value: saved.value, label: saved.label || saved.value }]] : [];
}

/** Why the id and the name do not agree. '' if they do, or if the thing only has another name. */
function conflictText({ value, label = '' }: SavedParam, meaning: Meaning<ListRow>): string {
  if (meaning.is === 'two') {
    const ids = meaning.named.map((each) => String(each.value)).join(', ');
    return words('pick.twoThings', { name: label, id: value, now: meaning.entry.label, ids });
  }
  if (meaning.is !== 'renamed' || isSameId(meaning.entry.value, value)) return '';
  return words('pick.otherId', { name: label, id: String(meaning.entry.value) });
}

const failureWords = ({ reason, offline }: ListFailure): string =>
  offline ? reason : words('pick.unchecked', { reason });

interface ListQuery {
  readonly names: string;
  readonly chosen: SavedParam;
  readonly params: Readonly<Record<string, SavedParam>>;
}

/** The query for a parameter. Undefined while one of the parameters that it needs is not fixed. */
function listQueryOf(dialog: DialogParams, { name, names }: PublicParameter): ListQuery | undefined {
  const needs = needsOf(names);
  const chosen = fixedParam(dialog, name);
  if (!names || !needs || !chosen || chosen.type === 'env' || isEnvironment(chosen.value)) return undefined;
  const pairs = needs.map(({ param }) => [param, fixedParam(dialog, param)] as const);
  const filled = pairs.filter((pair): pair is [string, SavedParam] => pair[1] !== undefined);
  return filled.length === needs.length ? { names, chosen, params: Object.fromEntries(filled) } : undefined;
}

/** A present value can be a whole matrix. Its start is enough. */
const MAX_LENGTH = 81;

function describe(entry: ListRow, chosen: SavedParam): string {
  const { label, note, present } = entry;
  if (isRenamed(chosen, entry)) return words('renames.mark', { name: label });
  const name = chosen.label === undefined && label !== chosen.value ? [label] : [];
  const text = present === undefined ? '' : formatValue(present);
  const shown = cut(text, MAX_LENGTH);
  const value = shown ? [words('pick.present', { value: shown })] : [];
  return [...name, ...(note ? [noteText(note)] : []), ...value].join(' · ');
}
