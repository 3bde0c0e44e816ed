import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Installs the package by a link, because the tests run in its folder. */
export function linkPackage(userDir: string, folder = process.cwd()): void {
  const { name } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name: string };
  const link = join(userDir, 'node_modules', name);
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(folder, link, 'junction');
}
