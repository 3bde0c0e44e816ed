import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** For each picture of the documents, the hash of its sources when it was taken. */
const RECORD = 'docs/pictures.json';

const SIDEBAR = 'src/editor/section/sidebar.css';
const DIALOG = ['nodes/parts', 'src/editor/fields', 'icons/hub-engine-property.svg'];

/** The dialogs, icons and styles that a picture shows, besides its flow. The code of the editor is not among them. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  browse: [...DIALOG, 'src/editor/picking'],
  connection: ['nodes/hub-config.html', 'src/editor/fields', 'src/editor/hub'],
  controls: ['src/simulator/page/controls.css'],
  flow: ['icons/hub-engine-property.svg', 'icons/hub-playout-item.svg', 'icons/hub-linear-play.svg'],
  journal: [SIDEBAR, 'src/editor/journal'],
  looks: [SIDEBAR, 'src/editor/looks'],
  moving: [SIDEBAR, 'src/editor/control', 'icons/hub-control.svg', 'src/simulator/page/picture.css'],
  picker: [...DIALOG, 'src/editor/picking'],
  show: ['src/simulator/page/picture.css'],
  starts: [SIDEBAR, 'src/editor/starts.css'],
  tree: [SIDEBAR, 'src/editor/picking', 'src/editor/tree'],
};

/** The files and folders that a picture shows: its flow, with the icons of its nodes, or the test with its flow. */
function sourcesOf(picture: string): readonly string[] {
  const name = basename(picture).replace(/\.\w+$/, '');
  if (picture.startsWith('docs/recipes/')) {
    const flow = `examples/4-recipes/${name.replace('dashboard-page', 'dashboard')}.json`;
    const types = (JSON.parse(readFileSync(flow, 'utf8')) as { type: string }[]).map(({ type }) => type);
    const ours = [...new Set(types)].filter((type) => type.startsWith('hub-')).sort();
    return [flow, ...ours.map((type) => `icons/${type}.svg`)];
  }
  const shown = SHOWN[name];
  if (!shown) throw new Error(`${picture}: its sources are not listed`);
  return [`test/editor/${name === 'moving' ? 'moving-picture' : 'pictures'}.test.ts`, ...shown];
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
