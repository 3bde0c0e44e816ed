import { element, setText } from '../base/dom.js';
import { askEndpoint, reasonOf } from '../base/endpoint.js';
import { canEditFlows, red } from '../base/red.js';
import { words } from '../base/words.js';
import { LostHubs } from '../section/lost-hubs.js';
import { PollLoop } from '../section/poll-loop.js';
import type { CreateSection } from '../section/section.js';
import { KeyGrid } from './key-grid.js';
import type { KeyAct } from './key-hand.js';
import { PageActs } from './page-acts.js';
import { type ControlReport, pagesOf } from './surface-page.js';

/** Pause between two requests, in ms. */
const PAUSE_MS = 1000;
/** Pause between two requests after a press, in ms. */
const FOLLOW_MS = 150;
/** A light follows its press within this time, in ms. A watch reads 100 ms after a command. */
const EFFECT_MS = 1500;

/** Grey, as a light without a known state. */
const UNKNOWN = { state: 'unknown', colour: [128, 128, 128], blink: true } as const;

/** The controls of one surface in its shape, with their present lights. */
export const keysSection: CreateSection = (container, context) => {
  const problem = element('div', { class: 'hub-side-problem', role: 'status' });
  /** The failure of the request for the last press. */
  const failure = element('div', { class: 'hub-side-problem', role: 'status' });
  const note = element('div', { class: 'hub-side-note' });
  const select = element('select', { 'aria-label': words('params.surface') });
  const top = element('div', { class: 'hub-side-top hub-side-surface' }, select);
  const grid = new KeyGrid({ act, open });
  const acts = new PageActs();
  /** The sentences of the presses that failed. */
  const failures = element('div', { class: 'hub-side-problem', role: 'status' });
  let shownHubs: readonly string[] = [];
  const lost = new LostHubs(context, () => shownHubs);
  container.append(lost.element, problem, top, grid.element, failure, failures, note);
  let followsUntil = 0;
  let isFollowing = false;
  let isShown = false;
  let lastPressed = '';
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
      const text = reasonOf(error);
      // A newer answer has arrived, or will. A press that failed is always shown.
      if (reason === problem && request !== requests) return;
      setText(reason, text);
      if (reason === problem) forgetStates();
    }
    draw();
  }

  async function act(id: string, does: KeyAct): Promise<void> {
    if (does === 'press') lastPressed = id;
    await show(acts.send(id, does), failure);
    followsUntil = performance.now() + EFFECT_MS;
    if (!isFollowing) await follow();
  }

  /** A light does not wait for the next poll. */
  async function follow(): Promise<void> {
    isFollowing = true;
    while (performance.now() < followsUntil || (isShown && controls?.some((each) => each.note === 'waiting'))) {
      await new Promise((resolve) => setTimeout(resolve, FOLLOW_MS));
      if (isShown) await show(askEndpoint(['controls']), problem);
    }
    isFollowing = false;
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
    controls = controls?.map(({ value, note, failure, ...each }) => ({ ...each, ...UNKNOWN }));
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
    shownHubs = [...new Set(page?.controls.map(({ hub }) => hub))];
    lost.draw();
    const canPress = red.user.hasPermission('hub-control.write');
    if (page) grid.draw(page.label, page.controls, canPress);
    const failed = page?.controls.filter((each) => each.failure !== undefined) ?? [];
    // The section may be low, and the last press counts.
    failed.sort((one, other) => Number(other.id === lastPressed) - Number(one.id === lastPressed));
    const sentences = failed.map((each) => element('p', {}, `${each.text || each.control}: ${each.failure}`));
    if (failures.innerHTML !== sentences.map(({ outerHTML }) => outerHTML).join(''))
      failures.replaceChildren(...sentences);
    setText(note, words(page ? 'sidebar.keys.hint' : 'sidebar.keys.none'));
    if (page && !canPress) setText(note, words('sidebar.forbidden', { permission: 'hub-control.write' }));
  }

  select.addEventListener('change', draw);
  window.addEventListener('blur', () => grid.cancel());
  document.addEventListener('visibilitychange', () => grid.cancel());
  const poll = new PollLoop(() => show(askEndpoint(['controls']), problem), PAUSE_MS);
  return {
    show() {
      isShown = true;
      lost.start();
      poll.start();
    },
    hide() {
      isShown = false;
      lost.stop();
      poll.stop();
      requests += 1;
      grid.cancel();
      forgetStates();
      draw();
    },
  };
};
