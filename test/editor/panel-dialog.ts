import should from 'should';
import { eventually, X } from './page.js';
import * as picking from './picking.js';
import { page, TAB } from './stage.js';
import { num } from './tree-rows.js';

/** A panel node, wired to one other node. */
export const panel = (id: string, wiredTo: string, fields: object = {}) => ({
  ...{
    id,
    type: 'hub-panel',
    z: TAB,
    name: '',
    version: 1,
    hub: '',
    params: {},
    kind: 'fader',
    source: '',
    control: '',
  },
  ...{ low: '0', high: '1', curve: 'linear', coding: 'twosComplement', takeover: 'jump', press: true },
  ...{ x: X, y: 100, wires: [[wiredTo]] },
  ...fields,
});

/** A trigger. Its name does not show its command. */
export const play = (id: string, show = 'News Show', fields: object = {}) => ({
  ...{ id, type: 'hub-linear-play', z: TAB, name: 'The next one', version: 1, hub: 'hub', operation: 'playNext' },
  params: { engineId: num('101', show), preview: { type: 'num', value: '0' } },
  ...{ x: 500, y: 200, wires: [[]] },
  ...fields,
});

/** The texts of the open dialog. */
export const panelDialog = {
  recognised: () => page().innerText('#hub-recognised'),
  message: () => page().innerText('#hub-live-message'),
  gesture: () => page().innerText('#hub-live-gesture'),
  command: () => page().innerText('#hub-live-command'),
  learned: () => page().innerText('#hub-learned'),
  isShown: (part: 'message' | 'gesture' | 'command') => page().isVisible(`#hub-live-${part}-part`),
};

/** Sends any messages to the panel of the same name, without time between them. */
export const sender = (to: string) => [
  { ...picking.inject(`to ${to}`, `all to ${to}`, true), y: 400 },
  { id: `all to ${to}`, type: 'function', z: TAB, func: 'return [msg.messages]', x: 300, y: 400, wires: [[to]] },
];

/** Sends messages by the sender of a panel. */
export const sendTo = (to: string, ...messages: object[]): Promise<void> =>
  eventually(async () => {
    const props = [{ p: 'messages', v: JSON.stringify(messages), vt: 'json' }];
    const { status } = await fetch(new URL(`/inject/to ${to}`, page().url()), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ __user_inject_props__: props }),
    });
    should(status).equal(200);
  });
