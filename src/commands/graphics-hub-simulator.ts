import { runCommand } from './run-command.js';
import { simulate } from './simulate.js';

void runCommand('simulate', simulate, process.argv.slice(2));
