import type { NodeAPI, NodeMessage, NodeStatus } from 'node-red';
import { plainText } from '../../base/values.js';
import { findOperation } from '../../hub/table/operations.js';
import { oppositeOf, stateReadOf } from '../../hub/table/state-reads.js';
import { badInput, type HubError } from '../../hub/wire/errors.js';
import type { Params } from '../../hub/wire/request.js';
import type { Gesture } from '../../panels/gesture/gesture.js';
import { cueStateOf, NO_CUES } from '../../panels/lamp/cue-state.js';
import { stateOf } from '../../panels/lamp/lamp-input.js';
import type { Validity } from '../../panels/lamp/lamp-sources.js';
import type { ButtonEvent } from '../../panels/mapping/button.js';
import { fillPlaceholders } from '../../panels/render/placeholders.js';
import { type ActionValues, CONTROL, type SavedControl } from '../../saved/control.js';
import { partOfRange } from '../lamp/lamp-output.js';
import { appearancesOf } from '../lamp/lamp-settings.js';
import { withFields } from '../message/message.js';
import { presentReader } from '../panel/follow-present.js';
import { startPanel } from '../panel/start-panel.js';
import { registerControl, registerReport } from '../registry/registry.js';
import { validityOf } from '../registry/sessions.js';
import { editorId, type Lifetime } from '../runtime/lifetime.js';
import type { RuntimeWords } from '../runtime/node-texts.js';
import { disableNode } from '../runtime/register-node.js';
import { readSaved } from '../runtime/saved-field.js';
import { hubOf } from '../runtime/target.js';
import { startWatch } from '../watch/start-watch.js';
import { ButtonGestures } from './button-gestures.js';
import { type Command, commandOf, componentOf, fixedRead, hasSameTarget, startCommandPart } from './commands.js';
import { ControlStatus } from './control-status.js';
import { followCues, startCuePart } from './cues.js';
import { Flash } from './flash.js';
import { usualText } from './key-text.js';
import { LastResult } from './last-result.js';
import { lightsOf } from './light-fields.js';
import { Lights } from './lights.js';
import { followLook, startLookPart } from './looks.js';
import { PageHands } from './page-hands.js';
import { EVERY, followedOf, ownGestures, ownMessagesOf, panelOf } from './panel-fields.js';
import { type Part, Parts } from './part.js';
import { PendingInput } from './pending-input.js';
import { shownState } from './shown-state.js';
import { Toggle } from './toggle.js';

/** A message of a panel. `did` is the event of a button. */
type PanelMessage = NodeMessage & { readonly gesture: Gesture & { readonly did?: ButtonEvent } };

/** Starts a control: a panel, its commands, a watch and its light, as one node. Throws a HubError. */
export function startControl(RED: NodeAPI, life: Lifetime, saved: SavedControl, words: RuntimeWords): void {
  const parts = new Parts(life);
  const status = new ControlStatus(life.node);
  try {
    startParts(RED, life, saved, words, parts, status);
  } catch (error) {
    status.end();
    void parts.end(false);
    throw error;
  }
}

/**
 * A control that cannot start acts on nothing. Its dialog shows the messages of the device, and each message of the
 * control itself reports the error.
 */
export function disableControl(
  RED: NodeAPI,
  life: Lifetime,
  words: RuntimeWords,
  error: HubError,
  saved: SavedControl,
): void {
  const { node } = life;
  const parts = new Parts(life);
  const learning = parts.add({ status: () => {} });
  const wire = { isOwn: () => false, onOwn: () => {}, onLost: () => {} };
  const { report, ignores } = startPanel(RED, learning.life, {}, words, wire);
  registerReport(life, 'control', report);
  const disabled = parts.add({ status: (shown) => node.status(shown) });
  node.error(disableNode(disabled.life, words, error));
  const isOwn = ownMessagesOf(saved, life.clock);
  node.on('input', (msg, send, done) => {
    ignores(msg);
    // As of a control that runs, messages of others have no end here.
    if ('reset' in msg || isOwn(msg)) disabled.receive(msg, send, done);
  });
}

