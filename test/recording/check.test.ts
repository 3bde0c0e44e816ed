import should from 'should';
import { CHECK_LIMITS, type CheckReport, checkHub, unreadIn, verdictOf } from '../../dist/recording/check.js';
import { checkText, failureText, refusalText } from '../../dist/recording/check-text.js';
import type { CrawledRead, Settled } from '../../dist/recording/crawl.js';
import { HubReader } from '../../dist/recording/reader.js';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { reportTexts } from '../../dist/texts/report-texts.js';
import { AnsweringHub } from './answering-hub.js';
import { SETTINGS } from './direct-reader.js';
import { SAMPLES } from './samples-of-2-1.js';

const HUB = { dialect: 1, linearSegment: 'linear', isEarly: false } as const;

/** The end of each read by its name and parameters, or by its name. All others are refused with 404. */
const check = (
  ends: Readonly<Record<string, Settled>>,
  { signal = new AbortController().signal, onAsk = () => {} }: { signal?: AbortSignal; onAsk?: () => void } = {},
  hub: Parameters<typeof checkHub>[1] = HUB,
) => {
  const ask = async ({ operation: { name }, params }: CrawledRead): Promise<Settled> => {
    onAsk();
    return ends[[name, ...Object.values(params)].join(' ')] ?? ends[name] ?? { refusal: 404 };
  };
  return checkHub({ ask }, hub, { ...CHECK_LIMITS, signal });
};

const readOf = ({ reads }: CheckReport, name: string) => reads.find(({ operation }) => operation === name);

const RUNDOWNS = { answer: [1, 2, 3, 4, 5].map((id) => ({ id, name: `Rundown ${id}` })) };

describe('the check of a hub', () => {
  it('counts answers, refusals by status and failures by reason, of three things of each kind', async () => {
    const report = await check({
      listRundowns: RUNDOWNS,
      'getRundown 1': { answer: { id: 1, name: 'A' } },
      'getRundown 2': { refusal: 422 },
      'getRundown 3': { refusal: 422 },
      'listItems 1': { failure: 'HUB_TIMEOUT' },
      'listItems 2': { answer: [] },
      'listItems 3': { failure: 'tooLarge' },
    });
    should(report).match({ revision: 1, isEarly: false, end: undefined });
    const none = { refused: {}, failed: {}, differences: [] };
    should(readOf(report, 'listRundowns')).eql({ ...none, operation: 'listRundowns', answered: 1 });
    should(readOf(report, 'getRundown')).eql({ ...none, operation: 'getRundown', answered: 1, refused: { 422: 2 } });
    should(readOf(report, 'listItems')).match({ answered: 1, failed: { HUB_TIMEOUT: 1, tooLarge: 1 } });
    should(readOf(report, 'listEngines')).match({ answered: 0, refused: { 404: 1 } });
    should(readOf(report, 'getItem')).eql({ ...none, operation: 'getItem', answered: 0 });
    should(unreadIn(report.reads)).equal(4);
    should(verdictOf(report)).equal('unread');
  });

  it('has its revision, and only reads', async () => {
    const report = await check({}, {}, { ...HUB, dialect: 2, isEarly: true });
    should(report).match({ revision: 2, isEarly: true });
    const names = report.reads.map(({ operation }) => operation);
    should(names).containEql('listShows').and.not.containEql('createRundown');
    should(readOf(await check({}), 'listShows')).be.undefined();
  });

  it('has each difference once, and hides names that a thing has', async () => {
    const row = { id: 1, name: 'anna', anna: 1, size: 2 };
    const report = await check({ listRundowns: { answer: [row, row, { ...row, id: 'x' }] } });
    should(readOf(report, 'listRundowns')?.differences).eql([
      { place: '[].…', kind: 'new', expected: '', found: 'integer' },
      { place: '[].size', kind: 'new', expected: '', found: 'integer' },
      { place: '[].id', kind: 'type', expected: 'integer', found: 'string' },
    ]);
    should(verdictOf(report)).equal('differing');
  });

  it('hides a name that is only in the parameters of a read, or inside a value', async () => {
    const nodes = { answer: [{ NodePath: 'mixer', NodeName: 'A' }] };
    const property = { PropertyPath: 'P', DisplayName: 'D', Value: { list: ['otto'] }, mixer: 1, otto: 2, erna: 3 };
    const report = await check({
      listEngines: { answer: [{ id: 1, displayName: 'E' }] },
      listNodes: nodes,
      listProperties: { answer: [property] },
    });
    const added = readOf(report, 'listProperties')?.differences.filter(({ kind }) => kind === 'new');
    should(added?.map(({ place }) => place)).eql(['[].…', '[].erna']);
  });

  it('is matching if nothing is unread, although the hub does not have some things', async () => {
    const report = await check({ listRundowns: { answer: [] } });
    should(verdictOf(report)).equal('matching');
    should(unreadIn(report.reads)).equal(0);
  });

  it('ends when the hub is lost, and counts the reads that were not asked', async () => {
    const report = await check({ listEngines: { failure: 'HUB_UNREACHABLE' } });
    should(report.end).be.undefined();
    let asked = 0;
    const ask = async (): Promise<Settled> => {
      asked += 1;
      return { failure: 'HUB_UNREACHABLE' };
    };
    const { end, reads } = await checkHub({ ask }, HUB, { ...CHECK_LIMITS, signal: new AbortController().signal });
    should(end).equal('lost');
    const sums = { HUB_UNREACHABLE: 0, lost: 0 };
    for (const { failed } of reads)
      for (const reason of Object.keys(failed) as (keyof typeof sums)[]) sums[reason] += failed[reason] ?? 0;
    should(sums.HUB_UNREACHABLE).equal(asked).and.be.within(3, 4);
    should(sums.lost).be.above(5);
  });

  it('ends with Ctrl-C, and does not count the reads that it ended', async () => {
    const interruption = new AbortController();
    const { signal } = interruption;
    let asked = 0;
    const onAsk = () => {
      asked += 1;
      if (asked === 3) interruption.abort();
    };
    const report = await check({ listEngines: { failure: 'CLOSED' } }, { signal, onAsk });
    should(report.end).equal('interrupted');
    const failed = report.reads.flatMap((read) => Object.keys(read.failed));
    should(new Set(failed)).eql(new Set(['CLOSED', 'interrupted']));
    const last = await check({}, { signal: AbortSignal.abort() });
    should(last.end).equal('interrupted');
    should(last.reads.filter(({ refused }) => Object.keys(refused).length > 0)).eql([]);
  });
});

