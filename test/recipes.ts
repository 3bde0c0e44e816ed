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
import { join } from 'node:path';
import { linkPackage } from './editor/bench.js';
import type { Part } from './examples.js';

/** A node of a recipe's flow; a function may name modules. */
interface RecipePart extends Part {
  readonly libs?: readonly { readonly var: string; readonly module: string }[];
}

/** A page of `docs/recipes` and the flow beside it. */
export interface Recipe {
  readonly name: string;
  readonly page: string;
  readonly flow: readonly RecipePart[];
  /** The lines of its blocks that a technician types into a shell. */
  readonly commands: readonly string[];
  /** What these install, sorted. */
  readonly packages: readonly string[];
}

export const FOLDER = 'docs/recipes';

/** What every page installs into: Node-RED's user directory. */
export const USER_DIR = 'cd ~/.node-red';

const INSTALL = 'npm install ';

/** All recipes that have a flow, by name. */
export const recipes: readonly Recipe[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.json'))
  .map((file) => {
    const name = file.slice(0, -'.json'.length);
    const page = readFileSync(join(FOLDER, `${name}.md`), 'utf8');
    const blocks = [...page.matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)].map(([, block = '']) => block.trim());
    const commands = blocks.flatMap((block) => block.split(/\n */));
    const packages = commands.filter((line) => line.startsWith(INSTALL)).flatMap((line) => line.split(' ').slice(2));
    return { name, page, flow: JSON.parse(readFileSync(join(FOLDER, file), 'utf8')), commands, packages };
  });

/** All packages that the pages name. */
const packages = [...new Set(recipes.flatMap((recipe) => recipe.packages))].sort();

/** Those that this package's own tests need besides, so that they are here already. */
const isHere = (name: string): boolean => existsSync(join('node_modules', name));

/**
 * A user directory of Node-RED with this package and all that the pages install. What comes from the registry is kept in
 * the system's temporary folder for the next run. Undefined where the registry cannot be reached; in CI that throws.
 */
export function recipesUserDir(): string | undefined {
  const wanted = packages.filter((name) => !isHere(name));
  const key = createHash('sha256').update(wanted.join()).digest('hex').slice(0, 12);
  const kept = join(tmpdir(), `hub-recipes-${key}`);
  try {
    if (!existsSync(kept)) install(wanted, kept);
  } catch (error) {
    if (process.env.CI) throw error;
    return undefined;
  }
  const userDir = mkdtempSync(join(tmpdir(), 'hub-recipe-'));
  mkdirSync(join(userDir, 'node_modules'));
  linkPackage(userDir);
  for (const name of packages) linkPackage(userDir, join(isHere(name) ? process.cwd() : kept, 'node_modules', name));
  const dependencies = Object.fromEntries(packages.map((name) => [name, '*']));
  writeFileSync(join(userDir, 'package.json'), JSON.stringify({ name: 'recipes', private: true, dependencies }));
  return userDir;
}

/** Installs into a folder of another name first, so that a half-installed one is never taken for a whole one. */
function install(wanted: readonly string[], kept: string): void {
  const folder = mkdtempSync(`${kept}-`);
  try {
    writeFileSync(join(folder, 'package.json'), '{"private": true}');
    execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', ...wanted], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      shell: process.platform === 'win32',
    });
    renameSync(folder, kept);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    if (!existsSync(kept)) throw error;
  }
}
