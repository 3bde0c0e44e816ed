import type { Page } from 'playwright-core';
import * as picking from './picking.js';
import { page, TAB } from './stage.js';

/** Presses and releases a key of a deck. */
export async function pressKey(deck: string, key: number): Promise<void> {
  const { ok, status } = await fetch(new URL(`/deck/${deck}/${key}`, page().url()), { method: 'POST' });
  if (!ok) throw new Error(`No deck ${deck}: ${status}`);
}

/** A node for a Stream Deck, which sends presses and accepts colours. */
export const deckNode = (id: string, fields: object = {}) => ({
  ...{ id, type: 'streamdeck', z: TAB, name: 'Stream Deck', x: 120, y: 60, wires: [[]] },
  ...fields,
});

/** A saved control. The editor completes the other fields. */
export const control = (id: string, fields: object = {}) => ({
  ...{ id, type: 'hub-control', z: TAB, name: '', version: 1, hub: 'hub', surface: 'streamdeck', control: 'key 0' },
  ...{ kind: 'button', actions: [], x: 400, y: 60, wires: [[], []] },
  ...fields,
});

/** The fields of the controls on the open flow, in the order of the editor, with their wires from and to other nodes. */
export const controlsOf = (page: Page) =>
  page.evaluate(() => {
    interface Link {
      source: { id: string; type: string };
      sourcePort: number;
      target: { id: string };
    }
    interface Control {
      id: string;
      type: string;
      surface: string;
      control: string;
      kind: string;
      hub: string;
      actions: { on: string; operation?: string; params?: Record<string, { type: string; value: string }> }[];
    }
    const { nodes, workspaces } = window.RED as unknown as {
      nodes: { filterNodes(filter: object): Control[]; getNodeLinks(id: string, type: number): Link[] };
      workspaces: { active(): string };
    };
    return nodes
      .filterNodes({ z: workspaces.active() })
      .filter(({ type }) => type === 'hub-control')
      .map(({ id, surface, control: name, kind, hub, actions }) => ({
        ...{ id, surface, control: name, kind, hub, actions },
        from: nodes.getNodeLinks(id, 1).map(({ source, sourcePort }) => `${source.id}:${sourcePort}`),
        to: nodes.getNodeLinks(id, 0).map(({ target, sourcePort }) => `${sourcePort}:${target.id}`),
      }));
  });

export const num = (value: number) => ({ type: 'num', value: String(value) });

/** The action that plays an item of the evening news. */
export const playAction = (itemId: number, on = 'press') => ({
  ...{ on, does: 'command', operation: 'playItem', expiry: picking.NEVER_LATE },
  params: { engineId: num(101), rundownId: num(201), itemId: num(itemId), preview: num(0) },
});

/** A key that plays an item of the evening news. */
export const playKey = (id: string, key: number, itemId: number, fields: object = {}) =>
  control(id, {
    ...{ control: `key ${key}`, text: `Item ${itemId}`, y: 60 + 60 * key, wires: [['deck'], []] },
    actions: [playAction(itemId)],
    ...fields,
  });

export const REVISION_2 = { dialect: '2', linearSegment: 'lino' };
