import { element, setText } from '../../base/dom.js';
import { askEndpoint, reasonOf } from '../../base/endpoint.js';
import { canEditFlows, red } from '../../base/red.js';
import { words } from '../../base/words.js';
import { PollLoop } from '../base/poll-loop.js';
import type { CreateSection } from '../base/section.js';
import { KeyGrid } from './key-grid.js';
import { type ControlReport, pagesOf } from './surface-page.js';

/** Pause between two requests, in ms. */
const PAUSE_MS = 1000;

/** Grey, as a light without a known state. */
const UNKNOWN = { state: 'unknown', colour: [128, 128, 128], blink: true } as const;

/** The controls of one surface in its shape, with their present lights. */
export const keysSection: CreateSection = (container) => {
  const problem = element('div', { class: 'hub-side-problem', role: 'status' });
  /** The failure of the last press. */
  const failure = element('div', { class: 'hub-side-problem', role: 'status' });
  const note = element('div', { class: 'hub-side-note' });
  const select = element('select', { 'aria-label': words('params.surface') });
  const top = element('div', { class: 'hub-side-top hub-side-surface' }, select);
  const grid = new KeyGrid({ press, open });
  container.append(problem, failure, top, grid.element, note);
  let controls: readonly ControlReport[] | undefined;
  /** Only the answer to the newest request counts. */
  let requests = 0;

  /** Shows an answer, or the reason why there is none. */
  async function show(answer: Promise<readonly ControlReport[]>, reason: HTMLElement): Promise<void> {
    requests += 1;
    const request = requests;
    try {
      const all = await answer;
      setText(reason, '');
      if (request === requests) controls = all;
    } catch (error) {
      setText(reason, reasonOf(error));
      if (reason === problem) forgetStates();
    }
    draw();
  }

  function press(id: string): void {
    void show(askEndpoint(['controls', id, 'press'], {}, { area: 'hub-control' }), failure);
  }

  function open(id: string): void {
    const node = red.nodes.node(id);
    setText(failure, node ? '' : words('sidebar.journal.gone'));
    if (!node) return;
    red.view.reveal(id);
    if (canEditFlows()) red.editor.edit(node);
  }

  /** No state is shown that is not certain now. */
  function forgetStates(): void {
    controls = controls?.map((each) => ({ ...each, ...UNKNOWN, value: undefined }));
  }

  function draw(): void {
    if (!controls) return;
    const pages = pagesOf(controls);
    const page = pages.find(({ key }) => key === select.value) ?? pages[0];
    const options = pages.map(({ key, label }) => element('option', { value: key }, label));
    if (select.innerHTML !== options.map(({ outerHTML }) => outerHTML).join('')) select.replaceChildren(...options);
    select.value = page?.key ?? '';
    top.hidden = pages.length < 2;
    grid.element.hidden = !page;
    const canPress = red.user.hasPermission('hub-control.write');
    if (page) grid.draw(page.label, page.controls, canPress);
    setText(note, words(page ? 'sidebar.keys.hint' : 'sidebar.keys.none'));
    if (page && !canPress) setText(note, words('sidebar.forbidden', { permission: 'hub-control.write' }));
  }

  select.addEventListener('change', draw);
  const poll = new PollLoop(() => show(askEndpoint(['controls']), problem), PAUSE_MS);
  return {
    show: () => poll.start(),
    hide() {
      poll.stop();
      requests += 1;
      grid.cancel();
      forgetStates();
      draw();
    },
  };
};
