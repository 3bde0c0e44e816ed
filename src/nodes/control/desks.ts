import type { NodeMessage } from 'node-red';
import type { Press } from '../../cues/play.js';
import type { Hub } from '../../hub/hub.js';
import type { HubError } from '../../hub/wire/errors.js';
import type { ActionValues } from '../../saved/control.js';
import { failPress, journalPress } from '../cues/cue-failure.js';
import { requestOf, senderOf } from '../cues/cue-request.js';
import { type CuesNode, cuesNodes } from '../cues/cues-node.js';
import type { Deployed } from '../desk/deployed.js';
import type { DeskMessage } from '../desk/desk-node.js';
import { journalRecall, type LookNode, lookNodes, type Presser } from '../look/look-node.js';
import { type LookRequest, shareIn } from '../look/look-request.js';
import { remainingMs } from '../message/message.js';
import { sessionOf } from '../registry/registry.js';
import { Inputs, type Send } from '../runtime/inputs.js';
import { editorId, type Lifetime } from '../runtime/lifetime.js';
import type { RuntimeWords } from '../runtime/node-texts.js';
import { Status } from '../status/status.js';

/** An action of a control on a desk: on looks or on a cue list. */
interface DeskAction<Desk extends LookNode | CuesNode, Request> {
  readonly deployed: Deployed<Desk>;
  /** The editor id of the node that an action names. Blank: the only one of the hub. */
  readonly nodeOf: (action: ActionValues) => string;
  /** `by`: the name of the control. Undefined: nothing is pressed. Throws `BAD_INPUT`. */
  readonly requestOf: (action: ActionValues, msg: DeskMessage, by: string, isButton: boolean) => Request | undefined;
  readonly press: (desk: Desk, by: Presser, request: Request, ...rest: PressOptions) => Promise<void>;
  /** Adds a press without a node to the journal. `id`: the editor id of the control. */
  readonly journal: (hub: Hub, request: Request, error: HubError, id: string) => void;
}

type PressOptions = [msg: NodeMessage, remaining: number | undefined, send: Send];

const LOOKS: DeskAction<LookNode, LookRequest> = {
  deployed: lookNodes,
  nodeOf: ({ lookNode }) => lookNode,
  requestOf: ({ lookOperation: operation, look }, { payload }, _by, isButton) =>
    isButton ? { operation, look } : { operation, look, share: shareIn(payload) },
  press: (desk, ...press) => desk.answer(...press),
  journal: (hub, { operation, look, share }, error, id) => {
    if (operation === 'recall' && share === undefined) journalRecall(hub, look, error, id);
  },
};

const CUES: DeskAction<CuesNode, Press> = {
  deployed: cuesNodes,
  nodeOf: ({ cuesNode }) => cuesNode,
  requestOf: (action, msg, name) =>
    requestOf(action.cueOperation, fixedCue(action), senderOf({ ...msg, by: msg.by ?? name })).press,
  press: async (desk, { life, status }, ...press) => {
    // While the cue runs, the status is the state of the list.
    const note = await desk.answer(life, ...press);
    // An ignored press does not end a failure.
    if (!note) status.recovered();
    status.note(note);
  },
  journal: journalPress,
};

/** The cue that a key always plays. Undefined: it follows the list. */
const fixedCue = ({ cueOperation, cue }: ActionValues): string | undefined =>
  cueOperation === 'goto' ? cue : undefined;

/** The messages of a control that press a desk. */
const inputsOf =
  <Desk extends LookNode | CuesNode, Request>(desks: DeskAction<Desk, Request>) =>
  (life: Lifetime, words: RuntimeWords, hub: Hub, action: ActionValues, isButton: boolean): Inputs => {
    const { node, clock } = life;
    const status = new Status(life, words, hub);

    async function handle(msg: NodeMessage, send: Send): Promise<void> {
      const request = desks.requestOf(action, msg, node.name ?? '', isButton);
      if (request === undefined) return;
      const desk = desks.deployed.find(hub, desks.nodeOf(action));
      if (!desk) {
        const error = desks.deployed.missing();
        desks.journal(hub, request, error, editorId(node));
        throw error;
      }
      const expiry = Math.min((action.expiry ?? NEVER) * 1000, remainingMs(msg, clock.now()) ?? NEVER);
      await desks.press(desk, { life, status }, request, msg, expiry < NEVER ? expiry : undefined, send);
    }

    return new Inputs(life, words, {
      handle,
      fail: (msg, error) => {
        status.failed(error);
        const pressed = desks.deployed.find(hub, desks.nodeOf(action))?.hub;
        return failPress(life, words, pressed ?? hub, msg, error);
      },
    });
  };

const NEVER = Number.POSITIVE_INFINITY;

/** The messages that run the look of an action. A fader blends it. */
export const lookInputs = inputsOf(LOOKS);

/** The messages that run the operation of an action on a cue list. All controls of a list share its lockout. */
export const cueInputs = inputsOf(CUES);

/**
 * Calls the listener with the present state of the look of an action, and with each later one. Without the one node that a
 * press would find, it is unknown: in the session of the hub, so that it also counts while a watch of the hub fails.
 */
export function followLook(life: Lifetime, hub: Hub, action: ActionValues, listener: (msg: NodeMessage) => void): void {
  const { look: topic, lookNode } = action;
  lookNodes.follow(life, hub, lookNode, (desk) =>
    listener(desk?.stateOf(topic) ?? { payload: 'unknown', topic, ...{ hub: sessionOf(hub) } }),
  );
}

/** The progress of the fade to the look of an action, 0 … 1. Undefined: it does not fade. */
export const fadeOf = (hub: Hub, { look, lookNode }: ActionValues): number | undefined =>
  lookNodes.find(hub, lookNode)?.desk.progressOf(look);

/** The same for a list. A key with a fixed cue shows only the state of this cue. */
export function followCues(life: Lifetime, hub: Hub, action: ActionValues, listener: (msg: NodeMessage) => void): void {
  cuesNodes.follow(life, hub, action.cuesNode, (desk) => {
    const none = { payload: 'unknown', topic: 'cues', ...{ hub: { cues: '', ...sessionOf(hub) } } };
    const state = desk ? desk.stateOf(fixedCue(action)) : none;
    if (state) listener(state);
  });
}

/** True if the list of an action is rehearsed. */
export const isRehearsed = (hub: Hub, { cuesNode }: ActionValues): boolean =>
  hub.rehearsal.on && cuesNodes.find(hub, cuesNode)?.hub === hub;

/** The text of a key of a list: the cue that the state is about, or the name of the operation. */
export const cueText = (words: RuntimeWords, { cueOperation }: ActionValues): string =>
  cueOperation === 'go' || cueOperation === 'goto' ? '{{text}}' : words(`cues.choices.${cueOperation}`);
