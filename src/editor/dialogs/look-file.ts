import type { Problem } from '../../hub/words/problem.js';
import { byId, element } from '../base/dom.js';
import { askEndpoint } from '../base/endpoint.js';
import { words } from '../base/words.js';
import { problemSentence } from '../picking/runtime-api.js';

/** The name of an exported file. */
const FILE_NAME = 'looks.json';

export const endpoint = (...parts: readonly string[]): string =>
  ['graphics-hub/looks', ...parts.map(encodeURIComponent)].join('/');

/** Starts the buttons *Export* and *Import* for the file of a deployed node. */
export function offerLookFile(id: string): void {
  const note = byId<HTMLDivElement>('hub-look-file');
  const file = element('input', { type: 'file', accept: '.json,application/json' });
  /** Shows the result of a request, or the reason of its failure. */
  const show = async (permission: 'read' | 'write', request: Promise<string>) => {
    note.textContent = await request.catch((error) => failureText(error, permission));
  };
  byId('hub-look-export').addEventListener('click', () => show('read', exportFile(id)));
  byId('hub-look-import').addEventListener('click', () => file.click());
  file.addEventListener('change', () => {
    const [chosen] = file.files ?? [];
    if (chosen) void show('write', importFile(id, chosen));
    // The same file can be chosen again.
    file.value = '';
  });
}

/** Downloads the file. */
async function exportFile(id: string): Promise<string> {
  const answer = (await askEndpoint({ url: endpoint(id, 'file'), method: 'GET' })) as Answer & {
    readonly text?: string;
  };
  if (answer.problem) return problemSentence(answer.problem);
  const url = URL.createObjectURL(new Blob([String(answer.text)], { type: 'application/json' }));
  element('a', { href: url, download: FILE_NAME }).click();
  URL.revokeObjectURL(url);
  return '';
}

async function importFile(id: string, file: File): Promise<string> {
  const data = JSON.stringify({ action: 'import', text: await file.text() });
  const answer = (await askEndpoint({
    url: endpoint(id),
    method: 'POST',
    contentType: 'application/json',
    data,
  })) as Answer;
  if (!answer.problem) return words('look.imported');
  // The runtime got the text of the file without its name. Another path is that of its own file.
  const { facts } = answer.problem;
  return problemSentence({ ...answer.problem, facts: { ...facts, path: facts.path || file.name } });
}

interface Answer {
  readonly problem?: Problem;
}

export function failureText(error: unknown, permission: string): string {
  const { status } = error as { readonly status?: number };
  if (status === 413) return words('look.tooLarge');
  if (status === 404) return words('look.deployFirst');
  if (status === 401 || status === 403) return words('sidebar.forbidden', { permission: `hub-look.${permission}` });
  return words(status ? 'sidebar.failed' : 'pick.noRuntime');
}