describe('the report of a check', () => {
  const texts = reportTexts('en');
  const { reasonText } = texts;

  it('begins with its verdict, and has a list for each kind of end', async () => {
    const row = { id: 1, name: 'a', size: 2 };
    const report = await check({
      listRundowns: { answer: [row] },
      listTemplates: { answer: [] },
      listProjects: { refusal: 403 },
      listGraphs: { failure: 'HUB_TIMEOUT' },
    });
    const reads = report.reads.filter(({ operation }) =>
      ['listRundowns', 'listTemplates', 'listProjects', 'listGraphs', 'getItem'].includes(operation),
    );
    const lines = checkText({ ...report, reads, isDetected: true }, texts).split('\n');
    should(lines[1]).startWith('Check of a hub by @graphics-hub/node-red ');
    should([lines[0], ...lines.slice(2)]).eql([
      'Some answers differ from docs/develop/interface.md. Reads without an answer: 2.',
      'Revision: 1',
      'Operations with an answer: 2 of 5. Operations that differ: 1. Reads without an answer: 2.',
      '',
      'Different from docs/develop/interface.md:',
      '  listRundowns [].size: new (integer)',
      'No usable answer:',
      '  listGraphs: no answer, --timeout SECONDS (1)',
      'Refused by the hub:',
      '  listProjects: 403, the key has no right to it, or the hub has no licence for the module (1)',
      'Answered (number of answers):',
      '  listRundowns (1)',
      '  listTemplates (1)',
      'Not asked, because the hub has nothing of this kind, refused its list, or --limit is 0:',
      '  getItem',
      '',
      'This report has no names, ids, addresses, values or keys. You can paste it into an issue.',
      '',
    ]);
  });

  it('has the reason of its end before the verdict, and shows if the revision is not certain', () => {
    const text = (report: Partial<CheckReport>, isDetected = true) =>
      checkText({ revision: 2, isEarly: false, reads: [], ...report, isDetected }, texts).split('\n');
    should(text({ end: 'lost' })[0]).equal(
      'The hub was lost during the check. The report is about the answers so far.',
    );
    should(text({ end: 'interrupted' })[0]).equal('The check was stopped. The report is about the answers so far.');
    should(text({})[0]).equal('The hub answered no read. Check the address, and the licence of the REST interface.');
    should(text({ isEarly: true })).containEql('Revision: 2, before build 2.1.0+191');
    const assumed = 'The answers do not show the revision. It is that of --dialect, or 1.';
    should(text({}, false)).containEql(assumed);
    should(text({})).not.containEql(assumed);
  });

  it('has the meaning of each status, and the option of a limit', () => {
    should(['401', '404', '422', '499', '500', '503'].map((status) => refusalText(status, reasonText))).eql([
      '401, wrong key',
      '404, does not exist on this hub',
      '422, not accepted',
      '499, not accepted',
      '500, fault of the hub',
      '503, fault of the hub',
    ]);
    for (const [operation, reason, text] of [
      ['listNodes', 'limit', 'beyond the limit, --limit engine=N'],
      ['getItem', 'size', 'no space in the file, maximum 200 MB, --limit item=N'],
      ['listEngines', 'limit', 'beyond the limit'],
      ['listProperties', 'properties', 'beyond the limit, --properties N'],
      ['listNodes', 'lost', 'hub lost'],
      ['listProjects', 'tooLarge', 'larger than 32 MiB'],
    ] as const)
      should(failureText(operation, reason, reasonText)).equal(text);
  });
});

