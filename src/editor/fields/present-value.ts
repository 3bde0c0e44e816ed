import { isObject } from '../../hub/base/is-object.js';
import { element } from '../base/dom.js';
import { rounded, shownValue } from '../base/shown-value.js';
import { words } from '../base/words.js';
import type { Field } from './field.js';
import { isLiteral, typeOf } from './input-types.js';

/** A number somewhere in a value, e.g. at `location.x`. */
type Part = readonly [path: string, number: number];

/** The numbers that a vector or a track consists of; none where it holds anything else. */
function partsOf(value: unknown, above = ''): readonly Part[] {
  if (typeof value === 'number') return [[above, value]];
  if (!isObject(value)) return [];
  const inside = Object.entries(value).map(([name, part]) => partsOf(part, above ? `${above}.${name}` : name));
  return inside.every((parts) => parts.length > 0) ? inside.flat() : [];
}

/** Fits the field of a value to what the hub holds: the type first that it has, a vector or track as one number a part. */
export class PresentValue {
  readonly #field: Field;
  readonly #box = element('div', { class: 'hub-parts' });
  readonly #kind = element('div', { class: 'hub-hint hub-absent', role: 'status' });
  #present: unknown;
  /** The type that is offered first. */
  #fitted = '';
  /** The paths that are shown, so that typing draws nothing anew that is typed in. */
  #shown = '';

  constructor(field: Field) {
    this.#field = field;
    field.row.append(this.#box, this.#kind);
    this.follow();
  }

  /** `present` is what the hub holds; undefined: not known. */
  hold(present: unknown): void {
    this.#present = present;
    this.follow();
  }

  /** Shows what is filled in. */
  follow(): void {
    this.#fit();
    this.#kind.textContent = this.#otherKind();
    const value = this.#value();
    const parts = isObject(value) ? partsOf(value) : [];
    const shown = parts.map(([path]) => path).join();
    if (shown !== this.#shown) this.#box.replaceChildren(...parts.map(([path]) => this.#input(path)));
    this.#shown = shown;
    for (const [index, [, number]] of parts.entries()) {
      const input = this.#box.children[index]?.querySelector('input');
      if (input && input !== document.activeElement) input.value = String(rounded(number));
    }
  }

  /** That a literal is of another kind than what the hub holds; '' where it fits, or where nothing is known. */
  #otherKind(): string {
    const { type, value } = this.#field.read();
    if (this.#present === undefined || !isLiteral(type) || value === '') return '';
    const wanted = kindOf(this.#present);
    return wanted === kindOf(literalOf(type, value, wanted)) ? '' : words('pick.holds', holds(wanted, this.#present));
  }

  #fit(): void {
    // Other types are another menu: not while somebody is choosing from it. Closing it is a change, and comes back here.
    if (this.#present === undefined || this.#fitted === typeOf(this.#present) || isMenuOpen()) return;
    this.#fitted = typeOf(this.#present);
    this.#field.fit(this.#present);
  }

  /** What is filled in as JSON, or the present value that it starts from; undefined for anything else. */
  #value(): unknown {
    const { type, value } = this.#field.read();
    if (type !== 'json') return undefined;
    if (value.trim() === '') return this.#present;
    try {
      return JSON.parse(value);
    } catch {
      return undefined;
    }
  }

  #input(path: string): HTMLElement {
    const input = element('input', { type: 'number', step: 'any', title: words('editor.part', { path }) });
    input.addEventListener('input', () => {
      if (input.value === '') return;
      const changed = withPart(this.#value(), path.split('.'), Number(input.value));
      this.#field.fill({ type: 'json', value: JSON.stringify(changed) });
    });
    return element('label', {}, path, input);
  }
}

/** What a property's value is like, by the catalogue's key. */
type Kind = 'number' | 'text' | 'boolean' | 'vector' | 'list' | 'object';

function kindOf(value: unknown): Kind {
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  if (Array.isArray(value)) return 'list';
  if (!isObject(value)) return 'text';
  return partsOf(value).length > 0 ? 'vector' : 'object';
}

/** A literal as the hub gets it: text that reads like what is wanted becomes that on its way (`fit`). */
function literalOf(type: string, text: string, wanted: Kind): unknown {
  if (type === 'str' && wanted === 'text') return text;
  try {
    return JSON.parse(text.trim());
  } catch {
    return text;
  }
}

const holds = (kind: Kind, present: unknown) => ({
  kind: words(`kinds.${kind}`),
  value: shownValue(present).slice(0, LONGEST),
});

/** A present value may be long; its start tells enough. */
const LONGEST = 60;

const isMenuOpen = (): boolean =>
  [...document.querySelectorAll('.red-ui-typedInput-options')].some((menu) => menu.getClientRects().length > 0);

function withPart(value: unknown, [name, ...below]: readonly string[], number: number): unknown {
  if (name === undefined) return number;
  const whole = value as Readonly<Record<string, unknown>>;
  return { ...whole, [name]: withPart(whole[name], below, number) };
}
