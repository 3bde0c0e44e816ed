import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import should from 'should';

interface Row {
  readonly measure: string;
  of?(run: object): number;
  core?(run: object): number;
  readonly most?: number;
}
interface Scenario {
  readonly name: string;
  readonly rows: readonly Row[];
}
interface Section {
  readonly name: string;
  readonly text: string;
  readonly judged?: readonly { readonly held?: boolean; readonly cells: readonly string[] }[];
}

/** The modules of the bench. */
const bench = async (file: string) => await import(pathToFileURL(resolve('bench', file)).href);

const PLACE = 'before\n\n<!-- figures -->\n\nold\n\n<!-- end of figures -->\n\nafter\n';

describe('the report of the bench', () => {
  let folder: string;
  let page: string;
  let readme: string;
  let checkReport: (scenarios: readonly Scenario[], readme?: string) => void;
  let writeReport: (found: object, page: string, readme: string) => void;
  let scenarios: readonly Scenario[];
  let explanations: Readonly<Record<string, string>>;

  before(async () => {
    ({ checkReport, writeReport } = await bench('report.mjs'));
    ({ scenarios } = await bench('scenarios/index.mjs'));
    ({ explanations } = await bench('explanations.mjs'));
  });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hub-report-'));
    page = join(folder, 'performance.md');
    readme = join(folder, 'README.md');
    writeFileSync(readme, PLACE);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const cells = (measure: string, ours: string, core: string, held?: boolean) => ({
    held,
    cells: [measure, ours, core, '', ''],
  });
  const steady = (held: boolean): Section => ({
    name: 'steady',
    text: '| Flood | ours |\n\n5 runs.',
    judged: [cells('CPU time, ms', '1,120 (992–1,249)', '3,917'), cells('CPU time, of core’s', '0.31', '', held)],
  });
  const write = (...sections: Section[]) => {
    const facts = { machine: 'Node-RED 4.1.15, a machine', date: '2026-11-22', verdict: 'All 2 limits were met.' };
    writeReport({ ...facts, sections }, page, readme);
    return { page: readFileSync(page, 'utf8'), readme: readFileSync(readme, 'utf8') };
  };

  it('has machine, date and every printed table', () => {
    const written = write(steady(true));
    should(written.page)
      .containEql('\nLast run: 2026-11-22. Machine: Node-RED 4.1.15, a machine. ')
      .and.containEql('\n| fader flood: CPU time, ms | 1,120 (992–1,249) | 3,917 |\n')
      .and.containEql('\nAll 2 limits were met.\n')
      .and.containEql(`\n## steady\n\n${explanations.steady}\n\n| Flood | ours |\n\n5 runs.\n`);
  });

  it('has no explanation if a limit is missed or nothing was measured', () => {
    should(write(steady(false)).page)
      .containEql('\n## steady\n\n| Flood')
      .and.not.containEql(explanations.steady);
    should(write({ name: 'million', text: 'Skipped.' }).page).containEql('\n## million\n\nSkipped.\n');
  });

  it('updates the figures of the README, and nothing else in it', () => {
    const written = write(steady(true)).readme;
    should(written).match(/^before\n\n<!-- figures -->\n\n\| \| these nodes \| `http request` \|\n\|---\|---\|---\|\n/);
    should(written)
      .containEql('\n| CPU time for 2 s of messages, ms | 1,120 (992–1,249) | 3,917 |\n')
      .and.not.containEql('old');
    should(written).endWith('|\n\n<!-- end of figures -->\n\nafter\n');
  });

  it('is checked before the measurement', () => {
    checkReport(scenarios, readme);
    checkReport(scenarios);
    const less = scenarios.filter(({ name }) => name !== 'narrow');
    should(() => checkReport(less, readme)).throw(/"last values set after the last message, ms" of narrow/);
    writeFileSync(readme, 'no place');
    should(() => checkReport(scenarios, readme)).throw(/no place for figures/);
  });

  it('explains existing scenarios only', () => {
    const names = scenarios.map(({ name }) => name);
    should(Object.keys(explanations).filter((name) => !names.includes(name))).be.empty();
  });

  it('has the same figures in the README and on its page', () => {
    const whole = readFileSync('docs/develop/performance.md', 'utf8');
    const [, figures = ''] = readFileSync('README.md', 'utf8').match(/<!-- figures -->([\s\S]*?)<!-- end/) ?? [];
    const shownFigures = [...figures.matchAll(/[\d.,]+ \([\d.,–]+\)/g)].map(([figure]) => figure);
    should(shownFigures).have.length(4);
    for (const figure of shownFigures) should(whole).containEql(figure);
  });
});
