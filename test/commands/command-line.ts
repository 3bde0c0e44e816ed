import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Command } from '../../dist/commands/run-command.js';

const PROGRAM = join(__dirname, '../../lib/commands/graphics-hub.js');

/** The end of a command. */
export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A running command. */
export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

/** Starts `graphics-hub`, in English, without a terminal and without the variables of this process. */
export function start(line: readonly string[], env: Readonly<Record<string, string>> = {}): Running {
  const { PATH } = process.env;
  const child = spawn(process.execPath, [PROGRAM, ...line], { env: { PATH, LANG: 'en_US.UTF-8', ...env } });
  child.stdin.end();
  const ended = Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]).then(
    ([[status], stdout, stderr]) => ({ status: status as number | null, stdout, stderr }),
  );
  return { child, ended };
}

/** Runs `graphics-hub` to its end. */
export const run = (line: readonly string[], env?: Readonly<Record<string, string>>): Promise<Ended> =>
  start(line, env).ended;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The sentence with which a command refuses its line. The command runs in this process, which starts faster. */
export async function refusalOf(command: Command, line: readonly string[]): Promise<string> {
  const listeners = SIGNALS.map((signal) => process.listeners(signal));
  const refusal: unknown = await command([...line]).catch((error: unknown) => error);
  // A command listens until its process ends.
  for (const [index, signal] of SIGNALS.entries())
    for (const listener of process.listeners(signal))
      if (!listeners[index]?.includes(listener)) process.removeListener(signal, listener);
  if (refusal instanceof Error) return refusal.message;
  throw new Error(`not refused, but ${refusal}: ${line.join(' ')}`);
}

/** True for text without control characters, except the ends of lines. */
export const isPlain = (output: string): boolean => !/[^\P{Cc}\n]/u.test(output);

/** Output of a program of ours without a stack trace or a placeholder. */
export const isSentence = (output: string): boolean => !/__|^\s+at \S+ \(|node:internal/m.test(output);
