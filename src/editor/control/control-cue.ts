import { ACTION, type SavedAction } from '../../saved/control.js';
import type { ControlNode } from '../base/control-actions.js';
import { element, fillSelect, formRow } from '../base/dom.js';
import { askEndpoint } from '../base/endpoint.js';
import { $ } from '../base/red.js';
import { words } from '../base/words.js';
import { type ActionPlace, DeskNodeField } from '../fields/desk-node-field.js';
import { includeSaved } from '../fields/input-types.js';
import { judgeField, optionsOf } from '../validate/judge.js';
import { showVerdict } from '../validate/show-verdict.js';

/** A deployed `hub-cues`, as reported by `src/nodes/endpoints/cue-routes.ts`. */
interface CuesNodeReport {
  readonly id: string;
  readonly hub: string;
  readonly cues: readonly { readonly number: string; readonly name: string }[];
}

/** The fields of an operation on a cue list. */
export class CueFields {
  readonly #operation: HTMLSelectElement;
  readonly #cue: HTMLInputElement;
  readonly #cueRow: HTMLElement;
  readonly #cuesNode: DeskNodeField;
  readonly #cues: HTMLDataListElement;

  constructor(node: ControlNode, saved: SavedAction, place: ActionPlace) {
    const { container, prefix } = place;
    const idOf = (field: string) => `node-input-${prefix}${field}`;
    this.#cues = element('datalist', { id: `${idOf('cue')}-numbers` });
    this.#cue = element('input', { type: 'text', id: idOf('cue'), list: this.#cues.id });
    this.#cue.value = String(saved.cue ?? '');
    this.#operation = element('select', { id: idOf('cueOperation'), class: 'hub-choice' });
    const operation = String(saved.cueOperation || 'go');
    fillSelect(this.#operation, includeSaved(optionsOf(ACTION.fields.cueOperation), operation), operation);
    this.#cueRow = formRow(words('control.cue'), this.#cue);
    container.append(formRow(words('editor.operation'), this.#operation), this.#cueRow, this.#cues);
    const cuesNode = { node, id: idOf('cuesNode'), saved: String(saved.cuesNode ?? '') };
    this.#cuesNode = new DeskNodeField('hub-cues', place, cuesNode, () => void this.#listCues());
    showVerdict(this.#cue, (number) => {
      const action = { does: 'cue', cueOperation: this.#operation.value };
      return judgeField(ACTION, action, 'cue', number);
    });
    const showCue = () => {
      this.#cueRow.hidden = this.#operation.value !== 'goto';
    };
    $(this.#operation).on('change', showCue);
    showCue();
    void this.#listCues();
  }

  read(): Pick<SavedAction, 'cuesNode' | 'cueOperation' | 'cue'> {
    const operation = this.#operation.value;
    return {
      ...(this.#cuesNode.value && { cuesNode: this.#cuesNode.value }),
      cueOperation: operation,
      ...(operation === 'goto' && { cue: this.#cue.value.trim() }),
    };
  }

  /** Offers the numbers of the cues with their names. Without an answer, the number can only be typed. */
  async #listCues(): Promise<void> {
    const reports = await askEndpoint<readonly CuesNodeReport[]>(['cues'], undefined, { area: 'hub-cues' }).catch(
      () => [],
    );
    const { hub: chosenHub, value } = this.#cuesNode;
    const own = reports.filter(({ id, hub }) => hub === chosenHub && ['', id].includes(value));
    const cues = own.flatMap((report) => report.cues);
    const options = cues.map(({ number, name }) => element('option', { value: number }, `${number} ${name}`.trim()));
    this.#cues.replaceChildren(...options);
  }
}
