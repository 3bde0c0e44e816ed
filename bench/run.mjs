/**
 * Runs every scenario, or those named, and ends with 1 if a limit is missed: `node bench/run.mjs [--profile FOLDER] [NAME …]`.
 * A run of all writes the figures into the documents, without `--profile`.
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { isCalm, watched } from './calm.mjs';
import { Child } from './child.mjs';
import { nodeRedVersion, startNodeRed } from './node-red.mjs';
import { checkReport, writeReport } from './report.mjs';
import { scenarios } from './scenarios/index.mjs';
import { isStrict, judge, table } from './table.mjs';

const { values: options, positionals: names } = parseArgs({
  options: { profile: { type: 'string' } },
  allowPositionals: true,
});
const unknown = names.filter((name) => !scenarios.some((scenario) => scenario.name === name));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}; there are ${scenarios.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}

/** A profile costs time: such a run tells nothing. */
const isTold = names.length === 0 && !options.profile;
if (isTold) checkReport(scenarios);

const hub = new Child('bench/hub.mjs', [], []);
const url = await hub.ready;

/** All runs of a scenario: what each found, and how much the machine was busy with something else. */
async function perform({ sides, runs, warmUps = 0, once, rows }) {
  const started = {};
  try {
    for (const [name, flow] of Object.entries(sides)) started[name] = await startNodeRed(flow(url), options.profile);
    const run = (number) => watched([hub, ...Object.values(started)], () => once({ hub, ...started }, number));
    for (let number = 0; number < warmUps; number += 1) await run(number);
    return await enough(runs, rows.every(isStrict), run);
  } finally {
    await Promise.all(Object.values(started).map((side) => side.stop()));
  }
}

/** So many runs, and where times matter up to twice as many more in place of disturbed ones. */
async function enough(runs, timeless, run) {
  const all = [];
  const most = timeless ? runs : runs * 3;
  while (all.length < runs || (all.length < most && all.filter(isCalm).length < runs))
    all.push(await run((all.length % runs) + 1));
  return all;
}

/** The runs that were disturbed least. */
const calmest = (all, runs) => [...all].sort((left, right) => left.others - right.others).slice(0, runs);

/** The line below a table. */
function runsText(all, kept) {
  const disturbed = all.length - kept.length;
  const others = `Other programs used up to ${Math.round(kept.at(-1).others * 100)} % of the CPU during these runs.`;
  return `${kept.length} runs${disturbed > 0 ? ` and ${disturbed} disturbed ones` : ''}. ${others}`;
}

const asked = scenarios.filter(({ name }) => names.length === 0 || names.includes(name));
const missed = [];
const sections = [];
let limits = 0;
const machine = `Node-RED ${nodeRedVersion}, Node.js ${process.version}, ${cpus().length} × ${cpus()[0].model}`;
console.log(machine);
for (const scenario of asked) {
  if (scenario.skips) {
    console.log(`\n### ${scenario.name}\n\n${scenario.skips}`);
    sections.push({ name: scenario.name, text: scenario.skips });
    continue;
  }
  const all = await perform(scenario);
  const kept = calmest(all, scenario.runs);
  const judged = judge(scenario, all, kept);
  const text = `${table(scenario.title, judged)}\n\n${runsText(all, kept)}`;
  console.log(`\n### ${scenario.name}\n\n${text}`);
  sections.push({ name: scenario.name, text, judged });
  limits += judged.filter(({ held }) => held !== undefined).length;
  missed.push(...judged.filter(({ held }) => held === false).map(({ cells }) => `${scenario.name}: ${cells[0]}`));
}
await hub.stop();
const sum = missed.length === 0 ? `All ${limits} limits hold.` : `${missed.length} of ${limits} limits missed:`;
const verdict = [sum, ...missed.map((line) => `- ${line}`)].join('\n');
console.log(`\n${verdict}`);
if (isTold) writeReport({ machine, date: new Date().toISOString().slice(0, 10), verdict, sections });
process.exitCode = missed.length === 0 ? 0 : 1;
