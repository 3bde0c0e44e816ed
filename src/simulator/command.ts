#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { isSegment, VERSION_BASE } from '../hub/table/paths.js';
import { type Simulator, type SimulatorOptions, startSimulator } from './index.js';
import { commandText } from './page/words.js';

const USUAL_PORT = '8090';

/** The options of the command line, or undefined for help. Throws an Error with a reason for the user. */
function optionsFrom(line: string[]): SimulatorOptions | undefined {
  const { port, host, name, dialect, early, linear, key, modules, help } = parseArgs({
    args: line,
    options: {
      port: { type: 'string', default: USUAL_PORT },
      host: { type: 'string' },
      name: { type: 'string', multiple: true },
      dialect: { type: 'string', default: '1' },
      early: { type: 'boolean' },
      linear: { type: 'string' },
      key: { type: 'string' },
      modules: { type: 'string' },
      help: { type: 'boolean' },
    },
  }).values;
  if (help) return undefined;
  if (!/^\d+$/.test(port) || Number(port) > 65_535) throw new Error(commandText('badPort', { port }));
  if (host === '') throw new Error(commandText('badHost'));
  if (name?.includes('')) throw new Error(commandText('badName'));
  if (dialect !== '1' && dialect !== '2') throw new Error(commandText('badDialect', { dialect }));
  if (early && dialect !== '2') throw new Error(commandText('badEarly'));
  if (linear !== undefined && !isSegment(linear)) throw new Error(commandText('badLinear', { linear }));
  if (key === '') throw new Error(commandText('badKey'));
  if (modules !== undefined && key === undefined) throw new Error(commandText('badModules'));
  return {
    port: Number(port),
    host,
    names: name,
    dialect: dialect === '1' ? 1 : 2,
    early,
    linearSegment: linear,
    apiKey: key,
    modules: modules?.split(',').map((module) => module.trim()),
  };
}

/** Starts on the wanted port or, if another program uses it, on a free one. */
async function startSomewhere(options: SimulatorOptions): Promise<Simulator> {
  try {
    return await startSimulator(options);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    console.error(commandText('portTaken', { port: options.port ?? 0 }));
    return startSimulator({ ...options, port: 0 });
  }
}

async function run(options: SimulatorOptions): Promise<void> {
  const simulator = await startSomewhere(options);
  const { url } = simulator;
  console.log(commandText('started', { page: `${url}/`, base: url, interface: url + VERSION_BASE }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void simulator.close());
}

function main(line: string[]): void {
  let options: SimulatorOptions | undefined;
  try {
    options = optionsFrom(line);
  } catch (error) {
    fail(commandText('badUsage', { reason: (error as Error).message }), 2);
    return;
  }
  if (options) run(options).catch((error: Error) => fail(commandText('cannotStart', { reason: error.message }), 1));
  else console.log(commandText('help', { port: USUAL_PORT }));
}

function fail(reason: string, exitCode: number): void {
  console.error(reason);
  process.exitCode = exitCode;
}

main(process.argv.slice(2));
