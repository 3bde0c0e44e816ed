import { inspect } from 'node:util';
import type { NodeAPI, NodeMessage } from 'node-red';
import { tableOperation } from '../../hub/table/operations.js';
import { badInput, HubError } from '../../hub/wire/errors.js';
import { explainProblem } from '../../hub/words/explain.js';
import { type Gesture, sourceOf } from '../../panels/gesture/gesture.js';
import { LastGesture, type LastGestureReport } from '../../panels/mapping/last-gesture.js';
import { Repeats } from '../../panels/mapping/repeats.js';
import { SourceStates } from '../../panels/mapping/source-states.js';
import { Copies } from '../../panels/recognise/copies.js';
import {
  connectionIn,
  groupedNumber,
  isEmpty,
  readGestures,
  readProperty,
  reportIn,
} from '../../panels/recognise/index.js';
import { propertyOptions } from '../../panels/recognise/property.js';
import type { SavedPanel } from '../../saved/panel.js';
import { heldFor, isSuperseded, isWatched, putIgnored, withFields } from '../message/message.js';
import { buttonHistories } from '../registry/registry.js';
import type { CatchError } from '../runtime/catch-error.js';
import type { Lifetime } from '../runtime/lifetime.js';
import type { RuntimeWords } from '../runtime/node-texts.js';
import { onInput } from '../runtime/on-input.js';
import { disableNode } from '../runtime/register-node.js';
import { hubOf } from '../runtime/target.js';
import { followPresent, presentReader } from './follow-present.js';
import { ownMessages } from './own-messages.js';
import { type Control, JoinedControllers, PanelControls } from './panel-controls.js';
import { panelSettings } from './panel-settings.js';
import { PanelStatus } from './panel-status.js';

/** Maximum length of an unreadable message in a warning. */
const MAX_CHARS = 80;

/** A wire with the messages of several controls. */
export interface SharedWire {
  /** True for a gesture of this control. A message without such a gesture is ignored at once. */
  readonly isOwn: (gesture: Gesture) => boolean;
  /** Called with each other message, before its output. */
  readonly onOwn: (msg: NodeMessage, gestures: readonly Gesture[]) => void;
  /** Called with the report that the surface is lost. */
  readonly onLost: (msg: NodeMessage) => void;
}

/** A running panel. */
export interface RunningPanel {
  /** For its dialog. */
  readonly report: () => LastGestureReport;
  /** True for a message with gestures of other controls only. The dialog gets them. Cheap, since a wire may have many. */
  readonly ignores: (msg: NodeMessage) => boolean;
  /** Handles a gesture of a hand that no message has. */
  readonly act: (msg: NodeMessage, gesture: Gesture, send: (msg: NodeMessage) => void) => void;
}

