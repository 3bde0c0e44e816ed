import type { NodeMessage } from 'node-red';
import type { HubError } from '../../hub/wire/errors.js';
import { sourceOf } from '../../panels/gesture/gesture.js';
import { readGestures } from '../../panels/recognise/index.js';
import { CONTROL, type ControlValues, type SavedControl } from '../../saved/control.js';
import type { Device } from '../../saved/surface.js';
import { Panel } from '../panel/panel.js';
import { registerControl, registerReport } from '../registry/registry.js';
import { type Done, Inputs, type Receiver, type Send } from '../runtime/inputs.js';
import type { Lifetime } from '../runtime/lifetime.js';
import type { RuntimeWords } from '../runtime/node-texts.js';
import { disableNode } from '../runtime/register-node.js';
import { readSaved } from '../runtime/saved-field.js';
import type { Surface } from '../surface/surface.js';
import { Actions } from './actions.js';
import { ControlStatus } from './control-status.js';
import { Gestures } from './gestures.js';
import { Light } from './light.js';
import { lightsOf } from './light-fields.js';
import { SurfaceLights, touchesOf } from './lights.js';
import { ownMessagesOf, takeoverOf } from './panel-fields.js';
import { type ControlPlace, subjectOf } from './subject.js';

/** After this time, all controls of a surface and the nodes behind them have started, in ms. */
const STARTED_MS = 500;

/** Starts a control: its gestures run its actions, and its light shows their subject. Throws a HubError. */
export function startControl(life: Lifetime, words: RuntimeWords, place: ControlPlace, saved: SavedControl): Receiver {
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
  place: ControlPlace,
  saved: SavedControl,
  status: ControlStatus,
): Receiver {
  const { node } = life;
  const { surface } = place;
  const read = readSaved(CONTROL, { ...saved, device: surface.values.device });
  const hasTouch = lightsOf(read, saved.hub, '').flatMap(touchesOf).length > 0;
  const values = surface.pages.length > 1 ? { ...read, takeover: takeoverOf(read, hasTouch) } : read;
  checkPages(values, surface);
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
    hasMotor: lights.hasMotor,
    isShown: () => surface.isShown(values.page),
    hand: (gesture) => lights.takeHand(gesture),
    acted: () => updateAwake(),
    lost: (msg) => lights.surfaceLost(msg),
  });
  const { page, control, kind } = values;
  // A key that is held does its work also if its page is not shown any more.
  const updateAwake = () => {
    const isAwake = surface.isShown(page) || gestures.isHeld;
    light.setAwake(isAwake);
    gestures.setAwake(isAwake);
  };
  const turned = (isShown: boolean) => {
    status.ofPage(isShown ? undefined : pageName);
    lights.show(isShown);
    updateAwake();
  };
  const pageName = surface.pages.find(({ id }) => id === page)?.name ?? '';
  turned(surface.isShown(page));
  const turns = values.actions.some(({ does }) => does === 'page');
  const member = {
    ...{ page, control, isButton: subject.isButton, turned, dark: lights.dark },
    lockout: turns ? values.lockout * 1000 : 0,
    ...{ inverted: values.inverted, eachPress: values.eachPress, touches: lights.touches },
  };
  surface.add(life, member);
  if (!surface.isShown(page)) life.clock.setTimeout(() => surface.darken(member), STARTED_MS);
  registerReport(life, 'control', () => gestures.report);
  registerControl(life, {
    hub: place.config,
    ...{ surface: surface.id, page, control, kind },
    present: () => ({ ...light.present, ...(lights.isArmed && { note: 'armed' as const }), ...actions.note }),
    holdMs: subject.isButton && values.actions.some(({ on }) => on === 'hold') ? values.holdTime * 1000 : undefined,
    act: (hand, act) => gestures.takePageHand(hand, act),
  });
  const pages = new Inputs(life, words, { handle: (msg) => surface.show(Reflect.get(msg, 'page')) });
  return {
    receive(msg: NodeMessage, send: Send, done: Done): void {
      if ('reset' in msg) {
        lights.resend(msg);
        done();
      } else if (isPageMessage(msg, values.device)) {
        pages.receive(msg, send, done);
      } else {
        gestures.receive(msg, done);
        if (!surface.isShown(page)) updateAwake();
      }
    },
  };
}

/** Throws `BAD_INPUT` if the control, or an action of it, names a page that is gone: the dialog marks it. */
function checkPages({ page, kind, actions }: ControlValues, surface: Surface): void {
  if (page !== '') surface.checkPage(page);
  for (const { does, pageTurn, toPage } of kind === 'button' ? actions : [])
    if (does === 'page' && pageTurn === 'goto') surface.checkPage(toPage);
}

/** True for a message that names the page to show: `{page: 'Lower thirds'}`. The payload of an inject node is no gesture of a device. */
const isPageMessage = (msg: NodeMessage, device: Device): boolean =>
  'page' in msg && readGestures(msg, sourceOf(device)).every(({ source }) => source === 'plain');

/**
 * A control that cannot start acts on nothing. Its dialog shows the messages of the device, and each message of the
 * control itself reports the error.
 */
export function disableControl(life: Lifetime, saved: SavedControl, words: RuntimeWords, error: HubError): Receiver {
  const wire = { isOwn: () => false, takes: () => false, onOwn: () => {}, onLost: () => {} };
  const own = { source: sourceOf(saved.device) ?? '' };
  const learning = new Panel(life.part({ status: () => {} }), words, undefined, own, wire);
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
