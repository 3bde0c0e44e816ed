/** What a whole run leaves in the documents: the page of all figures, and the few that the README shows. */
import { readFileSync, writeFileSync } from 'node:fs';
import { says } from './says.mjs';

const PAGE = 'docs/performance.md';
const README = 'README.md';

/** The part of the README that is written here. */
const FIGURES = /(<!-- figures -->)[\s\S]*?(<!-- end of figures -->)/;

/** The rows of the README: a scenario's row, under words that need no table around it. */
const SHOWN = [
  [
    'narrow',
    'last values set after the last message, ms',
    'last values set after the last message, hub that serves four at a time, ms',
  ],
  ['steady', 'CPU time, ms', 'CPU time for 2 s of messages, ms'],
];

/** Whether the documents can be written once all is measured; a run takes too long to find that out at its end. Throws. */
export function checkReport(scenarios, readme = README) {
  if (!FIGURES.test(readFileSync(readme, 'utf8'))) throw new Error(`${readme} has no place for figures`);
  for (const [name, measure] of SHOWN)
    if (!scenarios.find((each) => each.name === name)?.rows.some((row) => row.measure === measure))
      throw new Error(`${readme} shows "${measure}" of ${name}, which the bench does not measure`);
}

/**
 * Writes both. `machine` is what it ran on; `verdict` says how many limits hold; each section has the `name` of its
 * scenario, the `text` as it was printed, and the rows as they were `judged`; one that was skipped has no rows.
 */
export function writeReport({ machine, date, verdict, sections }, page = PAGE, readme = README) {
  writeFileSync(page, pageText({ machine, date, verdict, sections }));
  const figures = readmeTable(sections);
  const text = readFileSync(readme, 'utf8');
  writeFileSync(
    readme,
    text.replace(FIGURES, (_, before, after) => `${before}\n\n${figures}\n\n${after}`),
  );
}

const pageText = ({ machine, date, verdict, sections }) => `# Performance

<!-- npm run bench writes this page; what is changed by hand is lost. -->

What the nodes cost, and how fast they are, beside Node-RED's own \`http request\` in the same run. This page was written by

\`\`\`
npm run bench
\`\`\`

on ${date}: ${machine}.

${verdict}

Figures are medians, with the range that they come from. *Limit* is what the bench holds the nodes to, and ends with an
error where it is missed; “every run” means that no run may miss it, otherwise the median counts. How it is measured is
told in [bench](../bench/README.md).

${sections.map(sectionText).join('\n\n')}
`;

function sectionText({ name, text, judged = [] }) {
  const holds = judged.length > 0 && judged.every(({ held }) => held !== false);
  return [`## ${name}`, holds && says[name], text].filter(Boolean).join('\n\n');
}

function readmeTable(sections) {
  const rows = SHOWN.map(([name, measure, words]) => {
    const { judged = [] } = sections.find((section) => section.name === name) ?? {};
    const [, ours = '', core = ''] = judged.find(({ cells }) => cells[0] === measure)?.cells ?? [];
    return `| ${words} | ${ours} | ${core} |`;
  });
  return ['| | these nodes | `http request` |', '|---|---|---|', ...rows].join('\n');
}
