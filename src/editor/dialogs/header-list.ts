import { element } from '../base/dom.js';
import { $ } from '../base/red.js';
import { words } from '../base/words.js';

/** A header that is shown. It keeps its slot, the number of the credential with its value: no editor can move a secret. */
interface Row {
  readonly slot: number;
  readonly saved: string;
}

/** The extra headers of every request, as a list of names and secrets. */
export class HeaderList {
  readonly #list: HTMLElement;
  readonly #secrets: readonly HTMLInputElement[];
  readonly #home: HTMLElement;
  readonly #names = new Map<number, HTMLInputElement>();

  /** `home` holds one input a slot, which Node-RED fills and saves by itself; shown ones stand in the list meanwhile. */
  constructor(list: HTMLElement, home: HTMLElement, saved: readonly string[], removed: () => void) {
    this.#list = list;
    this.#home = home;
    this.#secrets = [...home.querySelectorAll('input')];
    for (const secret of this.#secrets) secret.setAttribute('aria-label', words('config.headerValue'));
    $(list).editableList<Row>({
      addButton: words('config.addHeader'),
      height: 'auto',
      removable: true,
      addItem: ([row], _index, data) => {
        // A row of the button has no slot yet; the list gives the same object back when it is removed.
        const { slot, saved: name } = Object.assign(data, { slot: this.#freeSlot(), saved: '', ...data });
        row?.append(this.#nameInput(slot, name), this.#secrets[slot - 1] as Node);
        row?.classList.add('hub-header');
        row?.parentElement?.querySelector('a')?.setAttribute('aria-label', words('config.removeHeader'));
        this.#allowAdding();
      },
      removeItem: ({ slot }) => {
        // A row fades before it is removed; by then the dialog may be gone.
        if (!list.isConnected) return;
        this.#free(slot);
        this.#allowAdding();
        removed();
      },
    });
    for (const [index, name] of saved.entries())
      if (name && index < this.#secrets.length) $(list).editableList<Row>('addItem', { slot: index + 1, saved: name });
    this.#allowAdding();
  }

  /** The names by slot; '' is a free one. */
  names(): string[] {
    return this.#secrets.map((_, index) => this.#names.get(index + 1)?.value.trim() ?? '');
  }

  /** Ends what is shown without a name, so that no secret stays behind that nobody sees. */
  close(): void {
    const removing = '.red-ui-editableList-item-deleting';
    for (const [slot, name] of this.#names) if (!name.value.trim() || name.closest(removing)) this.#free(slot);
  }

  #nameInput(slot: number, name: string): HTMLInputElement {
    const input = element('input', { type: 'text', placeholder: words('config.headerName') });
    input.setAttribute('aria-label', words('config.headerName'));
    input.value = name;
    this.#names.set(slot, input);
    return input;
  }

  #free(slot: number): void {
    const secret = this.#secrets[slot - 1];
    this.#names.delete(slot);
    if (!secret) return;
    secret.value = '';
    this.#home.append(secret);
  }

  #freeSlot(): number {
    return this.#secrets.findIndex((_, index) => !this.#names.has(index + 1)) + 1;
  }

  #allowAdding(): void {
    const button = this.#list.closest('.red-ui-editableList')?.querySelector('.red-ui-editableList-addButton');
    button?.toggleAttribute('disabled', this.#names.size === this.#secrets.length);
  }
}
