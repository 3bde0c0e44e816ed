import should from 'should';
import { isSkipped, type Result, type Skipped } from '../../dist/hub/hub.js';
import { TRIGGER_EXPIRY_MS } from '../../dist/hub/queue/call.js';
import { findOperation, type Operation } from '../../dist/hub/table/operations.js';
import type { HubError } from '../../dist/hub/wire/errors.js';
import { Guard, Lockout } from '../../dist/panels/mapping/guard.js';
import { Takeover } from '../../dist/panels/mapping/takeover.js';
import { SteppedHub } from '../hub/stepped-hub.js';
import { blocksOf } from './markdown.js';

const [flood, between, batch, timeout, , , , watch] = blocksOf('docs/live-control.md').map(({ code }) => code);

/** A mark of a row, and its column after the name of the row. */
interface Mark {
  readonly at: number;
  readonly mark: string;
}

/** The marks of a row of a diagram, without the lines between them. */
function row(diagram = '', name: string, column: number): Mark[] {
  const line = diagram.split('\n').find((each) => each.startsWith(name)) ?? '';
  return [...line.slice(column).matchAll(/[^\s─╴·]+/g)].map(({ index, 0: mark }) => ({ at: index, mark }));
}

const property = { engineId: 1, nodePath: 'Mixer_0', propertyPath: 'Opacity' };

/** A hub that answers this many ms after a request. A batch gets a good answer for each entry. */
function hubAfter(times: (line: string) => number): { stepped: SteppedHub; sent: { at: number; body: unknown }[] } {
  const stepped = new SteppedHub({ timeout: 5000 });
  const sent: { at: number; body: unknown }[] = [];
  stepped.onSend = (asked) => {
    sent.push({ at: stepped.clock.now(), body: asked.body });
    const entries = Array.isArray(asked.body) ? (asked.body as { id: unknown }[]) : undefined;
    const body = entries?.map(({ id }) => ({ id, responseCode: 200, responseBody: {} })) ?? {};
    const after = times(asked.line);
    if (Number.isFinite(after)) stepped.clock.setTimeout(() => asked.open && asked.answer(body), after);
  };
  return { stepped, sent };
}

/** Performs the action of each mark at its time, and returns the results. */
async function play(stepped: SteppedHub, marks: readonly Mark[], act: (mark: string) => Promise<Result | Skipped>) {
  const ends = new Map<string, string>();
  for (const { at, mark } of [...marks].sort((one, other) => one.at - other.at)) {
    await stepped.advance(at - stepped.clock.now());
    act(mark).then(
      (result) => ends.set(mark, isSkipped(result) ? result.outcome : 'done'),
      (error) => ends.set(mark, `${error.code} ${error.outcome}`),
    );
    await stepped.settle();
  }
  await stepped.advance(10_000);
  stepped.hub.close();
  return ends;
}

