import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Part } from './examples.js';
import { linkPackage } from './link-package.js';

/** A node of a recipe's flow. A function node may name modules. */
interface RecipePart extends Part {
  readonly libs?: readonly { readonly var: string; readonly module: string }[];
}

/** A page of `docs/recipes`. It can explain several flows. */
export interface RecipePage {
  readonly name: string;
  readonly text: string;
  /** The shell commands in its code blocks. */
  readonly commands: readonly string[];
  /** The packages that these commands install, sorted. */
  readonly packages: readonly string[];
}

/** A flow of `examples/4-recipes`, and the page that explains it. */
export interface Recipe {
  readonly name: string;
  readonly flow: readonly RecipePart[];
  readonly page: RecipePage;
}

/** They replace the libraries of devices. */
const STAND_INS = ['midi-stand-in', 'stream-deck-stand-in'];

/** The pages. */
export const FOLDER = 'docs/recipes';

/** The flows, where Node-RED's import dialog finds them. */
const FLOWS = 'examples/4-recipes';

/** Each page installs into Node-RED's user directory. */
export const USER_DIR = 'cd ~/.node-red';

const INSTALL = 'npm install ';

/** All pages, by name. */
export const recipePages: readonly RecipePage[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.md') && file !== 'README.md')
  .map((file) => {
    const text = readFileSync(join(FOLDER, file), 'utf8');
    const blocks = [...text.matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)].map(([, block = '']) => block.trim());
    const commands = blocks.flatMap((block) => block.split(/\n */));
    const packages = commands.filter((line) => line.startsWith(INSTALL)).flatMap((line) => line.split(' ').slice(2));
    return { name: file.slice(0, -'.md'.length), text, commands, packages };
  });

/** All flows, by name. The description of the tab names the page. */
export const recipes: readonly Recipe[] = readdirSync(FLOWS).map((file) => {
  const name = file.slice(0, -'.json'.length);
  const flow = JSON.parse(readFileSync(join(FLOWS, file), 'utf8')) as RecipePart[];
  const [, pageName] = /^See docs\/recipes\/([\w-]+)\.md /.exec(String(flow[0]?.info)) ?? [];
  const page = recipePages.find((each) => each.name === pageName);
  if (!page) throw new Error(`The flow ${name} has no page`);
  return { name, flow, page };
});

/** All packages that the pages name. */
const packages = [...new Set(recipePages.flatMap((page) => page.packages))].sort();

/** True for packages that are already development dependencies. */
const isInstalled = (name: string): boolean => existsSync(join('node_modules', name));

/**
 * A user directory of Node-RED with this package and all packages of the pages. Downloads stay in the system's temporary
 * folder for the next run. If the registry is unreachable, this returns undefined, or throws in CI.
 */
export function recipesUserDir(): string | undefined {
  const missing = packages.filter((name) => !isInstalled(name));
  const key = createHash('sha256').update(missing.join()).digest('hex').slice(0, 12);
  const cache = join(tmpdir(), `hub-recipes-${key}`);
  try {
    if (!existsSync(cache)) install(missing, cache);
  } catch (error) {
    if (process.env.CI) throw error;
    return undefined;
  }
  const userDir = mkdtempSync(join(tmpdir(), 'hub-recipe-'));
  mkdirSync(join(userDir, 'node_modules'));
  linkPackage(userDir);
  for (const name of packages)
    linkPackage(userDir, join(isInstalled(name) ? process.cwd() : cache, 'node_modules', name));
  for (const name of STAND_INS) linkPackage(userDir, resolve('test/package', name));
  const dependencies = Object.fromEntries([...packages, ...STAND_INS].map((name) => [name, '*']));
  writeFileSync(join(userDir, 'package.json'), JSON.stringify({ name: 'recipes', private: true, dependencies }));
  return userDir;
}

/** Installs into a temporary folder and renames it, so that an incomplete installation is never used. */
function install(missing: readonly string[], cache: string): void {
  const folder = mkdtempSync(`${cache}-`);
  try {
    writeFileSync(join(folder, 'package.json'), '{"private": true}');
    execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', ...missing], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      shell: process.platform === 'win32',
    });
    renameSync(folder, cache);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    if (!existsSync(cache)) throw error;
  }
}
