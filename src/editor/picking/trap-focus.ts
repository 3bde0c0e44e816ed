/** Keeps Tab inside a popup, so that the dialog below is out of reach until it closes. */
export function trapFocus(popUp: HTMLElement): void {
  popUp.addEventListener('keydown', (event) => {
    if (event.key !== 'Tab') return;
    const stops = [...popUp.querySelectorAll<HTMLElement>('input, button')];
    const [end, start] = event.shiftKey ? [stops.at(0), stops.at(-1)] : [stops.at(-1), stops.at(0)];
    if (document.activeElement !== end) return;
    event.preventDefault();
    start?.focus();
  });
}
