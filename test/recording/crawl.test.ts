import should from 'should';
import { type CrawledRead, crawl, type Settled } from '../../dist/recording/crawl.js';

describe('a crawl', () => {
  const crawled = async (answers: Readonly<Record<string, unknown>>, limits = {}, propertiesPerEngine = 2000) => {
    const asked: string[] = [];
    const gaps: [string, unknown, number][] = [];
    const ask = async ({ operation, params }: CrawledRead): Promise<Settled> => {
      asked.push([operation.name, ...Object.values(params)].join(' '));
      return operation.name in answers ? { answer: answers[operation.name] } : { refusal: 404 };
    };
    await crawl(ask, {
      dialect: 1,
      limits,
      propertiesPerEngine,
      signal: new AbortController().signal,
      onSettled: () => undefined,
      onGap: ({ operation, params }, reason, count) => {
        should(reason).equal(operation.name === 'listProperties' ? 'properties' : 'limit');
        gaps.push([operation.name, Object.values(params)[0], count]);
      },
    });
    return { asked, gaps };
  };
  const rundowns = (count: number) => Array.from({ length: count }, (_, index) => ({ id: index + 1, name: 'News' }));

  it('asks each thing once, although the hub lists it twice', async () => {
    const { asked } = await crawled({ listRundowns: [...rundowns(2), ...rundowns(2)] });
    should(asked.filter((read) => read.startsWith('getRundown'))).eql(['getRundown 1', 'getRundown 2']);
  });

  it('names the first 1,000 reads beyond a limit, and counts the others', async () => {
    const { asked, gaps } = await crawled({ listRundowns: rundowns(1502) }, { rundown: 2 });
    should(asked.filter((read) => read.startsWith('getRundown'))).eql(['getRundown 1', 'getRundown 2']);
    const named = gaps.filter(([operation]) => operation === 'getRundown');
    should(named).have.length(1001);
    should([named[0], named[999], named[1000]]).eql([
      ['getRundown', 3, 1],
      ['getRundown', 1002, 1],
      ['getRundown', undefined, 500],
    ]);
  });

  // Two are asked at once, so a fourth one may be under way.
  for (const [answered, failed, failure] of [
    [0, 4, 'HUB_UNREACHABLE'],
    [1, 3, 'HUB_TIMEOUT'],
    [2, 4, 'HUB_CONNECTION_LOST'],
    [3, 3, 'HUB_TIMEOUT'],
  ] as const)
    it(`ends after three failures in a row, after ${answered} answers: ${failure}`, async () => {
      let asked = 0;
      const gaps: string[] = [];
      const ask = async (): Promise<Settled> => {
        asked += 1;
        return asked <= answered ? { refusal: 404 } : { failure };
      };
      await crawl(ask, {
        dialect: 1,
        limits: {},
        propertiesPerEngine: 1,
        signal: new AbortController().signal,
        onSettled: () => undefined,
        onGap: (_, reason) => gaps.push(reason),
      });
      should(asked - answered).equal(failed);
      should(new Set(gaps)).eql(new Set(['lost']));
    });

  for (const [limit, nodes] of [
    [0, 0],
    [1, 1],
    [2, 1],
    [3, 2],
    [4, 2],
    [5, 3],
  ] as const)
    it(`reads nodes with two properties each of an engine until it has ${limit} properties: ${nodes}`, async () => {
      const answers = {
        listEngines: [{ id: 1 }, { id: 2 }],
        listNodes: ['A', 'B', 'C'].map((NodePath) => ({ NodePath })),
        listProperties: ['P', 'Q'].map((PropertyPath) => ({ PropertyPath })),
      };
      const { asked, gaps } = await crawled(answers, { property: 0, function: 0 }, limit);
      for (const engine of [1, 2]) {
        should(asked.filter((read) => read.startsWith(`listProperties ${engine}`))).have.length(nodes);
        should(gaps.filter(([name, id]) => name === 'listProperties' && id === engine)).have.length(3 - nodes);
      }
    });
});
