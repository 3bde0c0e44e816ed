import { parseArgs } from 'node:util';
import { numberIn } from '../base/numbers.js';
import { isSegment, VERSION_BASE } from '../hub/table/paths.js';
import { type Simulator, type SimulatorOptions, startSimulator } from '../simulator/index.js';
import { isHostName, MODULE_NAMES } from '../simulator/server/options.js';
import { MAX_LAG_MS } from '../simulator/server/status-lag.js';
import { text } from '../texts/report-texts.js';
import { readRecording } from './recording-store.js';
import { CommandFailure, WrongUsage } from './run-command.js';

const DEFAULT_PORT = 8090;

/** The options of the command line. Rejects with a CommandFailure. */
async function optionsFrom(line: string[]): Promise<SimulatorOptions> {
  const { port, host, name, dialect, early, sparse, linear, key, modules, lag, recording } = parseArgs({
    args: line,
    options: {
      port: { type: 'string' },
      host: { type: 'string' },
      name: { type: 'string', multiple: true },
      dialect: { type: 'string' },
      early: { type: 'boolean' },
      sparse: { type: 'boolean' },
      linear: { type: 'string' },
      key: { type: 'string' },
      modules: { type: 'string' },
      lag: { type: 'string' },
      recording: { type: 'string' },
    },
  }).values;
  if (port !== undefined && (!/^\d+$/.test(port) || Number(port) > 65_535))
    throw new WrongUsage(text('simulate.badPort', { port }));
  if (host === '') throw new WrongUsage(text('simulate.badHost'));
  const badName = name?.find((each) => !isHostName(each));
  if (badName !== undefined) throw new WrongUsage(text('simulate.badName', { name: badName }));
  if (dialect !== undefined && dialect !== '1' && dialect !== '2')
    throw new WrongUsage(text('simulate.badDialect', { dialect }));
  for (const [option, isSet] of Object.entries({ early, sparse }))
    if (isSet && dialect !== '2') throw new WrongUsage(text('simulate.onlyDialect2', { option: `--${option}` }));
  if (linear !== undefined && !isSegment(linear)) throw new WrongUsage(text('simulate.badLinear', { linear }));
  if (recording !== undefined && (dialect ?? linear)) throw new WrongUsage(text('simulate.badRecording'));
  const lagMs = (numberIn(lag ?? '0') ?? Number.NaN) * 1000;
  if (!(lagMs >= 0 && lagMs <= MAX_LAG_MS))
    throw new WrongUsage(text('simulate.badLag', { lag: lag ?? '', most: MAX_LAG_MS / 1000 }));
  if (key === '') throw new WrongUsage(text('simulate.badKey'));
  return {
    ...(port !== undefined && { port: Number(port) }),
    host,
    names: name,
    ...(dialect && { dialect: dialect === '1' ? 1 : 2 }),
    early,
    sparse,
    linearSegment: linear,
    apiKey: key,
    modules: modulesFrom(modules, key),
    ...(lag !== undefined && { statusLag: lagMs }),
    ...(recording !== undefined && { recording: await readRecording(recording) }),
  };
}

function modulesFrom(modules: string | undefined, key: string | undefined): string[] | undefined {
  if (modules === undefined) return undefined;
  if (key === undefined) throw new WrongUsage(text('simulate.badModules'));
  const names = modules.split(',').map((module) => module.trim());
  const unknown = names.find((module) => !MODULE_NAMES.includes(module));
  if (unknown !== undefined)
    throw new WrongUsage(text('simulate.badModule', { module: unknown, allowed: MODULE_NAMES.join(', ') }));
  return names;
}

/** Starts on the wanted port. Without `--port`, it may be another one if another program uses the default port. */
async function startSomewhere({ port, ...options }: SimulatorOptions): Promise<Simulator> {
  try {
    return await startSimulator({ ...options, port: port ?? DEFAULT_PORT });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    if (port !== undefined) throw new CommandFailure(text('simulate.portTaken', { port }));
    console.error(text('simulate.portMoved', { port: DEFAULT_PORT }));
    return startSimulator({ ...options, port: 0 });
  }
}

/** `graphics-hub simulate`: serves until Ctrl-C. 1 if it cannot start. */
export async function simulate(line: string[]): Promise<number> {
  const options = await optionsFrom(line);
  let simulator: Simulator;
  try {
    simulator = await startSomewhere(options);
  } catch (error) {
    const { message } = error as Error;
    console.error(error instanceof CommandFailure ? message : text('simulate.cannotStart', { reason: message }));
    return 1;
  }
  const { url } = simulator;
  console.log(text('simulate.started', { page: `${url}/`, base: url, interface: url + VERSION_BASE }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void simulator.close());
  return 0;
}
