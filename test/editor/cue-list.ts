import type { Page } from 'playwright-core';
import type { Cue, Step } from '../../dist/cues/list.js';
import { literal } from '../flows/stage.js';
import { opacity } from '../operations/values.js';
import { pageToken } from '../page-token.js';
import { TAB } from './bench.js';
import { X } from './page.js';
import { NEVER_LATE } from './picking.js';

/** A node with its defaults, as it is saved. A press is never late. */
export const cuesNode = (id: string, fields: object) => ({
  ...{ id, type: 'hub-cues', z: TAB, name: '', version: 1, hub: 'hub', list: '', operation: 'go', onGo: 'next' },
  ...{ lockout: '0', expiry: NEVER_LATE, x: X, y: 100, wires: [[], []] },
  ...fields,
});

/** A command that sets a property of the simulator. */
export const set = (Value: number): Step => ({
  does: 'command',
  operation: 'setProperty',
  params: Object.fromEntries(Object.entries({ ...opacity, Value }).map(([name, value]) => [name, literal(value)])),
  delay: 0,
});

export const message = (topic: string, delay = 0): Step => ({ does: 'message', topic, payload: true, delay });

export const cueOf = (name: string, steps: readonly Step[] = [], others: Partial<Cue> = {}): Cue => ({
  ...{ name, note: '', steps },
  ...others,
});

interface StoredList {
  readonly cues: Record<string, Cue>;
  readonly revision: string;
}

/** The cues of a list on the disk. */
export async function readList(page: Page, list: string): Promise<StoredList> {
  const url = new URL(`/graphics-hub/cues/lists/${encodeURIComponent(list)}`, page.url());
  const answer = await fetch(url, { headers: await pageToken(page.url()) });
  return (await answer.json()) as StoredList;
}

/** Replaces a list, as another editor does. */
export async function writeList(page: Page, list: string, cues: Readonly<Record<string, Cue>>): Promise<void> {
  const { revision } = await readList(page, list);
  const answer = await fetch(new URL(`/graphics-hub/cues/lists/${encodeURIComponent(list)}`, page.url()), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(await pageToken(page.url())) },
    body: JSON.stringify({ revision, cues }),
  });
  const { changed, problem } = (await answer.json()) as { changed?: boolean; problem?: object };
  if (!answer.ok || changed || problem) throw new Error(`Not written: ${answer.status} ${JSON.stringify(problem)}`);
}

/** The state of a deployed list after an operation, as of another panel. */
export async function operate(page: Page, id: string, operation: string, cue?: string): Promise<Report> {
  const answer = await fetch(new URL(`/graphics-hub/cues/${id}`, page.url()), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(await pageToken(page.url())) },
    body: JSON.stringify({ operation, cue }),
  });
  return (await answer.json()) as Report;
}

interface Report {
  readonly state: { readonly state: string; readonly standby: { readonly number: string } | null };
}

/** Opens the section of the cues. */
export async function openCues(page: Page): Promise<void> {
  await page.evaluate(() => window.RED.actions.invoke('graphics-hub:show-sidebar'));
  await page.click('#hub-side-tab-cues');
}

/** The row of a cue in the sidebar. */
export const cue = (page: Page, number: string) => page.locator(`.hub-cue[data-number="${number}"]`);

/** The texts of all cues in the sidebar. */
export const cueTexts = async (page: Page): Promise<string[]> =>
  (await page.locator('.hub-cue').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim());

/** Changes the permissions of the user of the editor. Undefined: all. */
export const allow = (page: Page, permissions: string[] | undefined): Promise<object> =>
  page.evaluate(
    (list) =>
      Object.assign((window.RED as unknown as { settings: object }).settings, { user: list && { permissions: list } }),
    permissions,
  );
