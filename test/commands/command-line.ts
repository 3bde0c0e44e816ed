import { AsyncLocalStorage } from 'node:async_hooks';
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
const STREAMS = ['stdout', 'stderr'] as const;

/** The output of each command that runs in this process. Several can run at once. */
const outputs = new AsyncLocalStorage<{ stdout: string; stderr: string }>();
for (const name of STREAMS) {
  const stream = process[name];
  const write = stream.write.bind(stream) as (...parts: unknown[]) => boolean;
  stream.write = (...parts: unknown[]) => {
    const output = outputs.getStore();
    if (!output) return write(...parts);
    output[name] += parts[0];
    return true;
  };
}

/**
 * Runs a command in this process, which takes a third of the processor time of a program. Rejects with the refusal of the
 * command. Only `run` shows that the program ends, its exit status for a refusal and its environment.
 */
export async function runHere(
  command: Command,
  line: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const output = { stdout: '', stderr: '' };
  const listeners = SIGNALS.map((signal) => process.listeners(signal));
  // The terminal of a developer would get the progress as a line that changes.
  process.stderr.isTTY = false;
  Object.assign(process.env, env);
  try {
    const status = await outputs.run(output, () => command([...line]));
    return { status, ...output };
  } finally {
    for (const name of Object.keys(env)) delete process.env[name];
    // A command listens until its process ends.
    for (const [index, signal] of SIGNALS.entries())
      for (const listener of process.listeners(signal))
        if (!listeners[index]?.includes(listener)) process.removeListener(signal, listener);
  }
}

/** The sentence with which a command refuses its line, in an environment with these variables. */
export async function refusalOf(
  command: Command,
  line: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const refusal: unknown = await runHere(command, line, env).catch((error: unknown) => error);
  if (refusal instanceof Error) return refusal.message;
  throw new Error(`not refused, but ${JSON.stringify(refusal)}: ${line.join(' ')}`);
}

/** True for text without control characters, except the ends of lines. */
export const isPlain = (output: string): boolean => !/[^\P{Cc}\n]/u.test(output);

/** Output of a program of ours without a stack trace or a placeholder. */
export const isSentence = (output: string): boolean => !/__|^\s+at \S+ \(|node:internal/m.test(output);
