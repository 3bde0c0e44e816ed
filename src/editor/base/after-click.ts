const pendingChanges: (() => void)[] = [];

let isPressed = false;

document.addEventListener('pointerdown', () => (isPressed = true), true);
// The click follows the release in the same turn.
for (const end of ['pointerup', 'pointercancel']) document.addEventListener(end, () => setTimeout(runPending), true);

function runPending(): void {
  isPressed = false;
  for (const change of pendingChanges.splice(0)) change();
}

/**
 * Runs a change that moves form fields. Between a mouse press and its release it waits, because the click would miss
 * its target.
 */
export function afterClick(change: () => void): void {
  if (isPressed) pendingChanges.push(change);
  else change();
}
