import type { NodeMessage } from 'node-red';
import type { HubError } from '../../hub/wire/errors.js';
import { CONTROL, type SavedControl } from '../../saved/control.js';
import { Panel } from '../panel/panel.js';
import { registerControl, registerReport } from '../registry/registry.js';
import type { Done, Receiver, Send } from '../runtime/inputs.js';
import type { Lifetime } from '../runtime/lifetime.js';
import type { RuntimeWords } from '../runtime/node-texts.js';
import { disableNode } from '../runtime/register-node.js';
import { readSaved } from '../runtime/saved-field.js';
import { Actions } from './actions.js';
import { ControlStatus } from './control-status.js';
import { Gestures } from './gestures.js';
import { Light } from './light.js';
import { lightsOf } from './light-fields.js';
import { SurfaceLights } from './lights.js';
import { ownMessagesOf } from './panel-fields.js';
import { type ControlHub, subjectOf } from './subject.js';

/** Starts a control: its gestures run its actions, and its light shows their subject. Throws a HubError. */
export function startControl(life: Lifetime, words: RuntimeWords, place: ControlHub, saved: SavedControl): Receiver {
  const inner = life.part();
  const status = new ControlStatus(life.node);
  try {
    return connect(inner, words, place, saved, status);
  } catch (error) {
    status.end();
    void inner.close(false);
    throw error;
  }
}

function connect(
  life: Lifetime,
  words: RuntimeWords,
  place: ControlHub,
  saved: SavedControl,
  status: ControlStatus,
): Receiver {
  const { node } = life;
  const values = readSaved(CONTROL, saved);
  const subject = subjectOf(values, place, words);
  const lights = new SurfaceLights(life, words, lightsOf(values, saved.hub, subject.text), {
    send: (msg) => node.send(msg),
    status: (shown) => subject.isShown && status.ofState(shown),
  });
  // Before the light: their statuses come before the status of its watch.
  const actions = new Actions(life, words, subject, {
    send: (answer) => node.send([null, answer]),
    result: (msg, isOfSubject) => light.showResult(msg, isOfSubject),
    status: (name, shown) => {
      status.ofWork(name, shown);
      lights.showGuard(name, 'armed' in shown);
    },
  });
  const light = new Light(life, words, subject, lights, {
    status: (shown) => status.ofWork('watch', shown),
    state: (msg) => actions.update(msg),
  });
  const gestures = new Gestures(life, words, saved, subject, {
    event: (event) => actions.act(event),
    status: (shown) => status.ofWork('panel', shown),
    isHand: lights.isHand,
    hand: (gesture) => lights.takeHand(gesture),
    lost: (msg) => lights.surfaceLost(msg),
  });
  const { surface, control, kind } = values;
  registerReport(life, 'control', () => gestures.report);
  registerControl(life, {
    hub: place.config,
    surface,
    control,
    kind,
    present: () => ({ ...light.present, ...actions.note }),
    holdMs: subject.isButton && values.actions.some(({ on }) => on === 'hold') ? values.holdTime * 1000 : undefined,
    act: (hand, act) => gestures.takePageHand(hand, act),
  });
  return {
    receive(msg: NodeMessage, _send: Send, done: Done): void {
      if ('reset' in msg) {
        lights.resend(msg);
        done();
      } else gestures.receive(msg, done);
    },
  };
}

/**
 * A control that cannot start acts on nothing. Its dialog shows the messages of the device, and each message of the
 * control itself reports the error.
 */
export function disableControl(life: Lifetime, saved: SavedControl, words: RuntimeWords, error: HubError): Receiver {
  const wire = { isOwn: () => false, onOwn: () => {}, onLost: () => {} };
  const learning = new Panel(life.part({ status: () => {} }), words, undefined, {}, wire);
  registerReport(life, 'control', () => learning.report);
  const disabled = disableNode(life, words, error);
  const isOwn = ownMessagesOf(saved, life.clock);
  return {
    receive(msg, send, done): void {
      // The dialog gets each message. One of another control has no end here, as in a control that runs.
      learning.ignores(msg);
      if ('reset' in msg || isOwn(msg)) disabled.receive(msg, send, done);
    },
  };
}
