/**
 * Fifty nodes, a thousand messages a second, fault after fault, and every arrival held against the rules:
 * `npm run soak -- [MINUTES [SEED]] [--folder FOLDER]`. Ends by itself, with 1 if a rule was broken.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Child } from '../bench/child.mjs';
import { nodeRedVersion, startNodeRed } from '../bench/node-red.mjs';
import './project.mjs';
import { faultsFrom } from './soak/faults.mjs';
import { flowFor, targets } from './soak/flow.mjs';
import { Judge } from './soak/judge.mjs';
import { picture } from './soak/picture.mjs';

const { values: options, positionals } = parseArgs({ options: { folder: { type: 'string' } }, allowPositionals: true });
const [minutes = 10, seed = Date.now() % 1_000_000] = positionals.map(Number);
if (!(minutes > 0 && minutes <= 24 * 60) || !Number.isInteger(seed)) {
  console.error('npm run soak -- [MINUTES [SEED]] [--folder FOLDER]: up to a day, and a whole number');
  process.exit(2);
}

/** Messages a second. */
const RATE = 1000;

/** Before the faults and after them all is well for so long, in ms. */
const CALM = 3000;

/** After the last message everything is settled, and then every handle given back, within so many ms. */
const SETTLED = 15_000;

/** The heap may grow by so much, in MB: what is compiled and remembered for the first time. */
const GROWTH = 30;

const lasts = minutes * 60_000;
const faults = faultsFrom(seed, lasts - CALM);
console.log(
  `${targets.length} nodes, ${RATE} messages a second, ${minutes} min, ${faults.length} faults, seed ${seed}`,
);

const hub = new Child('scripts/soak/hub.mjs', [], []);
const nodeRed = await startNodeRed(flowFor(await hub.ready), undefined, 'scripts/soak/node-red');
const judge = new Judge();
const samples = [];
const percentile = (sorted, part) => sorted[Math.floor(sorted.length * part)];
let started = 0;

/** Takes what was sent, arrived and ended since the last time; the hub first, so that all that arrived is known as sent. */
async function look() {
  const { arrivals, lag } = await hub.ask('take');
  const { sent, ended, ...left } = await nodeRed.ask('take');
  const busy = lag + left.lag;
  for (const each of sent) judge.sent(each);
  for (const each of arrivals) judge.arrived(each, busy);
  const times = ended.map((each) => judge.ended(each)).filter((time) => time !== undefined);
  times.sort((one, other) => one - other);
  samples.push({
    at: (Date.now() - started) / 1000,
    ...left,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
  });
}

async function until(holds, longest) {
  for (const end = Date.now() + longest; Date.now() < end; await sleep(250)) if (await holds()) return true;
  return false;
}

/** Plays the faults; resolves when the last one is over. */
async function spoil() {
  for (const { at, until: over, ...fault } of faults) {
    await sleep(at - (Date.now() - started));
    await hub.ask('be', fault);
    await sleep(over - (Date.now() - started));
    await hub.ask('be', {});
  }
}

try {
  // Once through, so that everything is there that is made but once.
  await nodeRed.ask('once');
  await until(async () => await look().then(() => judge.pending === 0), SETTLED);
  await sleep(2000);
  const before = await nodeRed.ask('left');
  samples.length = 0;
  started = Date.now();
  await nodeRed.ask('flow', { rate: RATE });
  const spoiled = spoil();
  while (Date.now() - started < lasts) {
    await sleep(1000);
    await look();
  }
  await spoiled;
  await nodeRed.ask('flow', { rate: 0 });
  await until(async () => await look().then(() => judge.pending === 0), SETTLED);
  await nodeRed.ask('once');
  await until(async () => await look().then(() => judge.pending === 0), SETTLED);
  let after;
  const isBack = await until(async () => {
    after = await nodeRed.ask('left');
    return ['timers', 'sockets', 'listeners'].every((kind) => after[kind] <= before[kind]);
  }, SETTLED);
  await look();
  if (!isBack) judge.also('handles are as before', JSON.stringify({ before, after }));
  const grown = after.memory - before.memory;
  if (grown > GROWTH) judge.also(`the heap grows by at most ${GROWTH} MB`, `${Math.round(grown)} MB`);
  const violations = judge.finish();

  const folder = resolve(options.folder ?? join(tmpdir(), 'hub-soak'));
  mkdirSync(folder, { recursive: true });
  const title = `Node-RED ${nodeRedVersion}: ${targets.length} nodes, ${RATE} messages a second, ${minutes} min, seed ${seed}`;
  const bands = faults.map(({ at, until: over }) => ({ at: at / 1000, until: over / 1000 }));
  writeFileSync(join(folder, 'soak.svg'), picture(title, samples, bands));

  const most = (kind) => Math.max(...samples.map((sample) => sample[kind] ?? 0));
  for (const [how, count] of Object.entries(judge.ends).sort(([, one], [, other]) => other - one))
    console.log(`${String(count).padStart(8)}  ${how}`);
  console.log(
    `Heap ${before.memory.toFixed(1)} MB before, ${after.memory.toFixed(1)} MB after; most ${most('heap').toFixed(0)} MB.`,
  );
  console.log(
    `Handles: ${most('handles')} at most; event loop late by ${most('lag').toFixed(0)} ms at most. Picture: ${join(folder, 'soak.svg')}`,
  );
  console.log(violations.length === 0 ? 'No rule was broken.' : `Broken, seed ${seed}:\n${violations.join('\n')}`);
  process.exitCode = violations.length === 0 ? 0 : 1;
} finally {
  await Promise.all([nodeRed.stop(), hub.stop()]);
}
