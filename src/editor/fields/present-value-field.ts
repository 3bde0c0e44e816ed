import { roundForDisplay } from '../../base/display.js';
import { numberIn } from '../../base/numbers.js';
import { isObject, withValueAt } from '../../base/values.js';
import { element } from '../base/dom.js';
import { formatValue, words } from '../base/words.js';
import type { Field } from './field.js';
import { inputTypeOf, isLiteral } from './input-types.js';

/** A number inside a value, e.g. at `location.x`. */
type NumberPart = readonly [path: string, number: number];

/** The numbers of a vector or a track. Empty if the value holds anything else. */
function numberParts(value: unknown, path = ''): readonly NumberPart[] {
  if (typeof value === 'number') return [[path, value]];
  if (!isObject(value)) return [];
  const parts = Object.entries(value).map(([name, part]) => numberParts(part, path ? `${path}.${name}` : name));
  return parts.every((parts) => parts.length > 0) ? parts.flat() : [];
}

/**
 * Fits the field of a value to the present value: puts its type first, and shows one number field for each part of a
 * vector or track.
 */
export class PresentValueField {
  readonly #field: Field;
  readonly #box = element('div', { class: 'hub-parts' });
  readonly #kindNote = element('div', { class: 'hub-hint hub-absent', role: 'status' });
  #present: unknown;
  #firstType = '';
  /** Only new paths replace the inputs, so typing keeps the focus. */
  #shownPaths = '';

  constructor(field: Field) {
    this.#field = field;
    field.row.append(this.#box, this.#kindNote);
    this.update();
  }

  /** `present` is the value on the hub, undefined if unknown. */
  setPresent(present: unknown): void {
    this.#present = present;
    this.update();
  }

  update(): void {
    this.#orderTypes();
    this.#kindNote.textContent = this.#kindMismatch();
    const value = this.#value();
    const parts = isObject(value) ? numberParts(value) : [];
    const paths = parts.map(([path]) => path).join();
    if (paths !== this.#shownPaths) this.#box.replaceChildren(...parts.map(([path]) => this.#input(path)));
    this.#shownPaths = paths;
    for (const [index, [, number]] of parts.entries()) {
      const input = this.#box.children[index]?.querySelector('input');
      if (input && input !== document.activeElement) input.value = String(roundForDisplay(number));
    }
  }

  /** The message that a literal has another kind than the present value, '' if it fits or nothing is known. */
  #kindMismatch(): string {
    const { type, value } = this.#field.read();
    if (this.#present === undefined || !isLiteral(type) || value === '') return '';
    const presentKind = kindOf(this.#present);
    return presentKind === kindOf(literalOf(type, value, presentKind))
      ? ''
      : words('pick.holds', presentFacts(presentKind, this.#present));
  }

  #orderTypes(): void {
    // New types would replace a menu that is open. When it closes, it fires a change, which leads here again.
    if (this.#present === undefined || this.#firstType === inputTypeOf(this.#present) || isMenuOpen()) return;
    this.#firstType = inputTypeOf(this.#present);
    this.#field.orderTypes(this.#present);
  }

  /** The JSON in the field, or the present value for an empty field. Undefined otherwise. */
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
    const input = element('input', { type: 'text', inputmode: 'decimal', title: words('editor.part', { path }) });
    input.addEventListener('input', () => {
      const number = numberIn(input.value);
      input.classList.toggle('input-error', number === undefined && input.value.trim() !== '');
      if (number === undefined) return;
      const changed = withValueAt(this.#value(), path.split('.'), number);
      this.#field.fill({ type: 'json', value: JSON.stringify(changed) });
    });
    return element('label', {}, path, input);
  }
}

/** The kind of a value, as the catalogue's key. */
type ValueKind = 'number' | 'text' | 'boolean' | 'vector' | 'list' | 'object';

function kindOf(value: unknown): ValueKind {
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  if (Array.isArray(value)) return 'list';
  if (!isObject(value)) return 'text';
  return numberParts(value).length > 0 ? 'vector' : 'object';
}

/** A literal as the hub gets it. Text that looks like the expected type is converted before sending. */
function literalOf(type: string, text: string, presentKind: ValueKind): unknown {
  if (type === 'str' && presentKind === 'text') return text;
  const number = numberIn(text);
  if (number !== undefined) return number;
  try {
    return JSON.parse(text.trim());
  } catch {
    return text;
  }
}

const presentFacts = (kind: ValueKind, present: unknown) => ({
  kind: words(`kinds.${kind}`),
  value: formatValue(present).slice(0, MAX_LENGTH),
});

/** A present value can be long. Its start is enough. */
const MAX_LENGTH = 60;

const isMenuOpen = (): boolean =>
  [...document.querySelectorAll('.red-ui-typedInput-options')].some((menu) => menu.getClientRects().length > 0);
