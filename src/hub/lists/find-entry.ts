import { withName } from '../../base/names.js';

/** A node also presses a button by its label, unless two buttons have it. */
const BUTTONS: readonly string[] = ['button', 'newsroomButton', 'linearButton'];

/** The entry of a list that a saved value means: the one with this value, or the only button with this label. */
export function findEntry<Entry extends { readonly value: unknown; readonly label: string }>(
  names: string,
  entries: readonly Entry[],
  value: string,
): Entry | undefined {
  const exact = entries.find((entry) => String(entry.value) === value);
  if (exact || !BUTTONS.includes(names)) return exact;
  const named = withName(entries, value, ({ label }) => label);
  return named.length === 1 ? named[0] : undefined;
}
