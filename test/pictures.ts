import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** For each picture of the documents, the hash of its sources when it was taken. */
const RECORD = 'docs/pictures.json';

/** The dialogs and icons of the nodes, and the styles of the sidebar. */
const NODES = ['nodes', 'icons'];
const SIDEBAR = 'src/editor/sidebar';

/** The files and folders that a picture shows: its flow, and the look of nodes, dialogs and sidebar. */
function sourcesOf(picture: string): readonly string[] {
  const name = basename(picture)
    .replace(/\.\w+$/, '')
    .replace('dashboard-page', 'dashboard');
  if (picture.startsWith('docs/recipes/')) return [`examples/4-recipes/${name}.json`, 'icons'];
  const test = name === 'moving' ? 'moving-picture' : 'pictures';
  return [`test/editor/${test}.test.ts`, ...NODES, SIDEBAR];
}

const filesIn = (source: string): string[] =>
  statSync(source).isDirectory()
    ? readdirSync(source, { recursive: true, encoding: 'utf8' })
        .map((file) => join(source, file))
        .filter((file) => statSync(file).isFile() && (!source.startsWith('src/') || file.endsWith('.css')))
        .sort()
    : [source];

/** The hash of all sources of a picture. Line ends differ between systems. */
export function sourceHash(picture: string): string {
  const hash = createHash('sha256');
  for (const file of sourcesOf(picture).flatMap(filesIn))
    hash.update(readFileSync(file, 'utf8').replaceAll('\r\n', '\n'));
  return hash.digest('hex').slice(0, 16);
}

/** The recorded hashes, by picture. */
export const recordedHashes = (): Record<string, string> =>
  existsSync(RECORD) ? JSON.parse(readFileSync(RECORD, 'utf8')) : {};

/** Records that a picture of the documents, if it is one, shows its present sources. */
export function recordPicture(path: string): void {
  const picture = path.replaceAll('\\', '/');
  if (!picture.startsWith('docs/')) return;
  const all = { ...recordedHashes(), [picture]: sourceHash(picture) };
  writeFileSync(RECORD, `${JSON.stringify(all, Object.keys(all).sort(), 2)}\n`);
}
