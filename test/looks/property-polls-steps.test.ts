import should from 'should';
import type { Observer, Read, Watcher } from '../../dist/hub/reads/read.js';
import type { Reads } from '../../dist/hub/reads/reads.js';
import { HubError } from '../../dist/hub/wire/errors.js';
import type { Params } from '../../dist/hub/wire/request.js';
import type { Property, Sought } from '../../dist/looks/find-properties.js';
import { PropertyPolls } from '../../dist/looks/property-polls.js';

interface Poll {
  readonly name: string;
  readonly params: Params;
  readonly interval: number;
  readonly watcher: Watcher;
  readonly read: { latest: unknown };
  isEnded: boolean;
}

/** The polls of a hub whose answers are steps of a test, and the news of the polls since the last call. */
function stage() {
  const polls: Poll[] = [];
  let news: string[] = [];
  const known = new Map<string, Read>();
  const of = (name: string, params: Params) => {
    const key = JSON.stringify([name, params]);
    const read = known.get(key) ?? ({ operation: { name }, params, latest: undefined } as unknown as Read);
    known.set(key, read);
    return read;
  };
  const observe = (read: Read, { interval, ...watcher }: Observer) => {
    const { params, operation } = read;
    const poll = { name: operation.name, params, interval, watcher, read: read as { latest: unknown }, isEnded: false };
    polls.push(poll);
    return () => {
      poll.isEnded = true;
    };
  };
  const listener = {
    value: (key: string, value: unknown) => news.push(`${key}=${JSON.stringify(value)}`),
    read: () => news.push('read'),
    missing: () => news.push('missing'),
  };
  return {
    polls,
    running: () => polls.filter(({ isEnded }) => !isEnded),
    properties: new PropertyPolls({ of, observe } as unknown as Reads, 200, listener),
    answer: (poll: Poll | undefined, body: unknown) => {
      if (!poll) return;
      poll.read.latest = { body };
      poll.watcher.answer({ body } as Parameters<Watcher['answer']>[0]);
    },
    fail: (poll: Poll | undefined, error: unknown) => {
      if (!poll) return;
      poll.read.latest = undefined;
      poll.watcher.failure(error);
    },
    news: () => {
      const all = news;
      news = [];
      return all;
    },
  };
}

const NODE = { engineId: 1, nodePath: 'N' };

/** Properties of one node by their paths. `count`: all properties of the node. */
function found(paths: readonly string[], count: number, component?: string): Map<string, Sought<Property>> {
  const node = { params: NODE, count };
  return new Map(
    paths.map((path) => {
      const name = { engine: 'E', node: 'N', property: path, ...(component && { component }) };
      const params = { ...NODE, propertyPath: path, ...(component && { Component: component }) };
      return [path, { found: { name, params, value: 0, node } }];
    }),
  );
}

const paths = (count: number) => Array.from({ length: count }, (_, index) => `P${index}`);
const rows = (values: Readonly<Record<string, unknown>>) =>
  Object.entries(values).map(([PropertyPath, Value]) => ({ PropertyPath, DisplayName: PropertyPath, Value }));

describe('the polls of properties', () => {
  it('read a property alone, or its part, and end when it is not needed any more', () => {
    const { polls, properties, answer, news, running } = stage();
    properties.set(found(['A'], 100, 'x'));
    should(polls.map(({ name, params, interval }) => [name, params, interval])).eql([
      ['getProperty', { ...NODE, propertyPath: 'A' }, 200],
    ]);
    answer(polls[0], { Value: { x: 1, y: 2 } });
    should(news()).eql(['A=1', 'read']);
    answer(polls[0], 'no object');
    should(news()).eql(['A=undefined', 'read']);
    properties.set(found(['A'], 100, 'x'));
    should([polls.length, news()]).eql([1, []]);
    properties.set(found(['B'], 100));
    should(news()).eql(['A=undefined']);
    should(running().map(({ params }) => params.propertyPath)).eql(['B']);
  });

  it('share one read for two parts of a property', () => {
    const { polls, properties, answer, news } = stage();
    const [x] = found(['A'], 100, 'x').values();
    const [y] = found(['A'], 100, 'y').values();
    properties.set(
      new Map([
        ['x', x!],
        ['y', y!],
      ]),
    );
    should(polls).have.length(1);
    answer(polls[0], { Value: { x: 1, y: 2 } });
    should(news()).eql(['x=1', 'y=2', 'read']);
  });

  it('leave out a property that was not found', () => {
    const { polls, properties } = stage();
    properties.set(new Map([['A', { absence: 'missing' }]]));
    should(polls).eql([]);
  });

  it('of a node keep their read while some of its properties stay, and show the values of added ones at once', () => {
    const { polls, properties, answer, news, running } = stage();
    properties.set(found(paths(50), 100));
    should(polls.map(({ name, params }) => [name, params])).eql([['listProperties', NODE]]);
    const values = Object.fromEntries(paths(52).map((path, index) => [path, index]));
    answer(polls[0], rows(values));
    should(news()).have.length(51);
    properties.set(found(paths(51), 100));
    should(news()).eql(['P50=50']);
    properties.set(found(paths(52).slice(1), 100));
    should(news()).eql(['P0=undefined', 'P51=51']);
    should(polls).have.length(1);
    answer(polls[0], rows(values));
    should(news()).not.containEql('P0=0').and.containEql('P51=51');
    properties.set(new Map());
    should(running()).eql([]);
    should(news()).have.length(51);
  });

  it('report a property that its node does not list any more', () => {
    const { polls, properties, answer, news } = stage();
    properties.set(found(paths(50), 50));
    const values = Object.fromEntries(paths(50).map((path) => [path, 1]));
    answer(polls[0], rows(values));
    should(news()).not.containEql('missing');
    const { P49: _, ...others } = values;
    answer(polls[0], rows(others));
    const after = news();
    should(after[0]).equal('missing');
    should(after).containEql('P48=1').and.containEql('P49=undefined');
  });

  it('report a missing thing of a 404, and no value after each failure', () => {
    const { polls, properties, answer, fail, news } = stage();
    properties.set(found(['A'], 1));
    answer(polls[0], { Value: 1 });
    news();
    fail(polls[0], new HubError('HUB_NOT_FOUND', { statusCode: 404 }));
    should(news()).eql(['missing', 'A=undefined', 'read']);
    fail(polls[0], new HubError('HUB_TIMEOUT', {}));
    should(news()).eql(['A=undefined', 'read']);
  });

  it('end when they are closed', () => {
    const { properties, running } = stage();
    properties.set(found(['A', 'B'], 100));
    should(running()).have.length(2);
    properties.close();
    should(running()).eql([]);
  });
});
