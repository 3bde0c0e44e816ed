import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the repository, relative to the compiled tests. */
export const root = join(__dirname, '../..');

export const read = (file: string): string => readFileSync(join(root, file), 'utf8');

export const readJson = (file: string) => JSON.parse(read(file));

export const pkg = readJson('package.json');

/** Files of a folder, with their path in the package. */
export const filesIn = (folder: string): string[] => readdirSync(join(root, folder)).map((file) => `${folder}/${file}`);

/** A node as the catalogue's parser reads it: a literal `registerType` in the html beside the listed script. */
export interface ListedNode {
  readonly name: string;
  readonly html: string;
  readonly type: string | undefined;
  readonly icon: string | undefined;
}

export const nodes: ListedNode[] = Object.entries(pkg['node-red'].nodes as Record<string, string>).map(
  ([name, script]) => {
    const html = read(script.replace(/\.js$/, '.html'));
    const [, type] = html.match(/RED\.nodes\.registerType\('([\w-]+)', \{/) ?? [];
    const [, icon] = html.match(/\bicon: '([\w.-]+)'/) ?? [];
    return { name, html, type, icon };
  },
);