/** Starts a panel: turns the messages of a device into values. `wire`: other controls of the device are on it too. */
export function startPanel(
  RED: NodeAPI,
  life: Lifetime,
  saved: SavedPanel,
  words: RuntimeWords,
  wire?: SharedWire,
): RunningPanel {
  const { node, clock } = life;
  const settings = panelSettings(saved);
  const hub = saved.hub ? hubOf(RED, saved.hub, words) : undefined;
  const readPresent = presentReader(RED, settings.component);
  const histories = buttonHistories(life);
  const controls = new PanelControls(settings, clock, histories.keys);
  const controllers = new JoinedControllers(settings, clock);
  const copies = new Copies(clock);
  const states = new SourceStates(clock, histories.states);
  states.start();
  const ofButton = { ...settings.button, reportsNoRelease: true, areValues: settings.kind !== 'button' };
  const repeats = new Repeats(ofButton, clock, histories);
  const status = new PanelStatus(life, words);
  const gestureReport = new LastGesture();
  /** A panel may send the same unreadable message 100 times a second. */
  const warned = new Set<string>();
  let lastControl: Control | undefined;

  function warnOnce(key: string, sentence: () => string): void {
    if (warned.has(key)) return;
    warned.add(key);
    node.warn(sentence());
  }

  /** A number that can be read in two ways has a hint. Other messages on a shared wire may be for other controls. */
  function warnUnreadable(msg: NodeMessage): void {
    const { control, text } = groupedNumber(msg) ?? {};
    if (text !== undefined && ['', control].includes(settings.control))
      warnOnce('grouped', () => explainProblem(words, badInput('payload', text, { key: 'ungrouped' }), undefined));
    else if (!settings.property && !wire)
      warnOnce('unreadable', () => words('panel.unreadable', { what: inspect(msg.payload).slice(0, MAX_CHARS) }));
  }

  function showGap(): void {
    status.showGap(lastControl?.gap);
  }

  function setPresent(value: number | undefined, failure?: unknown): void {
    controls.setPresent(value);
    status.showReadFailure(failure);
    if (!failure) showGap();
    if (failure instanceof HubError)
      warnOnce('lost', () =>
        words('panel.lost', { reason: explainProblem(words, failure, tableOperation('getProperty')) }),
      );
    else if (value === undefined) warnOnce('noNumber', () => words('panel.noNumber'));
    else warned.delete('lost');
  }

  function handleGesture(msg: NodeMessage, received: Gesture, send: (msg: NodeMessage) => void): void {
    const { source, control, topic, restarts } = received;
    // The topic of this report is not the topic of the control.
    if (restarts !== undefined) repeats.mark(received);
    if (settings.control !== '' && control !== settings.control && topic !== settings.control) return;
    if (settings.source && source !== settings.source) return;
    act(msg, repeats.mark(received), send);
  }

  function act(msg: NodeMessage, gesture: Gesture, send: (msg: NodeMessage) => void): void {
    if (gesture.isReport) return;
    const { control } = gesture;
    const receivedAt = clock.now();
    lastControl = controls.controlOf(gesture);
    const problem = lastControl.handle(gesture, (payload, did) => {
      gestureReport.sent(payload, did);
      status.showSent(payload, did);
      // A button may send several messages for one input, some of them later.
      // A machine that is late lets the command expire.
      const heldMs = Math.min(clock.now() - receivedAt, settings.button.hold ?? 0);
      const held = () => heldFor(RED.util.cloneMessage(msg), heldMs);
      if (did) send(withFields(held(), { payload, gesture: { ...gesture, did } }));
      else send(withFields(msg, { payload, gesture }));
    });
    controls.remember(gesture);
    if (problem === 'noRelease') gestureReport.noRelease();
    if (problem === 'retained' || problem === 'noRelease' || problem === 'lockedOut') {
      status.showNote(problem);
      putIgnored(msg, problem);
    } else if (problem) warnOnce(problem, () => words(`panel.${problem}`, { control, raw: gesture.raw }));
    showGap();
  }

  function ignores(msg: NodeMessage): boolean {
    if (!wire) return false;
    const gestures = readGestures(msg, settings.source);
    if (gestures.length === 0 || gestures.some(wire.isOwn)) return false;
    // Another controller may select a parameter, whose value has the number of this one.
    for (const each of gestures) controllers.join(each, (joined) => gestureReport.add(joined, msg));
    return true;
  }

  onInput(life, words, (msg, send) => {
    if (isSuperseded(msg)) return;
    if (isWatched(msg)) return setPresent(readPresent(msg.payload));
    const report = connectionIn(msg) ?? reportIn(msg);
    if (report?.connected === false) {
      controls.sourceLost();
      controllers.sourceLost();
      wire?.onLost(msg);
      repeats.restart('');
    }
    if (report) return states.report(report);
    const { property, source } = settings;
    const gestures = property ? readProperty(msg, property) : readGestures(msg, source);
    // The dialog also shows gestures of other sources.
    const others = gestures.length === 0 && (source || property) ? readGestures(msg) : [];
    for (const other of others) gestureReport.add(other, msg);
    const isOwn = !wire || gestures.some(wire.isOwn);
    if (gestures.length + others.length === 0 && !isEmpty(msg)) {
      gestureReport.addUnrecognised(msg);
      warnUnreadable(msg);
    }
    if (!isOwn) return;
    wire?.onOwn(msg, gestures);
    const isPress = settings.kind === 'button' && gestures.length > 0;
    if (isPress && copies.isCopy(msg, gestures)) return;
    for (const each of gestures) {
      controllers.join(each, (joined) => {
        const gesture = states.mark(joined);
        gestureReport.add(gesture, msg);
        handleGesture(gestures.length === 1 ? msg : RED.util.cloneMessage(msg), gesture, send);
      });
    }
  });
  if (hub) followPresent(RED, life, hub, saved.params ?? {}, readPresent, setPresent);
  return { report: () => gestureReport.report, ignores, act };
}

/** A panel that cannot start reports the error for its own control, and not for the other ones of its device. */
export function disablePanel(life: Lifetime, words: RuntimeWords, error: HubError, saved: SavedPanel): CatchError {
  const { source, control = '', pair } = saved;
  const property = propertyOptions(saved);
  const read = (msg: NodeMessage) => (property ? readProperty(msg, property) : readGestures(msg, sourceOf(source)));
  const isOwn = ownMessages(read, { control, pair: Boolean(pair) }, life.clock);
  return disableNode(life, words, error, { handles: (msg) => isWatched(msg) || isOwn(msg) });
}
