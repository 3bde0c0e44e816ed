const waiting: (() => void)[] = [];

let isPressed = false;

document.addEventListener('pointerdown', () => (isPressed = true), true);
// The click comes in the same turn as the release that makes it.
for (const end of ['pointerup', 'pointercancel']) document.addEventListener(end, () => setTimeout(release), true);

function release(): void {
  isPressed = false;
  for (const move of waiting.splice(0)) move();
}

/** Does what moves the fields of a form, but never between a mouse's press and its release: the click would miss. */
export function whenStill(move: () => void): void {
  if (isPressed) waiting.push(move);
  else move();
}