function startParts(
  RED: NodeAPI,
  life: Lifetime,
  saved: SavedControl,
  words: RuntimeWords,
  parts: Parts,
  status: ControlStatus,
): void {
  const { node } = life;
  const values = readSaved(CONTROL, saved);
  const { kind, interval } = values;
  const isButton = kind === 'button';
  const hub = hubOf(RED, saved.hub, words);
  const actions = values.actions.slice(0, isButton ? undefined : 1);
  const [main] = actions;
  const look = main?.does === 'look' ? main : undefined;
  const cue = main?.does === 'cue' && isButton ? main : undefined;
  const command = main && !look && !cue ? commandOf(main, isButton) : undefined;
  const stateRead = command && fixedRead(stateReadOf(command, hub.snapshot.dialect));
  const readValue = presentReader(RED, componentOf(command));
  const text = values.text || usualText(words, main, command);
  const lights = new Lights(parts, words, lightsOf(values, saved.hub, text), {
    send: (msg) => node.send(msg),
    status: (shown) => isButton && (stateRead || look || cue) && status.ofState(shown),
  });
  const flash = isButton && command && !stateRead ? new Flash(life, hub, lights) : undefined;
  const toggle = values.toggle && isButton && command ? new Toggle(saved.hub, command) : undefined;
  const opposite = toggle && command ? oppositeOf(command, hub.snapshot.dialect) : undefined;
  if (values.toggle && !opposite) throw badInput('toggle', true, { key: 'choice', options: ['false'] });

  /** A part that waits for a second press shows it as a lamp behind a Status node does. */
  const showWork = (name: string) => (part: Part, shown: NodeStatus) => {
    status.ofWork(part, shown);
    lights.showGuard(name, 'armed' in shown);
  };
  const startRow = (row: ActionValues, action: Command, name: string): Part => {
    const asks = toggle && row === main ? () => toggle.isOn === undefined : undefined;
    return startCommandPart(RED, parts, words, saved.hub, row, action, showWork(name), asks);
  };
  const actionParts = new Map<string, Part>();
  for (const row of actions) {
    const { on } = row;
    if (row.does === 'look') actionParts.set(on, startLookPart(parts, words, hub, row, isButton, showWork(on)));
    else if (row.does === 'cue' && isButton) actionParts.set(on, startCuePart(parts, words, hub, row, showWork(on)));
    else actionParts.set(on, startRow(row, commandOf(row, isButton), on));
  }
  const mainPart = actionParts.get(main?.on ?? 'press');
  const offPart = main && opposite && startRow(main, opposite, 'off');
  const gestures = new ButtonGestures(life, words, values);
  const lastResult = new LastResult(life.clock);

  /** Runs the actions for an output of the panel. */
  function act(out: NodeMessage, input?: PendingInput): void {
    const { gesture } = out as PanelMessage;
    if (!isButton) run(mainPart, out, input);
    else if (gesture.did) {
      let isFirst = true;
      gestures.handle(gesture.did, gesture, input, (on) => {
        const part = actionParts.get(on);
        const msg = withFields(isFirst ? out : RED.util.cloneMessage(out), { payload: true });
        isFirst = false;
        if (toggle && part === mainPart) runToggle(toggle, msg, input);
        else run(part, msg, input);
      });
    }
  }

  function runToggle(toggle: Toggle, msg: NodeMessage, input: PendingInput | undefined): void {
    const { isOn } = toggle;
    const endPress = isOn === undefined ? undefined : toggle.press(!isOn);
    run(isOn ? offPart : mainPart, msg, input, endPress);
  }

  function run(part: Part | undefined, msg: NodeMessage, input: PendingInput | undefined, onEnd?: () => void): void {
    if (!part) return;
    const pending = input?.begin() ? input : undefined;
    let isAnswered = false;
    lastResult.begin();
    const deliver = (answer: NodeMessage) => {
      isAnswered = true;
      showResult(part, answer);
      node.send([null, answer]);
    };
    part.receive(msg, deliver, (error) => {
      if (error) showResult(part, msg);
      lastResult.end(error, !isAnswered && hub.rehearsal.on);
      onEnd?.();
      if (pending) pending.end(msg, error);
      else part.fail(error, msg);
    });
  }

  /** The last value of a fader or an encoder. Undefined: unknown. */
  let value: number | undefined;
  let validity: Validity | undefined;

  function setValue(newValue: number | undefined, msg: NodeMessage): void {
    value = newValue;
    validity = validityOf({ ...msg }, saved.hub);
    lights.showValue(value, msg);
  }

  /** The light shows the result of a command until the watch shows the state. */
  function showResult(part: Part, msg: NodeMessage & { readonly hub?: Result }): void {
    const { operation, outcome, params } = msg.hub ?? {};
    if (outcome === undefined || findOperation(plainText(operation))?.kind === 'read') return;
    const isOther = part !== mainPart && part !== offPart && !(command && hasSameTarget(command, params));
    const isShown = outcome !== 'done' || !isOther;
    if (isShown) toggle?.update(msg);
    if (flash && outcome === 'done') flash.show();
    else if (isShown) lights.showState(msg);
    const sent = isButton ? undefined : readValue(msg.payload);
    if (sent !== undefined) setValue(sent, msg);
  }

  function showRead(msg: NodeMessage): void {
    const state = command ? shownState(msg, command) : msg;
    toggle?.update(state);
    lights.showState(state);
    if (!isButton) setValue(readValue(msg.payload), msg);
  }

  if (stateRead && interval > 0) {
    const watch = parts.add({
      send: showRead,
      // The status of an item is its state, which the light shows too.
      status: (shown) => stateRead.path !== '' && status.ofWork(watch, shown),
    });
    const fields = { hub: saved.hub, ...stateRead, interval, listChanges: false, onLoss: 'unknown' };
    startWatch(RED, watch.life, fields, words);
  }

  if (look && isButton) followLook(life, hub, look, lights.showState);
  let cues = NO_CUES;
  if (cue)
    followCues(life, hub, cue, (msg) => {
      cues = cueStateOf(msg.payload)?.cues ?? NO_CUES;
      lights.showState(msg);
    });

  const followed = followedOf(values, saved.hub, componentOf(command), stateRead?.params);
  const own = new WeakSet<NodeMessage>();
  const panelPart = parts.add({ status: (shown) => status.ofWork(panelPart, shown) });
  const panel = startPanel(RED, panelPart.life, panelOf(saved, values, followed), words, {
    isOwn: ownGestures(values, lights.isHand),
    onOwn: (msg, received) => {
      own.add(msg);
      if (received.some(({ control }) => lights.isHand(control))) lights.takeHand(msg);
    },
    onLost: (msg) => {
      gestures.sourceLost();
      lights.surfaceLost(msg);
    },
  });
  registerReport(life, 'control', panel.report);

  const actOnPage = (gesture: Gesture) => panel.act({ _msgid: RED.util.generateId() }, gesture, act);
  const hands = new PageHands(life, values, actOnPage, gestures.isUndecided);
  const { appearances } = appearancesOf(values);
  registerControl(life, {
    hub,
    config: editorId(RED.nodes.getNode(saved.hub) ?? {}),
    surface: values.surface,
    control: values.control,
    kind,
    present: () => {
      // Without polls, the value is that of the last command, until the hub is lost.
      const present = validity?.holds() === false ? undefined : value;
      const place = present === undefined ? undefined : partOfRange(values)(present);
      const state = lights.report.state ?? (present === undefined ? 'unknown' : (stateOf(present) ?? 'unknown'));
      const { colour, blink } = appearances[state];
      const shown = { state, colour, blink, text: fillPlaceholders(text, { ...cues }), value: place };
      return { ...shown, ...lastResult.shown };
    },
    holdMs: isButton && actions.some(({ on }) => on === 'hold') ? values.holdTime * 1000 : undefined,
    act: (hand, pageAct) => hands.handle(hand, pageAct),
  });

  node.on('input', (msg, _send, done) => {
    if ('reset' in msg) {
      lights.resend(msg);
      done();
      return;
    }
    if (panel.ignores(msg)) return;
    const input = new PendingInput(msg, done);
    const end = (error?: Error) => {
      // Complete nodes get no messages of other controls.
      if (error || values.control === EVERY || own.has(msg)) input.end(undefined, error);
    };
    panelPart.receive(msg, (out) => act(out, input), end);
  });
}

/** `msg.hub` of an answer or a failure. */
interface Result {
  readonly operation?: unknown;
  readonly outcome?: unknown;
  readonly params?: Params;
}
