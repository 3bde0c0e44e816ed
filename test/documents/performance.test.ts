import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import should from 'should';

/** The modules of the bench. */
const bench = async (file: string) => await import(pathToFileURL(resolve('bench', file)).href);

describe('the report of the bench', () => {
  it('shows and explains only scenarios that are measured', async () => {
    const { checkReport } = await bench('report.mjs');
    const { scenarios } = (await bench('scenarios/index.mjs')) as { scenarios: { name: string }[] };
    const { explanations } = await bench('explanations.mjs');
    checkReport(scenarios);
    const names = scenarios.map(({ name }) => name);
    should(Object.keys(explanations).filter((name) => !names.includes(name))).be.empty();
    const less = scenarios.filter(({ name }) => name !== 'narrow');
    should(() => checkReport(less)).throw(/"last values set after the last message, ms" of narrow/);
    should(() => checkReport(scenarios, 'SECURITY.md')).throw(/no place for figures/);
  });

  it('has the same figures in the README and on its page', () => {
    const page = readFileSync('docs/develop/performance.md', 'utf8');
    const [, figures = ''] = readFileSync('README.md', 'utf8').match(/<!-- figures -->([\s\S]*?)<!-- end/) ?? [];
    const shown = [...figures.matchAll(/[\d.,]+ \([\d.,–]+\)/g)].map(([figure]) => figure);
    should(shown).have.length(4);
    should(shown.filter((figure) => !page.includes(figure))).be.empty();
  });
});
