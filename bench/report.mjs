/** Writes the results of a complete run into the documents: all figures on one page, and a few in the README. */
import { readFileSync, writeFileSync } from 'node:fs';
import { explanations } from './explanations.mjs';

const PAGE = 'docs/develop/performance.md';
const README = 'README.md';

/** The part of the README for the figures. */
const FIGURES = /(<!-- figures -->)[\s\S]*?(<!-- end of figures -->)/;

/** The rows of the README: a row of a scenario, and its label. */
const README_ROWS = [
  [
    'narrow',
    'last values set after the last message, ms',
    'time until the last values are set, hub with four requests at a time, ms',
  ],
  ['steady', 'CPU time, ms', 'CPU time for 2 s of messages, ms'],
];

/** Checks before a long run that the documents can be written. Throws if not. */
export function checkReport(scenarios, readme = README) {
  if (!FIGURES.test(readFileSync(readme, 'utf8'))) throw new Error(`${readme} has no place for figures`);
  for (const [name, measure] of [...README_ROWS, ...OVERVIEW])
    if (!scenarios.find((each) => each.name === name)?.rows.some((row) => row.measure === measure))
      throw new Error(`The documents show "${measure}" of ${name}, which the bench does not measure`);
}

/**
 * Writes both. `machine` describes the computer, and `verdict` the number of limits that hold. Each section has the
 * `name` of its scenario, the printed `text` and the `judged` rows. A skipped section has no rows.
 */
export function writeReport({ machine, date, verdict, sections }, page = PAGE, readme = README) {
  writeFileSync(page, pageText({ machine, date, verdict, sections }));
  const figures = figuresTable(README_ROWS, sections);
  const text = readFileSync(readme, 'utf8');
  writeFileSync(
    readme,
    text.replace(FIGURES, (_, before, after) => `${before}\n\n${figures}\n\n${after}`),
  );
}

/** The overview at the top of the page. */
const OVERVIEW = [
  ['steady', 'faders on a wrong value', 'fader flood: faders on a wrong value at the end'],
  ['steady', 'last values set after the last message, ms', 'fader flood: last values set after, ms'],
  ['steady', 'requests a message', 'fader flood: requests for each message'],
  ['steady', 'CPU time, ms', 'fader flood: CPU time, ms'],
  [
    'narrow',
    'last values set after the last message, ms',
    'hub that serves four requests at once: last values set after, ms',
  ],
  ['jitter', 'faders on a wrong value', 'latency of 10 to 30 ms: faders on a wrong value'],
  ['jitter', 'values overtaken', 'latency of 10 to 30 ms: values overtaken'],
  ['fast', 'messages a second', 'one request for each message: messages a second'],
];

const pageText = ({ machine, date, verdict, sections }) => `# Performance

<!-- npm run bench writes this page. Changes by hand are lost. -->

This page compares the nodes with Node-RED's own \`http request\` node (*core*). Both run on the same machine, with the same
messages and a stub hub. No real hub was measured.

${figuresTable(OVERVIEW, sections)}

${verdict}

Last run: ${date}. Machine: ${machine}. To measure again, run:

\`\`\`
npm run bench
\`\`\`

How to read the tables:

- Each cell shows the median of the runs and, in brackets, the range.
- The bench fails if the nodes miss a *limit*. With “every run”, each run must meet the limit. Otherwise the median must.
- A run is disturbed if other programs use the CPU during it. It counts only for “every run”.
- The bench repeats disturbed runs and shows the number of runs below each table.

[Bench](../bench/README.md) describes the method.

${sections.map(sectionText).join('\n\n')}
`;

function sectionText({ name, text, judged = [] }) {
  const holds = judged.length > 0 && judged.every(({ held }) => held !== false);
  return [`## ${name}`, holds && explanations[name], text].filter(Boolean).join('\n\n');
}

function figuresTable(rowsShown, sections) {
  const rows = rowsShown.map(([name, measure, words]) => {
    const { judged = [] } = sections.find((section) => section.name === name) ?? {};
    const [, ours = '', core = ''] = judged.find(({ cells }) => cells[0] === measure)?.cells ?? [];
    return `| ${words} | ${ours} | ${core} |`;
  });
  return ['| | these nodes | `http request` |', '|---|---|---|', ...rows].join('\n');
}
