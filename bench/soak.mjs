/**
 * Runs fifty nodes with a thousand messages a second and many faults, and checks every arrival against the rules:
 * `npm run soak -- [MINUTES [SEED]] [--folder FOLDER]`. Ends by itself, with 1 if a rule was broken.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Child } from './child.mjs';
import { nodeRedVersion, startNodeRed } from './node-red.mjs';
import '../scripts/project.mjs';
import { drawCharts } from './soak/charts.mjs';
import { faultsFrom } from './soak/faults.mjs';
import { flowFor, targets } from './soak/flow.mjs';
import { Judge } from './soak/judge.mjs';

const { values: options, positionals } = parseArgs({ options: { folder: { type: 'string' } }, allowPositionals: true });
const [minutes = 10, seed = Date.now() % 1_000_000] = positionals.map(Number);
if (!(minutes > 0 && minutes <= 24 * 60) || !Number.isInteger(seed)) {
  console.error('npm run soak -- [MINUTES [SEED]] [--folder FOLDER]: up to a day, and a whole number');
  process.exit(2);
}

/** Messages a second. */
const RATE = 1000;

/** Time without faults at the start and the end, in ms. */
const CALM = 3000;

/** Longest time after the last message until all messages are settled, and then until all handles are closed, in ms. */
const SETTLING = 15_000;

/** Allowed growth of the heap in MB. Compiled code and caches need it once. */
const MAX_GROWTH = 30;

const duration = minutes * 60_000;
const faults = faultsFrom(seed, duration - CALM);
console.log(
  `${targets.length} nodes, ${RATE} messages a second, ${minutes} min, ${faults.length} faults, seed ${seed}`,
);

const hub = new Child('bench/soak/hub.mjs', [], []);
const nodeRed = await startNodeRed(flowFor(await hub.ready), { nodesDir: 'bench/soak/node-red' });
const judge = new Judge();
const samples = [];
const percentile = (sorted, part) => sorted[Math.floor(sorted.length * part)];
let started = 0;

/**
 * Reads the sent, arrived and ended messages since the last call. The hub is read first, so that every arrival has its
 * sent message.
 */
async function takeSample() {
  const { arrivals, lag } = await hub.ask('take');
  const { sent, ended, ...state } = await nodeRed.ask('take');
  const busy = lag + state.lag;
  for (const each of sent) judge.sent(each);
  for (const each of arrivals) judge.arrived(each, busy);
  const times = ended.map((each) => judge.ended(each)).filter((time) => time !== undefined);
  times.sort((one, other) => one - other);
  samples.push({
    at: (Date.now() - started) / 1000,
    ...state,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
  });
}

async function until(condition, longest) {
  for (const end = Date.now() + longest; Date.now() < end; await sleep(250)) if (await condition()) return true;
  return false;
}

/** Applies the faults. Resolves after the last one. */
async function injectFaults() {
  for (const { at, until: over, ...fault } of faults) {
    await sleep(at - (Date.now() - started));
    await hub.ask('be', fault);
    await sleep(over - (Date.now() - started));
    await hub.ask('be', {});
  }
}

try {
  // Every node runs once, so that resources that are created only once exist.
  await nodeRed.ask('once');
  await until(async () => await takeSample().then(() => judge.pending === 0), SETTLING);
  await sleep(2000);
  const before = await nodeRed.ask('openHandles');
  samples.length = 0;
  started = Date.now();
  await nodeRed.ask('flow', { rate: RATE });
  const allFaultsOver = injectFaults();
  while (Date.now() - started < duration) {
    await sleep(1000);
    await takeSample();
  }
  await allFaultsOver;
  await nodeRed.ask('flow', { rate: 0 });
  await until(async () => await takeSample().then(() => judge.pending === 0), SETTLING);
  await nodeRed.ask('once');
  await until(async () => await takeSample().then(() => judge.pending === 0), SETTLING);
  let after;
  const areClosed = await until(async () => {
    after = await nodeRed.ask('openHandles');
    return ['timers', 'sockets', 'listeners'].every((kind) => after[kind] <= before[kind]);
  }, SETTLING);
  await takeSample();
  if (!areClosed) judge.addViolation('handles are as before', JSON.stringify({ before, after }));
  const grown = after.memory - before.memory;
  if (grown > MAX_GROWTH) judge.addViolation(`the heap grows by at most ${MAX_GROWTH} MB`, `${Math.round(grown)} MB`);
  const violations = judge.finish();

  const folder = resolve(options.folder ?? join(tmpdir(), 'hub-soak'));
  mkdirSync(folder, { recursive: true });
  const title = `Node-RED ${nodeRedVersion}: ${targets.length} nodes, ${RATE} messages a second, ${minutes} min, seed ${seed}`;
  const bands = faults.map(({ at, until: over }) => ({ at: at / 1000, until: over / 1000 }));
  writeFileSync(join(folder, 'soak.svg'), drawCharts(title, samples, bands));

  const most = (kind) => Math.max(...samples.map((sample) => sample[kind] ?? 0));
  for (const [result, count] of Object.entries(judge.ends).sort(([, one], [, other]) => other - one))
    console.log(`${String(count).padStart(8)}  ${result}`);
  console.log(
    `Heap ${before.memory.toFixed(1)} MB before, ${after.memory.toFixed(1)} MB after; most ${most('heap').toFixed(0)} MB.`,
  );
  console.log(
    `Handles: ${most('handles')} at most; event loop late by ${most('lag').toFixed(0)} ms at most. Picture: ${join(folder, 'soak.svg')}`,
  );
  console.log(violations.length === 0 ? 'No rule was broken.' : `Broken, seed ${seed}:\n${violations.join('\n')}`);
  process.exitCode = violations.length === 0 ? 0 : 1;
  // For the sum of `scripts/test.mjs`.
  process.send?.({ passes: 1 - process.exitCode, failures: process.exitCode, pending: 0, failed: violations });
} finally {
  await Promise.all([nodeRed.stop(), hub.stop()]);
}
