import { element } from '../base/dom.js';
import { $ } from '../base/red.js';
import { words } from '../base/words.js';

/**
 * A visible header. Its slot is the number of the credential that holds its value, because the editor cannot move a
 * secret.
 */
interface HeaderRow {
  readonly slot: number;
  readonly saved: string;
}

/** The extra headers of every request, as a list of names and secrets. */
export class HeaderList {
  readonly #list: HTMLElement;
  readonly #secrets: readonly HTMLInputElement[];
  readonly #store: HTMLElement;
  readonly #names = new Map<number, HTMLInputElement>();

  /**
   * `store` holds one input for each slot. Node-RED fills and saves these inputs. The list borrows those that it shows.
   */
  constructor(list: HTMLElement, store: HTMLElement, saved: readonly string[], onRemove: () => void) {
    this.#list = list;
    this.#store = store;
    this.#secrets = [...store.querySelectorAll('input')];
    for (const secret of this.#secrets) secret.setAttribute('aria-label', words('config.headerValue'));
    $(list).editableList<HeaderRow>({
      addButton: words('config.addHeader'),
      height: 'auto',
      removable: true,
      addItem: ([row], _index, data) => {
        // A new row has no slot yet. `removeItem` gets the same object.
        const { slot, saved: name } = Object.assign(data, { slot: this.#freeSlot(), saved: '', ...data });
        row?.append(this.#nameInput(slot, name), this.#secrets[slot - 1] as Node);
        row?.classList.add('hub-header');
        row?.parentElement?.querySelector('a')?.setAttribute('aria-label', words('config.removeHeader'));
        this.#updateAddButton();
      },
      removeItem: ({ slot }) => {
        // A row fades before it is removed. By then the dialog can be closed.
        if (!list.isConnected) return;
        this.#clearSlot(slot);
        this.#updateAddButton();
        onRemove();
      },
    });
    for (const [index, name] of saved.entries())
      if (name && index < this.#secrets.length) $(list).editableList('addItem', { slot: index + 1, saved: name });
    this.#updateAddButton();
  }

  /** The names by slot, '' for a free slot. */
  names(): string[] {
    return this.#secrets.map((_, index) => this.#names.get(index + 1)?.value.trim() ?? '');
  }

  /** Clears rows without a name, so that no invisible secret remains. */
  close(): void {
    const REMOVING = '.red-ui-editableList-item-deleting';
    for (const [slot, name] of this.#names) if (!name.value.trim() || name.closest(REMOVING)) this.#clearSlot(slot);
  }

  #nameInput(slot: number, name: string): HTMLInputElement {
    const input = element('input', { type: 'text', placeholder: words('config.headerName') });
    input.setAttribute('aria-label', words('config.headerName'));
    input.value = name;
    this.#names.set(slot, input);
    return input;
  }

  #clearSlot(slot: number): void {
    const secret = this.#secrets[slot - 1];
    this.#names.delete(slot);
    if (!secret) return;
    secret.value = '';
    this.#store.append(secret);
  }

  #freeSlot(): number {
    return this.#secrets.findIndex((_, index) => !this.#names.has(index + 1)) + 1;
  }

  #updateAddButton(): void {
    const button = this.#list.closest('.red-ui-editableList')?.querySelector('.red-ui-editableList-addButton');
    button?.toggleAttribute('disabled', this.#names.size === this.#secrets.length);
  }
}
