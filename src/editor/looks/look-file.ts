import { byId, download, element } from '../base/dom.js';
import { askEndpoint, problemSentence, RequestError } from '../base/endpoint.js';
import { words } from '../base/words.js';

/** The name of an exported file. */
const FILE_NAME = 'looks.json';

/** Starts the buttons *Export* and *Import* for the file of a deployed node. */
export function offerLookFile(id: string): void {
  const note = byId<HTMLDivElement>('hub-look-file');
  const file = element('input', { type: 'file', accept: '.json,application/json' });
  /** Shows the result of a request, or the reason of its failure. */
  const show = async (request: Promise<string>) => {
    note.textContent = await request.catch(failureText);
  };
  byId('hub-look-export').addEventListener('click', () => show(exportFile(id)));
  byId('hub-look-import').addEventListener('click', () => file.click());
  file.addEventListener('change', () => {
    const [chosen] = file.files ?? [];
    if (chosen) void show(importFile(id, chosen));
    // The same file can be chosen again.
    file.value = '';
  });
}

/** Downloads the file. */
async function exportFile(id: string): Promise<string> {
  const { text } = await askEndpoint<{ readonly text: string }>(['looks', id, 'file'], undefined, { area: 'hub-look' });
  download(FILE_NAME, text, 'application/json');
  return '';
}

async function importFile(id: string, file: File): Promise<string> {
  try {
    await askEndpoint(['looks', id], { action: 'import', text: await file.text() }, { area: 'hub-look' });
    return words('look.imported');
  } catch (error) {
    const problem = error instanceof RequestError ? error.problem : undefined;
    if (!problem) throw error;
    // The runtime got the text of the file without its name. Another path is that of its own file.
    const { facts } = problem;
    const isOfText = 'path' in facts && facts.path === '';
    return problemSentence(isOfText ? { ...problem, facts: { ...facts, path: file.name } } : problem);
  }
}

/** Why a request of the dialog failed. */
export function failureText(error: unknown): string {
  if (!(error instanceof RequestError)) throw error;
  if (error.status === 413) return words('look.tooLarge');
  return error.status === 404 ? words('look.deployFirst') : error.message;
}
