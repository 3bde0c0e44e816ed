/** A shorter movement is not meant, in px. */
const START_PX = 6;

/** Drags the children of an element onto each other by a pointer. */
export class KeyDrag {
  readonly #places: HTMLElement;
  readonly #drop: (from: Element, to: Element) => void;
  #dragged: { readonly key: HTMLElement; readonly x: number; readonly y: number; isMoved: boolean } | undefined;
  isEnabled = false;

  constructor(places: HTMLElement, drop: (from: Element, to: Element) => void) {
    this.#places = places;
    this.#drop = drop;
    places.addEventListener('pointerdown', (event) => this.#begin(event));
    places.addEventListener('pointermove', (event) => this.#move(event));
    places.addEventListener('pointerup', (event) => this.#end(event));
    places.addEventListener('pointercancel', () => this.cancel());
    places.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') this.cancel();
    });
  }

  cancel(): void {
    if (!this.#dragged) return;
    this.#dragged.key.style.transform = '';
    this.#dragged.key.classList.remove('hub-key-dragged');
    this.#dragged = undefined;
  }

  #begin({ target, button, clientX: x, clientY: y, pointerId }: PointerEvent): void {
    const key = (target as Element).closest<HTMLElement>('.hub-key');
    if (!this.isEnabled || !key || button !== 0) return;
    this.cancel();
    // The drop counts also beside the keys.
    key.setPointerCapture(pointerId);
    this.#dragged = { key, x, y, isMoved: false };
  }

  #move({ clientX, clientY }: PointerEvent): void {
    const dragged = this.#dragged;
    if (!dragged) return;
    const [right, down] = [clientX - dragged.x, clientY - dragged.y];
    dragged.isMoved ||= Math.hypot(right, down) >= START_PX;
    if (!dragged.isMoved) return;
    dragged.key.classList.add('hub-key-dragged');
    dragged.key.style.transform = `translate(${right}px, ${down}px)`;
  }

  #end({ clientX, clientY }: PointerEvent): void {
    const { key, isMoved } = this.#dragged ?? {};
    this.cancel();
    // Also the text in a key is below the pointer.
    const below = document.elementsFromPoint(clientX, clientY).find((each) => each.parentElement === this.#places);
    if (key && isMoved && below && below !== key) this.#drop(key, below);
  }
}
