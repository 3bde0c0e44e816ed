#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { isSegment, VERSION_BASE } from '../hub/table/paths.js';
import { type Simulator, type SimulatorOptions, startSimulator } from './index.js';
import { say } from './page/words.js';

const USUAL_PORT = '8090';

/** The options of the command line; undefined when only help is wanted. Throws an Error that says what is wrong. */
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
  if (!/^\d+$/.test(port) || Number(port) > 65_535) throw new Error(say('badPort', { port }));
  if (host === '') throw new Error(say('badHost'));
  if (name?.includes('')) throw new Error(say('badName'));
  if (dialect !== '1' && dialect !== '2') throw new Error(say('badDialect', { dialect }));
  if (early && dialect !== '2') throw new Error(say('badEarly'));
  if (linear !== undefined && !isSegment(linear)) throw new Error(say('badLinear', { linear }));
  if (key === '') throw new Error(say('badKey'));
  if (modules !== undefined && key === undefined) throw new Error(say('badModules'));
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

/** Starts on the wanted port or, if another program has it, on a free one. */
async function startSomewhere(options: SimulatorOptions): Promise<Simulator> {
  try {
    return await startSimulator(options);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    console.error(say('portTaken', { port: options.port ?? 0 }));
    return startSimulator({ ...options, port: 0 });
  }
}

async function run(options: SimulatorOptions): Promise<void> {
  const simulator = await startSomewhere(options);
  const { url } = simulator;
  console.log(say('started', { page: `${url}/`, base: url, interface: url + VERSION_BASE }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void simulator.close());
}

function main(line: string[]): void {
  let options: SimulatorOptions | undefined;
  try {
    options = optionsFrom(line);
  } catch (error) {
    fail(say('badUsage', { reason: (error as Error).message }), 2);
    return;
  }
  if (options) run(options).catch((error: Error) => fail(say('cannotStart', { reason: error.message }), 1));
  else console.log(say('help', { port: USUAL_PORT }));
}

function fail(reason: string, exitCode: number): void {
  console.error(reason);
  process.exitCode = exitCode;
}

main(process.argv.slice(2));
