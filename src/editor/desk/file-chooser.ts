import { element } from '../base/dom.js';

/** A function that lets the user choose a file of JSON. */
export function fileChooser(onChoose: (file: File) => void): () => void {
  const input = element('input', { type: 'file', accept: '.json,application/json' });
  input.addEventListener('change', () => {
    const [chosen] = input.files ?? [];
    if (chosen) onChoose(chosen);
    // The same file can be chosen again.
    input.value = '';
  });
  return () => input.click();
}
