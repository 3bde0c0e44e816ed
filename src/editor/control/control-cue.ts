import { ACTION, type SavedAction } from '../../saved/control.js';
import { element, formRow } from '../base/dom.js';
import { askEndpoint } from '../base/endpoint.js';
import type { ControlNode } from '../base/node-types.js';
import { $ } from '../base/red.js';
import { words } from '../base/words.js';
import { type ActionPlace, addDeskNode } from '../fields/desk-node-field.js';
import { choiceField } from '../fields/offer-choices.js';
import { judgeField } from '../validate/judge.js';
import { showVerdict } from '../validate/show-verdict.js';

/** A deployed `hub-cues`, as reported by `src/nodes/endpoints/cue-routes.ts`. */
interface CuesNodeReport {
  readonly id: string;
  readonly hub: string;
  readonly cues: readonly { readonly number: string; readonly name: string }[];
}

/** Adds the fields of an operation on a cue list. Returns the function that reads them. */
export function addCueFields(
  node: ControlNode,
  saved: SavedAction,
  place: ActionPlace,
): () => Pick<SavedAction, 'cuesNode' | 'cueOperation' | 'cue'> {
  const idOf = (field: string) => `node-input-${place.prefix}${field}`;
  const cues = element('datalist', { id: `${idOf('cue')}-numbers` });
  const cue = element('input', { type: 'text', id: idOf('cue'), list: cues.id });
  cue.value = String(saved.cue ?? '');
  const cueRow = formRow(words('control.cue'), cue);
  const operation = choiceField(idOf('cueOperation'), ACTION.fields.cueOperation, saved.cueOperation);
  place.container.append(formRow(words('editor.operation'), operation), cueRow, cues);
  const cuesNode = { node, id: idOf('cuesNode'), saved: String(saved.cuesNode ?? '') };
  const desk = addDeskNode('hub-cues', place, cuesNode, () => void listCues());
  showVerdict(cue, (number) => judgeField(ACTION, { does: 'cue', cueOperation: operation.value }, 'cue', number));
  const showCue = () => {
    cueRow.hidden = operation.value !== 'goto';
  };
  $(operation).on('change', showCue);
  showCue();
  void listCues();

  /** Offers the numbers of the cues with their names. Without an answer, the number can only be typed. */
  async function listCues(): Promise<void> {
    const asked = askEndpoint<readonly CuesNodeReport[]>(['cues'], undefined, { area: 'hub-cues' });
    const reports = await asked.catch(() => []);
    const own = reports.filter(({ id, hub }) => hub === desk.hub && ['', id].includes(desk.value));
    const all = own.flatMap((report) => report.cues);
    const options = all.map(({ number, name }) => element('option', { value: number }, `${number} ${name}`.trim()));
    cues.replaceChildren(...options);
  }

  return () => ({
    ...(desk.value && { cuesNode: desk.value }),
    cueOperation: operation.value,
    ...(operation.value === 'goto' && { cue: cue.value.trim() }),
  });
}
