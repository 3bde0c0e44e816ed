import type { NodeMessage } from 'node-red';
import { cuesOfNumber } from '../../cues/find-cue.js';
import type { CueList } from '../../cues/list.js';
import type { Hub } from '../../hub/hub.js';
import { HubError } from '../../hub/wire/errors.js';
import type { ActionValues } from '../../saved/control.js';
import { cueMessage } from '../cues/cue-message.js';
import { requestOf, senderOf } from '../cues/cue-request.js';
import { shownCue } from '../cues/cue-view.js';
import { journalPress } from '../cues/journal-cue.js';
import { failCue, NOTES, runCue } from '../cues/run-cue.js';
import { remainingMs } from '../message/message.js';
import { cuesChanged, cuesOf, type RunningCues } from '../registry/registry.js';
import { Inputs } from '../runtime/inputs.js';
import { editorId, type Lifetime, logErrors } from '../runtime/lifetime.js';
import type { RuntimeWords } from '../runtime/node-texts.js';

import { Status } from '../status/status.js';

/** The cue that a key always plays. Undefined: it follows the list. */
const fixedCue = ({ cueOperation, cue }: ActionValues): string | undefined =>
  cueOperation === 'goto' ? cue : undefined;

/** The messages that run the operation of an action on a cue list. All controls of a list share its lockout. */
export function cueInputs(life: Lifetime, words: RuntimeWords, hub: Hub, action: ActionValues): Inputs {
  const status = new Status(life, words, hub);
  const expiryMs = (action.expiry ?? Number.POSITIVE_INFINITY) * 1000;

  async function press(msg: NodeMessage & { readonly by?: unknown }, send: (msg: NodeMessage) => void): Promise<void> {
    const cues = cuesOf(hub, action.cuesNode);
    const request = requestOf(
      action.cueOperation,
      fixedCue(action),
      senderOf({ ...msg, by: msg.by ?? life.node.name }),
    );
    if (!('press' in request)) return;
    if (!cues) {
      const error = new HubError('BAD_INPUT', { sentence: 'noCuesNode' });
      journalPress(hub, request.press, error, editorId(life.node));
      throw error;
    }
    const remaining = Math.min(expiryMs, remainingMs(msg, life.clock.now()) ?? Number.POSITIVE_INFINITY);
    const limit = Number.isFinite(remaining) ? remaining : undefined;
    // While the cue runs, the status is the state of the list.
    const note = await runCue({ ...cues, life }, request.press, msg, limit, send);
    // An ignored press does not end a failure.
    if (!note) status.recovered();
    status.note(note && NOTES[note]);
  }

  return new Inputs(life, words, {
    handle: press,
    fail: (msg, error) => {
      status.failed(error);
      return failCue(life, words, hub, msg, error);
    },
  });
}

/** The text of a key of a list: the cue that the state is about, or the name of the operation. */
export const cueText = (words: RuntimeWords, { cueOperation }: ActionValues): string =>
  cueOperation === 'go' || cueOperation === 'goto' ? '{{text}}' : words(`cues.choices.${cueOperation}`);

/** Calls the listener with the present state of the list of an action, and with each later one. */
export function followCues(life: Lifetime, hub: Hub, action: ActionValues, listener: (msg: NodeMessage) => void): void {
  const report = () => {
    const cues = cuesOf(hub, action.cuesNode);
    if (!cues) listener({ payload: 'unknown', topic: 'cues', ...{ hub: { cues: '' } } });
    else if (cues.desk.state || cues.desk.problem !== undefined) listener(messageOf(cues, fixedCue(action)));
  };
  life.add(cuesChanged.watch(logErrors(life.node, report)));
  life.afterStart(report);
}

/** A key with a fixed cue shows the state of the list while it is about this cue. Otherwise it is dark. */
function messageOf(cues: RunningCues, fixed: string | undefined): NodeMessage {
  const message = cueMessage(cues);
  if (fixed === undefined) return message;
  const list: CueList = cues.desk.state?.list ?? new Map();
  const [number = '', ...others] = cuesOfNumber(list, fixed);
  const found = list.get(number);
  if (!found || others.length > 0) return { ...message, payload: 'unknown' };
  const view = cues.view();
  const cue = { number, name: found.name };
  const state = shownCue(view)?.number === number || view.state === 'unreadable' ? view.state : 'end';
  return { ...message, payload: { ...view, state, current: cue, standby: cue, failed: null } };
}
