import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Files with this name that are committed or new. */
export const filesNamed = (pattern: string): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', pattern], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && existsSync(file));

export const documents: readonly string[] = filesNamed('*.md');

/** The pages for users: neither those for engineers, nor the one that the build writes. */
export const userPages: readonly string[] = documents.filter(
  (file) => file === 'README.md' || (file.startsWith('docs/') && !/^docs\/(?:develop\/|operations\.md)/.test(file)),
);

/** A block of code with its language, or ''. */
export interface Block {
  readonly language: string;
  readonly code: string;
}

const BLOCK = /^```(\w*)\n([\s\S]*?)^```$/gm;

export const blocksOf = (file: string): Block[] =>
  [...readFileSync(file, 'utf8').matchAll(BLOCK)].map(([, language = '', code = '']) => ({ language, code }));

/** A document without its blocks of code. */
export const proseOf = (file: string): string => readFileSync(file, 'utf8').replace(BLOCK, '');

/** The pieces of code inside the prose. */
export const codeIn = (prose: string): string[] => [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