async function checkAt(baseUrl: string) {
  const reader = new HubReader({ ...SETTINGS, baseUrl }, (send) => send());
  try {
    const { hub } = await reader.detect();
    return await checkHub(reader, hub, { ...CHECK_LIMITS, signal: new AbortController().signal });
  } finally {
    reader.close();
  }
}

describe('the report on a hub', function () {
  this.timeout(120_000);
  let simulator: Simulator;
  afterEach(() => simulator.close());

  for (const dialect of [1, 2] as const)
    it(`finds no difference in the simulator of revision ${dialect}, within 300 requests`, async () => {
      simulator = await startSimulator({ dialect });
      const report = await checkAt(simulator.url);
      should(report.reads.filter(({ differences }) => differences.length > 0)).eql([]);
      should(verdictOf(report)).equal('matching');
      should(report.revision).equal(dialect);
      should(report.reads.filter(({ answered }) => answered === 0)).eql([]);
      should(simulator.journal.length).be.below(300);
    });

  it('finds no difference in a simulator that leaves out the fields that are optional on revision 2', async () => {
    simulator = await startSimulator({ dialect: 2, sparse: true });
    const engines = (await (await fetch(`${simulator.url}/api/rest/v1/engines`)).json()) as Record<string, unknown>[];
    for (const { instances, ...host } of engines) {
      should(host).have.property('cacheDir');
      should(host).not.have.property('canCook');
      for (const instance of instances as object[])
        for (const field of ['cookedProjectId', 'cookedMapId', 'cookedId']) should(instance).not.have.property(field);
    }
    should(verdictOf(await checkAt(simulator.url))).equal('matching');
  });

  it('finds no difference in the samples of API 2.1.0', async () => {
    simulator = await startSimulator();
    const hub = new AnsweringHub(SAMPLES);
    try {
      const report = await checkAt(await hub.start());
      should(report.revision).equal(2);
      should(report.reads.flatMap(({ differences }) => differences)).eql([]);
      const answered = report.reads.filter((read) => read.answered > 0).map(({ operation }) => operation);
      should(answered).containDeep([
        'listEngines',
        'getEngine',
        'listLinearEngines',
        'listLinearItems',
        'listLaunchConfigs',
      ]);
    } finally {
      hub.close();
    }
  });

  it('reports the same fields as missing on revision 1', async () => {
    simulator = await startSimulator();
    const [engine] = simulator.state.engines;
    const { canCook: _, instances, ...host } = engine!.host;
    const rows = instances.map(({ cookedProjectId: __, cookedMapId: ___, cookedId: ____, ...rest }) => rest);
    simulator.trouble({
      operation: 'listEngines',
      contentType: 'application/json',
      body: JSON.stringify([{ ...host, instances: rows, rgraphId: 1, ustateId: null }]),
    });
    const { reads } = await checkAt(simulator.url);
    const missing = reads.find(({ operation }) => operation === 'listEngines')?.differences.map(({ place }) => place);
    should(missing?.sort()).eql([
      '[].canCook',
      '[].instances[].cookedId',
      '[].instances[].cookedMapId',
      '[].instances[].cookedProjectId',
    ]);
  });
});