describe('the diagrams of live control', () => {
  for (const [title, diagram, arriving] of [
    ['a fader flood', flood, 'fader'],
    ['a command between values', between, 'arrives'],
  ] as const)
    it(`${title}: sent and skipped values`, async () => {
      const { stepped, sent } = hubAfter(() => 22);
      const marks = row(diagram, arriving, 10);
      const value = (mark: string) => (mark === 'B' ? 100 : Number(mark));
      const ends = await play(stepped, marks, (mark) =>
        stepped.run('setProperty', { ...property, Value: value(mark) }, mark === 'B' ? { delivery: 'inOrder' } : {}),
      );
      const drawn = row(diagram, 'sent', 10).map(({ at, mark }) => ({ at, body: { Value: value(mark) } }));
      should(drawn.length).be.above(2);
      should(sent).eql(drawn);
      const skipped = [...ends].filter(([, end]) => end === 'superseded').map(([mark]) => mark);
      should(skipped).eql(row(diagram, 'skipped', 10).map(({ mark }) => mark));
      for (const { at, mark } of row(diagram, 'skipped', 10)) should(marks).containEql({ at, mark });
    });

  it('a batch and its targets, which wait for each other', async () => {
    const long = { 1: 12, P: 14, 'A+B': 18, 2: 14 };
    const { stepped, sent } = hubAfter((line) => (line.startsWith('PUT') ? long['A+B'] : line.endsWith('A') ? 12 : 14));
    const on = (target: string, Value: number) => ({ ...property, propertyPath: target, Value });
    const act: Record<string, () => Promise<Result | Skipped>> = {
      1: () => stepped.run('setProperty', on('A', 1)),
      P: () => stepped.run('setProperty', on('B', 2), { delivery: 'inOrder' }),
      'A+B': () => {
        const entries = [on('A', 3), on('B', 4)].map((params) => ({ operation: 'setProperty', params }));
        return stepped.run('batch', { entries });
      },
      2: () => stepped.run('setProperty', on('A', 5)),
    };
    const line = (name: string) => batch?.split('\n').find((each) => each.startsWith(name)) ?? '';
    // Each queued command starts where its dots begin.
    const starts = [
      { at: 0, mark: '1' },
      { at: 2, mark: 'P' },
      { at: line('batch').indexOf('·') - 13, mark: 'A+B' },
      { at: line('fader').indexOf('·') - 13, mark: '2' },
    ];
    await play(stepped, starts, (mark) => act[mark]?.() ?? Promise.reject());
    const drawn = ['fader A', 'button B', 'batch A, B'].flatMap((name) => row(batch, name, 13)).map(({ at }) => at);
    should(sent.map(({ at }) => at)).eql(drawn.sort((one, other) => one - other));
    should(drawn).have.length(4);
  });

  it('no answer in time: one is unknown, one dropped, one sent', async () => {
    const { stepped, sent } = hubAfter((line) => (line.includes('/play/') ? Number.POSITIVE_INFINITY : 800));
    const show = { engineId: 101, preview: 0 };
    const ends = await play(
      stepped,
      [
        { at: 0, mark: 'Play' },
        { at: 1000, mark: 'Next' },
        { at: 4000, mark: 'Out' },
      ],
      (mark) =>
        stepped.run({ Play: 'playItem', Next: 'playNext' }[mark] ?? 'takeOut', {
          ...show,
          ...(mark === 'Play' && { itemId: 1 }),
        }),
    );
    should(Object.fromEntries(ends)).eql({ Play: 'HUB_TIMEOUT unknown', Next: 'EXPIRED not-sent', Out: 'done' });
    should(sent.map(({ at }) => at)).eql([0, 5000]);
    const column = (name: string, mark: string) =>
      ((timeout?.split('\n').find((each) => each.startsWith(name)) ?? '').indexOf(mark) - 10) / 10;
    should([
      column('Play', 'x '),
      column('Next', '·'),
      column('Next', 'x '),
      column('Out', '·'),
      column('Out', 'sent'),
    ]).eql([5, 1, 1 + TRIGGER_EXPIRY_MS / 1000, 4, 5]);
  });

  it('a press twice: a bounce and a late press confirm nothing', () => {
    for (const [at, confirms] of [
      [200, false],
      [1000, true],
      [3500, false],
    ] as const) {
      const guard = new Guard();
      should(guard.confirms('one', 0)).be.false();
      should(guard.confirms('one', at)).equal(confirms);
    }
    const lockout = new Lockout(1500);
    lockout.start('one', 0);
    should([700, 1499, 2000].map((at) => lockout.locks('one', at))).eql([true, true, false]);
  });

  it('soft takeover: nothing until the fader crosses the value', () => {
    const fader = new Takeover('pickUp');
    fader.present(0.7);
    const { direction, distance } = fader.move(0.2);
    should(direction).equal('up');
    should(distance).be.approximately(0.5, 1e-9);
    should([0.5, 0.8, 0.6].map((at) => fader.move(at).value)).eql([undefined, 0.8, 0.6]);
  });

  it('a watch: a read at each interval, a pause while the hub is unreachable, and a read as soon as a probe finds it', async () => {
    const changes: Readonly<Record<string, readonly [number, number]>> = {
      a: [0, 1.2],
      b: [1.2, 2.2],
      gone: [2.2, 5.6],
    };
    const stepped = new SteppedHub();
    const sent: Record<'asked' | 'probed', number[]> = { asked: [], probed: [] };
    stepped.onSend = (one) => {
      const at = stepped.clock.now() / 1000;
      sent[one.line === 'GET /engines' ? 'probed' : 'asked'].push(at);
      const [now = 'b'] = Object.entries(changes).find(([, [from, to]]) => at >= from && at < to) ?? [];
      if (now === 'gone') one.fail('HUB_UNREACHABLE');
      else one.answer({ Value: now });
    };
    const results: unknown[] = [];
    const stop = stepped.hub.reads.watch(findOperation('getProperty') as Operation, property, 1000, {
      answer: ({ body }) => results.push((body as { Value: unknown }).Value),
      failure: (error) => results.push((error as HubError).code),
    });
    await stepped.advance(7500);
    stop();
    stepped.hub.close();
    should([...new Set(results)]).eql(['a', 'b', 'HUB_UNREACHABLE']);
    should(results.slice(-2)).eql(['b', 'b']);
    for (const kind of ['asked', 'probed'] as const)
      should(row(watch, kind, 10).map(({ at }) => at / 10)).eql(sent[kind]);
  });
});
