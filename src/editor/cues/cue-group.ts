import type { CueOperation } from '../../saved/cues.js';
import { type CueListReport, canWriteCues, operateCues } from '../base/cue-lists.js';
import { element, setText, smallButton } from '../base/dom.js';
import { problemSentence, reasonOf } from '../base/endpoint.js';
import { canEditFlows, red } from '../base/red.js';
import { words } from '../base/words.js';
import { GroupHead } from '../desk/group-head.js';
import { selectCue } from './cue-additions.js';
import { CueCheck } from './cue-check.js';
import { CueRows } from './cue-rows.js';

/** The sender of the operations of the sidebar, as in `cue-routes.ts`. */
const SIDEBAR = 'sidebar';

/** The list of one node: its position, its buttons and its cues. Its title shows the node on the canvas. */
export class CueGroup {
  readonly #id: string;
  readonly #onAnswer: (report: CueListReport) => void;
  readonly #head: GroupHead;
  readonly #state = element('div', { class: 'hub-cue-position', role: 'status' });
  readonly #by = element('div', { class: 'hub-side-note' });
  readonly #check: CueCheck;
  readonly #question = element('span');
  readonly #asks: HTMLElement;
  readonly #go: HTMLButtonElement;
  readonly #rows: CueRows;
  readonly element: HTMLElement;

  /** `onAnswer` gets the state after a press. */
  constructor(id: string, onAnswer: (report: CueListReport) => void) {
    this.#id = id;
    this.#onAnswer = onAnswer;
    this.#head = new GroupHead(id, 'alert');
    this.#rows = new CueRows(
      (number) => canWriteCues() && void this.#operate('standby', number),
      (number) => selectCue(id, number),
    );
    this.#check = new CueCheck(
      id,
      () => true,
      (number) => this.#rows.focus(number),
    );
    this.#go = this.#button('go', 'hub-cue-go');
    const buttons = element(
      'div',
      { class: 'hub-side-look-buttons' },
      ...[this.#go, this.#button('back'), this.#button('next'), this.#button('stop')],
    );
    this.#asks = element(
      'div',
      { class: 'hub-cue-asks', role: 'alert' },
      this.#question,
      element('div', { class: 'hub-side-look-buttons' }, this.#button('again'), this.#button('next')),
    );
    const forbidden = canWriteCues() ? '' : words('sidebar.forbidden', { permission: 'hub-cues.write' });
    this.element = element(
      'section',
      { class: 'hub-cue-list' },
      ...[this.#head.title, this.#state, this.#head.problem, this.#asks, buttons, this.#head.note],
      ...[element('div', { class: 'hub-side-note' }, forbidden), this.#rows.element, this.#by],
      ...[element('div', { class: 'hub-side-look-buttons' }, ...this.#tools()), this.#check.element],
    );
  }

  draw(report: CueListReport): void {
    const { state, name, list, problem, cues } = report;
    this.#rows.label = this.#head.draw(name || list, problem ? problemSentence(problem) : holdText(report));
    setText(this.#state, cues.length === 0 && !problem ? words('sidebar.cues.noCues') : positionText(report));
    this.element.setAttribute('data-state', state.state);
    const isAsking = state.state === 'asking';
    // A second press at the same place would play the cue again.
    this.#go.disabled = isAsking || !canWriteCues();
    this.#asks.hidden = !isAsking;
    setText(
      this.#question,
      isAsking ? words('sidebar.cues.asks', { cue: cueText(state.failed?.cue ?? state.standby) }) : '',
    );
    setText(this.#by, state.by ? words('sidebar.cues.by', { by: senderText(state.by) }) : '');
    this.#rows.draw(report);
  }

  /** Shows no state, because none is certain now. */
  forgetStates(): void {
    this.element.removeAttribute('data-state');
    setText(this.#state, words('sidebar.cues.stateUnknown'));
    setText(this.#head.problem, '');
    this.#asks.hidden = true;
    this.#rows.forgetStates();
  }

  #button(operation: CueOperation, kind = ''): HTMLButtonElement {
    const press = () => void this.#operate(operation);
    const button = smallButton(words(`cues.choices.${operation}`), press);
    if (kind) button.classList.add(kind);
    button.setAttribute('data-operation', operation);
    button.disabled = !canWriteCues();
    return button;
  }

  #tools(): readonly HTMLElement[] {
    const { button } = this.#check;
    button.disabled = !canWriteCues();
    const edit = () => this.#head.useNode((node) => red.editor.edit(node));
    return canEditFlows() ? [smallButton(words('sidebar.cues.edit'), edit), button] : [button];
  }

  async #operate(operation: CueOperation, cue?: string): Promise<void> {
    try {
      const { note, ...report } = await operateCues(this.#id, operation, cue);
      setText(this.#head.note, note ? words(`sidebar.cues.notes.${note}`) : '');
      this.#onAnswer(report);
    } catch (error) {
      setText(this.#head.note, reasonOf(error));
    }
  }
}

type CueState = CueListReport['state'];

const cueText = (cue: CueState['standby']): string => (cue ? `${cue.number} ${cue.name}`.trim() : '');

/** The position in the words of the status of the node. */
function positionText({ state }: CueListReport): string {
  const { state: kind, current, standby, failed } = state;
  const cue = kind === 'running' ? current : (failed?.cue ?? standby);
  const text = words(`cues.states.${kind}`, { cue: cueText(kind === 'standby' ? standby : cue) });
  return kind === 'running' && standby ? `${text} · ${words('cues.states.standby', { cue: cueText(standby) })}` : text;
}

/** A failure states itself whether something was sent. */
function holdText({ state: { state, failed } }: CueListReport): string {
  if (!failed) return state === 'restarted' ? words('sidebar.cues.restarted') : '';
  const { cue, step, reason } = failed;
  // The sentence about a whole cue begins with it.
  return step === null ? reason : `${words('cues.step', { cue: cueText(cue), step })}: ${reason}`;
}

const senderText = (by: string): string => (by === SIDEBAR ? words('sidebar.cues.sidebar') : by);
