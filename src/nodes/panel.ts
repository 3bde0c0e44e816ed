import { inspect } from 'node:util';
import type { Node, NodeAPI, NodeDef, NodeMessage } from 'node-red';
import { HubError } from '../hub/wire/errors.js';
import { explainProblem } from '../hub/words/explain.js';
import type { Gesture } from '../panels/gesture.js';
import { LastGesture } from '../panels/mapping/last-gesture.js';
import { Pairs } from '../panels/mapping/pairs.js';
import { SourceStates } from '../panels/mapping/source-states.js';
import { connectionIn, isEmpty, recogniseAll, reportIn } from '../panels/recognise/index.js';
import type { SavedPanel } from '../saved/panel.js';
import { liveRoute } from './endpoints/live-route.js';
import { followPresent, isWatched, presentReader } from './input/follow-present.js';
import type { HubConfigNode } from './input/hub-node.js';
import { provideLiveReport } from './input/live-reports.js';
import type { Control } from './input/panel-control.js';
import { PanelControls } from './input/panel-controls.js';
import { panelSettings } from './input/panel-settings.js';
import { hubOf, readOf } from './input/target.js';
import { toCatchError } from './output/catch-error.js';
import { putFailure, written } from './output/message.js';
import { onInput } from './output/on-input.js';
import { PanelStatus } from './output/panel-status.js';
import { registerNode } from './output/register-node.js';
import { wordsOf } from './output/runtime-words.js';

type PanelDef = NodeDef & SavedPanel;

/** A strange message is shown as far as this. */
const SHOWN = 80;

export = (RED: NodeAPI) => {
  const words = wordsOf(RED);
  liveRoute(RED, 'panel');

  registerNode(RED, 'hub-panel', words, work);

  function work(node: Node, saved: PanelDef): void {
    const settings = panelSettings(saved);
    const hub = saved.hub ? hubOf(RED.nodes.getNode(saved.hub) as HubConfigNode | null, words) : undefined;
    const find = presentReader(RED, saved.part ?? '');
    const controls = new PanelControls(settings);
    const pairs = settings.pair ? new Pairs() : undefined;
    const states = new SourceStates();
    states.start();
    const status = new PanelStatus(node, words);
    const last = new LastGesture();
    const unseen = provideLiveReport('panel', node, () => last.report);
    /** What was said already: a panel says the same nonsense a hundred times a second. */
    const said = new Set<string>();
    /** The control that was moved last. */
    let moved: Control | undefined;

    function warnOnce(key: string, facts: () => Record<string, unknown>): void {
      if (said.has(key)) return;
      said.add(key);
      node.warn(words(`panel.${key}`, facts()));
    }

    /** Where the fader is to go, if it does not have the value. */
    function showWay(): void {
      if (moved?.way) status.away(moved.way);
    }

    function learnPresent(value: number | undefined, failure?: unknown): void {
      controls.present(value);
      status.lost(failure);
      if (!failure) showWay();
      if (failure instanceof HubError)
        warnOnce('lost', () => ({ reason: explainProblem(words, failure, readOf('getProperty')) }));
      else if (value === undefined) warnOnce('noNumber', () => ({}));
      else said.delete('lost');
    }

    function take(msg: NodeMessage, gesture: Gesture, send: (msg: NodeMessage) => void): void {
      const { source, control } = gesture;
      if (settings.control !== '' && control !== settings.control) return;
      if (settings.source && source !== settings.source) return;
      moved = controls.of(gesture);
      const strange = moved.take(gesture, (payload, did) => {
        last.sent(payload);
        status.sent(payload, did);
        // A button may make several of one message, also when others have long changed what was sent.
        if (did) send(written(RED.util.cloneMessage(msg), { payload, gesture: { ...gesture, did } }));
        else send(written(msg, { payload, gesture }));
      });
      if (strange === 'retained') status.note(strange);
      else if (strange) warnOnce(strange, () => ({ control, raw: gesture.raw }));
      showWay();
    }

    onInput(
      node,
      (msg, send) => {
        if (isWatched(msg)) return learnPresent(find(msg.payload));
        const report = connectionIn(msg) ?? reportIn(msg);
        if (report) return states.report(report);
        const gestures = recogniseAll(msg, settings.source);
        // Of another source: the dialog learns it all the same.
        const others = gestures.length === 0 && settings.source ? recogniseAll(msg) : [];
        for (const other of others) last.add(other);
        if (gestures.length + others.length === 0 && !isEmpty(msg))
          warnOnce('unreadable', () => ({ what: inspect(msg.payload).slice(0, SHOWN) }));
        for (const each of gestures) {
          const joined = pairs ? pairs.take(each) : each;
          if (!joined) continue;
          const gesture = states.take(joined);
          last.add(gesture);
          take(gestures.length === 1 ? msg : RED.util.cloneMessage(msg), gesture, send);
        }
      },
      (msg, error) => {
        putFailure(msg, undefined, error);
        return toCatchError(words, error);
      },
    );
    const unfollow = hub && followPresent(RED, node, hub, saved.params ?? {}, find, learnPresent);

    node.on('close', () => {
      unfollow?.();
      unseen();
      controls.close();
      status.close();
    });
  }
};
