import type { Page } from 'playwright-core';
import { TAB } from './bench.js';
import { X } from './page.js';
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
export const panelDialog = (page: () => Page) => ({
  recognised: () => page().innerText('#hub-recognised'),
  message: () => page().innerText('#hub-live-message'),
  gesture: () => page().innerText('#hub-live-gesture'),
  command: () => page().innerText('#hub-live-command'),
  learned: () => page().innerText('#hub-learned'),
  isShown: (part: 'message' | 'gesture' | 'command') => page().isVisible(`#hub-live-${part}-part`),
});
