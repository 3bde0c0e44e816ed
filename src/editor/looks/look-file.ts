import { byId, download, fileChooser, setText } from '../base/dom.js';
import { askEndpoint, problemSentence, RequestError } from '../base/endpoint.js';
import { words } from '../base/words.js';
import { actOnLook, failureText } from './look-requests.js';

/** The name of an exported file. */
const FILE_NAME = 'looks.json';

/** Starts the buttons *Export* and *Import* for the file of a deployed node. */
export function offerLookFile(id: string): void {
  const note = byId<HTMLDivElement>('hub-look-file');
  /** Shows the result of a request, or the reason of its failure. */
  const show = async (request: Promise<string>) => setText(note, await request.catch(failureText));
  byId('hub-look-export').addEventListener('click', () => show(exportFile(id)));
  byId('hub-look-import').addEventListener(
    'click',
    fileChooser((file) => show(importFile(id, file))),
  );
}

/** Downloads the file. */
async function exportFile(id: string): Promise<string> {
  const { text } = await askEndpoint<{ readonly text: string }>(['looks', id, 'file'], undefined, { area: 'hub-look' });
  download(FILE_NAME, text, 'application/json');
  return '';
}

async function importFile(id: string, file: File): Promise<string> {
  try {
    await actOnLook(id, { action: 'import', text: await file.text() });
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
