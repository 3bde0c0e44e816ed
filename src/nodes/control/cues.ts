import type { NodeMessage, NodeStatus } from 'node-red';
import type { Hub } from '../../hub/hub.js';
import { badInput, HubError } from '../../hub/wire/errors.js';
import { ACTION, CUE_ACTIONS, type SavedAction } from '../../saved/control.js';
import { fieldValue } from '../../saved/field.js';
import { cueMessage } from '../cues/cue-message.js';
import { requestOf, senderOf } from '../cues/cue-request.js';
import { shownCue } from '../cues/cue-view.js';
import { failCue, NOTES, runCue } from '../cues/run-cue.js';
import { remainingMs } from '../message/message.js';
import { cuesChanged, cuesOf, type RunningCues } from '../registry/registry.js';
import { type Lifetime, logErrors } from '../runtime/lifetime.js';
import type { RuntimeWords } from '../runtime/node-texts.js';
import { onInput } from '../runtime/on-input.js';
import { Status } from '../status/status.js';
import type { Part, Parts } from './part.js';

const operationOf = ({ cueOperation }: SavedAction): (typeof CUE_ACTIONS)[number] =>
  CUE_ACTIONS.find((each) => each === cueOperation) ?? CUE_ACTIONS[0];

/** The cue that a key always plays. Undefined: it follows the list. */
const fixedCue = (action: SavedAction): string | undefined =>
  operationOf(action) === 'goto' ? (action.cue ?? '').trim() : undefined;

/** Starts the operation of an action on a cue list. All controls of a list share its lockout. Throws `BAD_INPUT`. */
export function startCuePart(
  parts: Parts,
  words: RuntimeWords,
  hub: Hub,
  action: SavedAction,
  show: (part: Part, status: NodeStatus) => void,
): Part {
  const cue = fixedCue(action);
  if (cue === '') throw badInput('cue', cue, { key: 'text' });
  const part = parts.add({ status: (shown) => show(part, shown) });
  const { life } = part;
  const status = new Status(life, words, hub);
  const expiryMs = (fieldValue(ACTION.expiry, action.expiry) ?? Number.POSITIVE_INFINITY) * 1000;

  async function press(msg: NodeMessage & { readonly by?: unknown }, send: (msg: NodeMessage) => void): Promise<void> {
    const cues = cuesOf(hub, action.cuesNode);
    if (!cues) throw new HubError('BAD_INPUT', { sentence: 'noCuesNode' });
    const request = requestOf(operationOf(action), cue, senderOf({ ...msg, by: msg.by ?? life.node.name }));
    if (!('press' in request)) return;
    const remaining = Math.min(expiryMs, remainingMs(msg, life.clock.now()) ?? Number.POSITIVE_INFINITY);
    const limit = Number.isFinite(remaining) ? remaining : undefined;
    // While the cue runs, the status is the state of the list.
    const note = await runCue({ ...cues, life }, request.press, msg, limit, send);
    // An ignored press does not end a failure.
    if (!note) status.recovered();
    status.note(note && NOTES[note]);
  }

  onInput(life, words, press, (msg, error) => {
    status.failed(error);
    return failCue(life, words, hub, msg, error);
  });
  return part;
}

/** The text of a key of a list: the cue that the state is about, or the name of the operation. */
export function cueText(words: RuntimeWords, action: SavedAction): string {
  const operation = operationOf(action);
  return operation === 'go' || operation === 'goto' ? '{{text}}' : words(`cues.choices.${operation}`);
}

/** Calls the listener with the present state of the list of an action, and with each later one. */
export function followCues(life: Lifetime, hub: Hub, action: SavedAction, listener: (msg: NodeMessage) => void): void {
  const report = () => {
    const cues = cuesOf(hub, action.cuesNode);
    if (!cues) listener({ payload: 'unknown', topic: 'cues', ...{ hub: { cues: '' } } });
    else if (cues.desk.state || cues.desk.problem !== undefined) listener(messageOf(cues, fixedCue(action)));
  };
  life.add(cuesChanged.watch(logErrors(life.node, report)));
  life.afterStart(report);
}

/** A key with a fixed cue shows the state of the list while it is about this cue. Otherwise it is dark. */
function messageOf(cues: RunningCues, number: string | undefined): NodeMessage {
  const message = cueMessage(cues);
  if (number === undefined) return message;
  const found = cues.desk.state?.list.get(number);
  if (!found) return { ...message, payload: 'unknown' };
  const view = cues.view();
  const cue = { number, name: found.name };
  const state = shownCue(view)?.number === number || view.state === 'unreadable' ? view.state : 'end';
  return { ...message, payload: { ...view, state, current: cue, standby: cue, failed: null } };
}
