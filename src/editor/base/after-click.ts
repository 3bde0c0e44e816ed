const pendingChanges: (() => void)[] = [];

let isPressed = false;

document.addEventListener('pointerdown', () => (isPressed = true), true);
// The click comes in the same turn as the release that makes it.
for (const end of ['pointerup', 'pointercancel']) document.addEventListener(end, () => setTimeout(runPending), true);

function runPending(): void {
  isPressed = false;
  for (const change of pendingChanges.splice(0)) change();
}

/** Does what moves the fields of a form, but never between a mouse's press and its release: the click would miss. */
export function afterClick(change: () => void): void {
  if (isPressed) pendingChanges.push(change);
  else change();
}
