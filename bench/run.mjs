/**
 * Runs all scenarios, or the named ones. Ends with 1 if a limit is missed: `node bench/run.mjs [--profile FOLDER] [NAME …]`.
 * A run of all scenarios without `--profile` writes the figures into the documents.
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { Child } from './child.mjs';
import { isCalm, measureLoad } from './disturbance.mjs';
import { nodeRedVersion, startNodeRed } from './node-red.mjs';
import { checkReport, writeReport } from './report.mjs';
import { scenarios } from './scenarios/index.mjs';
import { isStrict, judge, table } from './table.mjs';

const { values: options, positionals: names } = parseArgs({
  options: { profile: { type: 'string' } },
  allowPositionals: true,
});
const unknownNames = names.filter((name) => !scenarios.some((scenario) => scenario.name === name));
if (unknownNames.length > 0) {
  console.error(`There is no ${unknownNames.join(', ')}; there are ${scenarios.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}

/** A profiler costs time, so such a run is not published. */
const isPublished = names.length === 0 && !options.profile;
if (isPublished) checkReport(scenarios);

const hub = new Child('bench/hub.mjs', [], []);
const url = await hub.ready;

/** All runs of a scenario. Each has its result and the share of other programs. */
async function perform({ sides, runs, warmUps = 0, once, rows }) {
  const { profile } = options;
  const started = {};
  try {
    for (const [name, flow] of Object.entries(sides)) started[name] = await startNodeRed(flow(url), { profile });
    const run = (number) => performOnce(started, (its) => once(its, number));
    for (let number = 0; number < warmUps; number += 1) await run(number);
    return await enough(runs, rows.every(isStrict), run);
  } finally {
    await Promise.all(Object.values(started).map((side) => side.stop()));
  }
}

/** One run. It can start more Node-REDs, which stop after it. */
async function performOnce(started, once) {
  const ours = [hub, ...Object.values(started)];
  const own = [];
  const start = async (flow, settings) => {
    const side = await startNodeRed(flow(url), { profile: options.profile, ...settings });
    own.push(side);
    return side;
  };
  try {
    return await measureLoad(
      () => [...ours, ...own],
      () => once({ hub, start, ...started }),
    );
  } finally {
    await Promise.all(own.map((side) => side.stop()));
  }
}

/** Performs `runs` runs. If times matter, it adds up to twice as many more to replace disturbed ones. */
async function enough(runs, timeless, run) {
  const all = [];
  const most = timeless ? runs : runs * 3;
  while (all.length < runs || (all.length < most && all.filter(isCalm).length < runs))
    all.push(await run((all.length % runs) + 1));
  return all;
}

/** The runs with the least use by other programs. */
const calmest = (all, runs) => [...all].sort((one, other) => one.others - other.others).slice(0, runs);

/** The line below a table. */
function runsText(all, counted) {
  const disturbed = all.length - counted.length;
  const others = `Other programs used up to ${Math.round(counted.at(-1).others * 100)} % of the CPU during these runs.`;
  return `${all.length} runs${disturbed > 0 ? `, ${disturbed} of them disturbed` : ''}. ${others}`;
}

const chosen = scenarios.filter(({ name }) => names.length === 0 || names.includes(name));
const missed = [];
const sections = [];
let limits = 0;
const machine = `Node-RED ${nodeRedVersion}, Node.js ${process.version}, ${cpus().length} × ${cpus()[0].model}`;
console.log(machine);
for (const scenario of chosen) {
  if (scenario.skips) {
    console.log(`\n### ${scenario.name}\n\n${scenario.skips}`);
    sections.push({ name: scenario.name, text: scenario.skips });
    continue;
  }
  const all = await perform(scenario);
  const counted = calmest(all, scenario.runs);
  const judgedRows = judge(scenario, all, counted);
  const text = `${table(scenario.title, judgedRows)}\n\n${runsText(all, counted)}`;
  console.log(`\n### ${scenario.name}\n\n${text}`);
  sections.push({ name: scenario.name, text, judged: judgedRows });
  limits += judgedRows.filter(({ held }) => held !== undefined).length;
  missed.push(...judgedRows.filter(({ held }) => held === false).map(({ cells }) => `${scenario.name}: ${cells[0]}`));
}
await hub.stop();
const sum = missed.length === 0 ? `All ${limits} limits were met.` : `${missed.length} of ${limits} limits missed:`;
const verdict = [sum, ...missed.map((line) => `- ${line}`)].join('\n');
console.log(`\n${verdict}`);
if (isPublished) writeReport({ machine, date: new Date().toISOString().slice(0, 10), verdict, sections });
process.exitCode = missed.length === 0 ? 0 : 1;
