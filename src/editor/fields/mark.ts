import type { Listed } from '../../hub/lists/bounded.js';
import type { PublicParameter } from '../../hub/table/public-table.js';
import { isEnvironment } from '../../saved/environment.js';
import type { SavedParam } from '../../saved/param.js';
import { element } from '../base/dom.js';
import { shownValue } from '../base/shown-value.js';
import { whenStill } from '../base/when-still.js';
import { noteWords, words } from '../base/words.js';
import { type Place, standing } from '../picking/dialog-params.js';
import { needsOf } from '../picking/listings.js';
import type { Lookup } from '../picking/lookup.js';
import type { Failed } from '../picking/runtime-api.js';
import type { Field } from './field.js';
import type { PresentValue } from './present-value.js';

/** How long nothing is typed before the hub is asked, in ms. */
const PAUSE_MS = 300;

/**
 * Says below each field what the hub knows of the thing that is filled in, and once for all if it cannot be asked; what
 * is filled in stays, whatever that is.
 */
export class Marks {
  readonly #lookup: Lookup;
  readonly #place: Place;
  /** Stands at the top of the dialog. */
  readonly banner = element('div', { class: 'hub-banner', role: 'status' });
  #marks: readonly Mark[] = [];
  #value: PresentValue | undefined;
  #timer = 0;

  constructor(lookup: Lookup, place: Place) {
    this.#lookup = lookup;
    this.#place = place;
  }

  /** Looks at these fields from now on; `value` is the field of what one of them holds. */
  watch(fields: readonly Field[], value: PresentValue | undefined): void {
    this.#marks = fields
      .filter(({ parameter }) => needsOf(parameter.names))
      .map((field) => new Mark(field, this.#lookup, this.#place));
    this.#value = value;
    void this.#look();
  }

  /** Looks again when nothing was changed for a moment. */
  soon(): void {
    this.#value?.follow();
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#look(), PAUSE_MS);
  }

  /** Looks at everything again: another hub may know other things. */
  again(): void {
    for (const mark of this.#marks) mark.forget();
    void this.#look();
  }

  async #look(): Promise<void> {
    const marks = this.#marks;
    // The dialog may be closed by now, and with it every field.
    const isOver = () => marks !== this.#marks || !marks.every(({ isShown }) => isShown);
    if (isOver()) return;
    const found = await Promise.all(marks.map((mark) => mark.look()));
    if (isOver()) return;
    const failed = found.map((one) => one.failed).find((failure) => failure?.ofHub && !failure.noHub);
    whenStill(() => {
      this.banner.textContent = failed ? failureWords(failed) : '';
    });
    // The innermost thing tells: a component before its property.
    const presents = found.map(({ entry }) => entry?.present).filter((present) => present !== undefined);
    this.#value?.hold(presents.at(-1));
  }
}

/** What came of looking for a thing on the hub. */
interface Found {
  readonly entry?: Listed;
  readonly failed?: Failed;
}

/** What the hub knows of one field's thing. */
class Mark {
  readonly #field: Field;
  readonly #lookup: Lookup;
  readonly #place: Place;
  readonly #text = element('div', { class: 'hub-hint hub-mark' });
  #asked = '';
  #found: Promise<Found> = Promise.resolve({});

  constructor(field: Field, lookup: Lookup, place: Place) {
    this.#field = field;
    this.#lookup = lookup;
    this.#place = place;
    field.row.append(this.#text);
  }

  get isShown(): boolean {
    return this.#field.row.isConnected;
  }

  forget(): void {
    this.#asked = '';
  }

  /** The hub's own entry of the thing, if it has one; asks only for what has changed, or could not be told. */
  look(): Promise<Found> {
    const question = questionOf(this.#place, this.#field.parameter);
    const asked = JSON.stringify(question ?? '');
    if (asked !== this.#asked) {
      this.#asked = asked;
      if (!question) this.#say('');
      this.#found = question ? this.#find(question, asked) : Promise.resolve({});
    }
    return this.#found;
  }

  async #find({ names, chosen, params }: Question, asked: string): Promise<Found> {
    const listing = await this.#lookup.list(names, params);
    if (asked !== this.#asked) return {};
    if ('reason' in listing) {
      this.forget();
      this.#say(listing.ofHub ? '' : failureWords(listing), true);
      return { failed: listing };
    }
    const entry = listing.entries.find(({ value }) => String(value) === chosen.value);
    if (entry) this.#say(describe(entry, chosen));
    else this.#say(listing.more > 0 ? '' : words('pick.notListed'), true);
    return { entry };
  }

  #say(text: string, isAbsent = false): void {
    whenStill(() => {
      this.#text.textContent = text;
      this.#text.classList.toggle('hub-absent', isAbsent && text !== '');
    });
  }
}

const failureWords = ({ reason, offline }: Failed): string =>
  words(offline ? 'pick.offline' : 'pick.unchecked', { reason });

interface Question {
  readonly names: string;
  readonly chosen: SavedParam;
  readonly params: Readonly<Record<string, SavedParam>>;
}

/** What to ask the hub about a parameter; undefined while not all is known that it takes. */
function questionOf(place: Place, { name, names }: PublicParameter): Question | undefined {
  const needs = needsOf(names);
  const chosen = standing(place, name);
  if (!names || !needs || !chosen || chosen.type === 'env' || isEnvironment(chosen.value)) return undefined;
  const known = needs.map(({ param }) => [param, standing(place, param)] as const);
  const filled = known.filter((pair): pair is [string, SavedParam] => pair[1] !== undefined);
  return filled.length === needs.length ? { names, chosen, params: Object.fromEntries(filled) } : undefined;
}

/** A present value may be a whole matrix; its start tells enough. */
const LONGEST = 80;

function describe({ label, note, present }: Listed, chosen: SavedParam): string {
  const name = chosen.label === undefined && label !== chosen.value ? [label] : [];
  const text = present === undefined ? '' : shownValue(present);
  const shown = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  const value = shown ? [words('pick.present', { value: shown })] : [];
  return [...name, ...(note ? [noteWords(note)] : []), ...value].join(' · ');
}
