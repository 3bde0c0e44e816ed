import type { Cue, Step } from '../../dist/cues/list.js';
import { literal } from '../flows/stage.js';
import { opacity } from '../operations/values.js';
import { X } from './page.js';
import { NEVER_LATE } from './picking.js';
import { askNodeRed, page, TAB } from './stage.js';

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

const pathOf = (list: string) => `cues/lists/${encodeURIComponent(list)}`;

interface StoredList {
  readonly cues: Record<string, Cue>;
  readonly revision: string;
}

/** The cues of a list on the disk. */
export const readList = (list: string): Promise<StoredList> => askNodeRed(pathOf(list));

/** Replaces a list, as another editor does. */
export async function writeList(list: string, cues: Readonly<Record<string, Cue>>): Promise<void> {
  const { revision } = await readList(list);
  const body = { revision, cues };
  const answer = await askNodeRed<{ changed?: boolean; problem?: object }>(pathOf(list), body);
  if (answer.changed || answer.problem) throw new Error(`Not written: ${JSON.stringify(answer.problem)}`);
}

/** The state of a deployed list after an operation, as of another panel. */
export const operate = (id: string, operation: string, cue?: string): Promise<Report> =>
  askNodeRed(`cues/${id}`, { operation, cue });

interface Report {
  readonly state: { readonly state: string; readonly standby: { readonly number: string } | null };
}

/** The row of a cue in the sidebar. */
export const cue = (number: string) => page().locator(`.hub-cue[data-number="${number}"]`);

/** The texts of all cues in the sidebar. */
export const cueTexts = async (): Promise<string[]> =>
  (await page().locator('.hub-cue').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim());
