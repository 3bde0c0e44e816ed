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

/** The bench's own modules, as the bench uses them. */
const bench = async (file: string) => await import(pathToFileURL(resolve('bench', file)).href);

const PLACE = 'before\n\n<!-- figures -->\n\nold\n\n<!-- end of figures -->\n\nafter\n';

describe('what the bench leaves in the documents', () => {
  let folder: string;
  let page: string;
  let readme: string;
  let checkReport: (scenarios: readonly Scenario[], readme?: string) => void;
  let writeReport: (found: object, page: string, readme: string) => void;
  let scenarios: readonly Scenario[];
  let says: Readonly<Record<string, string>>;

  before(async () => {
    ({ checkReport, writeReport } = await bench('report.mjs'));
    ({ scenarios } = await bench('scenarios/index.mjs'));
    ({ says } = await bench('says.mjs'));
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
    const facts = { machine: 'Node-RED 4.1.15, a machine', date: '2026-11-22', verdict: 'All 2 limits hold.' };
    writeReport({ ...facts, sections }, page, readme);
    return { page: readFileSync(page, 'utf8'), readme: readFileSync(readme, 'utf8') };
  };

  it('is where, when and with what it was measured, and each table as it was printed', () => {
    const written = write(steady(true));
    should(written.page)
      .containEql('\nLast run: 2026-11-22. Machine: Node-RED 4.1.15, a machine. ')
      .and.containEql('\n| fader flood: CPU time, ms | 1,120 (992–1,249) | 3,917 |\n')
      .and.containEql('\nAll 2 limits hold.\n')
      .and.containEql(`\n## steady\n\n${says.steady}\n\n| Flood | ours |\n\n5 runs.\n`);
  });

  it('means nothing where a limit is missed, or nothing was measured', () => {
    should(write(steady(false)).page)
      .containEql('\n## steady\n\n| Flood')
      .and.not.containEql(says.steady);
    should(write({ name: 'million', text: 'Skipped.' }).page).containEql('\n## million\n\nSkipped.\n');
  });

  it('gives the README the figures that it shows, and leaves the rest of it alone', () => {
    const written = write(steady(true)).readme;
    should(written).match(/^before\n\n<!-- figures -->\n\n\| \| these nodes \| `http request` \|\n\|---\|---\|---\|\n/);
    should(written)
      .containEql('\n| CPU time for 2 s of messages, ms | 1,120 (992–1,249) | 3,917 |\n')
      .and.not.containEql('old');
    should(written).endWith('|\n\n<!-- end of figures -->\n\nafter\n');
  });

  it('is known to be possible before anything is measured', () => {
    checkReport(scenarios, readme);
    checkReport(scenarios);
    const less = scenarios.filter(({ name }) => name !== 'narrow');
    should(() => checkReport(less, readme)).throw(/"last values set after the last message, ms" of narrow/);
    writeFileSync(readme, 'no place');
    should(() => checkReport(scenarios, readme)).throw(/no place for figures/);
  });

  it('speaks of scenarios that there are', () => {
    const names = scenarios.map(({ name }) => name);
    should(Object.keys(says).filter((name) => !names.includes(name))).be.empty();
  });

  it('tells the same in the README and on its page', () => {
    const whole = readFileSync('docs/performance.md', 'utf8');
    const [, figures = ''] = readFileSync('README.md', 'utf8').match(/<!-- figures -->([\s\S]*?)<!-- end/) ?? [];
    const shown = [...figures.matchAll(/[\d.,]+ \([\d.,–]+\)/g)].map(([figure]) => figure);
    should(shown).have.length(4);
    for (const figure of shown) should(whole).containEql(figure);
  });
});
