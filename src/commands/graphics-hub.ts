import { text } from '../texts/report-texts.js';
import { asRun } from './as-run.js';
import { check } from './check.js';
import { diff } from './diff.js';
import { record } from './record.js';
import { type Command, runCommand } from './run-command.js';
import { simulate } from './simulate.js';

const COMMANDS: Readonly<Record<string, Command>> = { check, record, diff, simulate, 'as-run': asRun };

/** The first word is the command. */
async function main([name = '--help', ...line]: string[]): Promise<void> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (name === '--help') console.log(text('graphics-hub.help'));
  else if (command) await runCommand(name, command, line);
  else {
    console.error(text('graphics-hub.unknown', { name, names: Object.keys(COMMANDS).join(', ') }));
    process.exitCode = 2;
  }
}

void main(process.argv.slice(2));
