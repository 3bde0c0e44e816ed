import { parseArgs } from 'node:util';
import { text } from '../texts/report-texts.js';

/** A command: gets its line, and resolves with its exit status. */
export type Command = (line: string[]) => Promise<number>;

/** Runs a command, or shows its help. A failure is one sentence on standard error, and status 2. */
export async function runCommand(name: string, command: Command, line: string[]): Promise<void> {
  const { help } = parseArgs({ args: line, strict: false, options: { help: { type: 'boolean' } } }).values;
  process.stdout.on('error', endQuietly);
  try {
    if (help) console.log(helpOf(name));
    else process.exitCode = await command(line);
  } catch (error) {
    if (!isForUser(error)) throw error;
    process.exitCode = 2;
    const isUsage = error instanceof WrongUsage || !(error instanceof CommandFailure);
    console.error(
      isUsage ? text('graphics-hub.badUsage', { name, reason: error.message.replaceAll('\n', ' ') }) : error.message,
    );
  }
}

/** True for our own sentences, and for those of `util.parseArgs`. */
function isForUser(error: unknown): error is Error {
  if (error instanceof CommandFailure) return true;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && code.startsWith('ERR_PARSE_ARGS_');
}

/** These commands connect to no hub. */
const WITHOUT_HUB = ['simulate', 'as-run'];

const helpOf = (name: string): string =>
  WITHOUT_HUB.includes(name) ? text(`${name}.help`) : `${text(`${name}.help`)}\n\n${text('connection.help')}`;

/** The reader of a pipe ended, for example `head`. */
function endQuietly(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
  process.exit(2);
}

/** A reason for the user. The command ends with status 2. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
}

/** A wrong line. The command refers to its help. */
export class WrongUsage extends CommandFailure {}
