import { element, formRow } from '../base/dom.js';
import { askEndpoint } from '../base/endpoint.js';
import { words } from '../base/words.js';
import { judgeLookName } from '../validate/judge-actions.js';
import { showVerdict } from '../validate/show-verdict.js';

/** A deployed `hub-look`, as reported by `src/nodes/endpoints/look-routes.ts`. */
interface LookNodeReport {
  readonly id: string;
  readonly hub: string;
  readonly looks: readonly { readonly name: string }[];
}

/** The place of the name of a look in a dialog. */
interface LookNamePlace {
  /** An element of the dialog. */
  readonly container: HTMLElement;
  readonly id: string;
  readonly saved: string;
  /** True for the nodes whose looks are offered. */
  readonly offers: (node: Pick<LookNodeReport, 'id' | 'hub'>) => boolean;
}

/** The name of a stored look. */
export class LookNameField {
  readonly #input: HTMLInputElement;
  readonly #names: HTMLDataListElement;
  readonly #offers: LookNamePlace['offers'];

  constructor({ container, id, saved, offers }: LookNamePlace) {
    this.#offers = offers;
    this.#names = element('datalist', { id: `${id}-names` });
    this.#input = element('input', { type: 'text', id, list: this.#names.id });
    this.#input.value = saved;
    container.append(formRow(words('look.look'), this.#input), this.#names);
    showVerdict(this.#input, judgeLookName);
    void this.listNames();
  }

  get name(): string {
    return this.#input.value.trim();
  }

  /** Offers the names of the stored looks. Without an answer, the name can only be typed. */
  async listNames(): Promise<void> {
    const reports = await askEndpoint<readonly LookNodeReport[]>(['looks'], undefined, { area: 'hub-look' }).catch(
      () => [],
    );
    const names = new Set(reports.filter(this.#offers).flatMap(({ looks }) => looks.map(({ name }) => name)));
    this.#names.replaceChildren(...[...names].map((value) => element('option', { value })));
  }
}
