import should from 'should';
import { compareRecordings, fullName, type Thing, thingsOf } from '../../dist/recording/compare.js';
import type { Recording } from '../../dist/recording/recording.js';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { recordAtOnce } from './direct-reader.js';

describe('the comparison of two recordings', function () {
  this.timeout(120_000);
  let simulator: Simulator;
  let before: Recording;

  const names = (things: readonly Thing[], recording: Recording) =>
    things.map((thing) => fullName(thing, thingsOf(recording)));

  beforeEach(async () => {
    simulator = await startSimulator();
    before = await recordAtOnce(simulator.url);
  });
  afterEach(() => simulator.close());

  it('finds nothing on an unchanged hub', async () => {
    should(compareRecordings(before, await recordAtOnce(simulator.url))).eql({
      added: [],
      removed: [],
      renamed: [],
      moved: [],
      replaced: [],
      unread: [],
    });
  });

  it('lists added, removed, renamed, moved and replaced things by their names', async () => {
    const { engines, playout } = simulator.state;
    const [studio] = engines;
    const [first, second] = playout.rundowns;
    const { path, name, properties, functions } = studio!.nodes[1]!;
    studio!.nodes[0] = { path: 'New_0', name: 'New', properties: [], functions: [] };
    // A loaded graph has the same node with another path.
    studio!.nodes[1] = { path: `${path}-new`, name, properties, functions };
    const [moved, renamed] = first!.items.splice(0, 1).concat(first!.items[0]!);
    second!.items.push(moved!);
    renamed!.name = 'Another name';
    const after = await recordAtOnce(simulator.url);
    const comparison = compareRecordings(before, after);
    should(names(comparison.added, after)).eql(['Studio A › New']);
    should(names(comparison.removed, before)).have.length(1);
    should(names(comparison.removed, before)[0]).startWith('Studio A › ');
    should(comparison.replaced.map((change) => [change.before.id, change.after.id])).eql([[path, `${path}-new`]]);
    should(comparison.renamed.map((change) => change.after.name)).eql(['Another name']);
    should(comparison.moved).have.length(1);
    should(fullName(comparison.moved[0]!.before, thingsOf(before))).startWith(`${first!.name} › `);
    should(fullName(comparison.moved[0]!.after, thingsOf(after))).startWith(`${second!.name} › `);
  });

  it('calls nothing removed that was not read', async () => {
    simulator.trouble({ operation: 'listNodes', status: 403 });
    const after = await recordAtOnce(simulator.url);
    const { removed, added, unread } = compareRecordings(before, after);
    should([removed, added]).eql([[], []]);
    should(unread.filter((read) => read.includes('listNodes')).length).be.above(0);
    should(unread.every((read) => read.includes('listNodes'))).be.true();
  });
});

/** A recording of these reads. */
const recordingOf = (reads: Recording['reads'], dialect: 1 | 2 = 1): Recording => ({
  format: 'graphics-hub-recording',
  version: 1,
  recordedAt: '2026-11-23T14:00:00.000Z',
  hub: { dialect, linearSegment: 'linear', isEarly: false },
  isAnonymous: false,
  missing: [],
  reads,
});

describe('the comparison of things in other containers', () => {
  const namesOf = (before: Recording, after: Recording) => {
    const { moved, added, removed } = compareRecordings(before, after);
    const name = (thing: Thing, recording: Recording) => `${thing.kind} ${fullName(thing, thingsOf(recording))}`;
    return {
      moved: moved.map((change) => [name(change.before, before), name(change.after, after)]),
      added: added.map((thing) => name(thing, after)),
      removed: removed.map((thing) => name(thing, before)),
    };
  };

  it('finds a MOS object in another rundown', () => {
    const object = { objID: 'o1', objSlug: 'Map', template: 'Map', data: {}, buttons: [] };
    const story = { storyID: 's1', itemID: 'i1', storySlug: 'Strike', itemSlug: 'Map', mosObject: object };
    const noon = { ncsID: 'N', roID: 'R1', roSlug: 'Noon' };
    const evening = { ncsID: 'N', roID: 'R2', roSlug: 'Evening' };
    const newsroom = (atNoon: object[], inTheEvening: object[]) =>
      recordingOf([
        { operation: 'listNcsRundowns', params: { ncsID: 'N' }, answer: [noon, evening] },
        { operation: 'getNewsroomRundown', params: { ncsID: 'N', roID: 'R1' }, answer: { ...noon, items: atNoon } },
        {
          operation: 'getNewsroomRundown',
          params: { ncsID: 'N', roID: 'R2' },
          answer: { ...evening, items: inTheEvening },
        },
      ]);
    const { moved, added, removed } = namesOf(newsroom([story], []), newsroom([], [story]));
    should(moved).eql([['mosObject N › Noon › Map', 'mosObject N › Evening › Map']]);
    should([...added, ...removed].filter((each) => each.startsWith('mosObject'))).eql([]);
  });

  it('finds a linear item in another rundown', () => {
    const item = { id: 101, name: 'Opener', itemNo: 3, template: 'Clip', templateId: 8, data: {}, buttons: {} };
    const linear = (first: object[], second: object[]) =>
      recordingOf(
        [
          {
            operation: 'listLinearRundowns',
            params: { engineId: 1 },
            answer: [1, 2].map((id) => ({ id, name: `R${id}` })),
          },
          { operation: 'listLinearItems', params: { engineId: 1, rundownId: 1 }, answer: first },
          { operation: 'listLinearItems', params: { engineId: 1, rundownId: 2 }, answer: second },
        ],
        2,
      );
    should(namesOf(linear([item], []), linear([], [item]))).eql({
      moved: [['linearItem R1 › Opener', 'linearItem R2 › Opener']],
      added: [],
      removed: [],
    });
  });

  it('does not take nodes of two engines for one, although they have the same path', () => {
    const node = { NodePath: 'Mixer_0', NodeName: 'Mixer' };
    const engines = (first: object[], second: object[]) =>
      recordingOf([
        { operation: 'listEngines', params: {}, answer: [1, 2].map((id) => ({ id, displayName: `E${id}` })) },
        { operation: 'listNodes', params: { engineId: 1 }, answer: first },
        { operation: 'listNodes', params: { engineId: 2 }, answer: second },
      ]);
    should(namesOf(engines([node], []), engines([], [node]))).eql({
      moved: [],
      added: ['node E2 › Mixer'],
      removed: ['node E1 › Mixer'],
    });
  });
});

describe('the comparison of names and lists', () => {
  const ENGINES = (...rows: object[]): Recording['reads'][number] => ({
    operation: 'listEngines',
    params: {},
    answer: rows,
  });
  const NODES = (engineId: number, ...rows: object[]): Recording['reads'][number] => ({
    operation: 'listNodes',
    params: { engineId },
    answer: rows,
  });
  const studio = { id: 1, displayName: 'Studio' };

  /** Each difference as `kind: full name`. */
  const differences = (before: Recording['reads'], after: Recording['reads'], dialect: 1 | 2 = 1) => {
    const recordings = [recordingOf(before, dialect), recordingOf(after, dialect)] as const;
    const found = compareRecordings(...recordings);
    const [one, other] = recordings.map(thingsOf);
    const name = (thing: Thing, things = one) => fullName(thing, things!);
    return [
      ...found.added.map((thing) => `added: ${name(thing, other)}`),
      ...found.removed.map((thing) => `removed: ${name(thing)}`),
      ...found.renamed.map((change) => `renamed: ${name(change.before)} → ${name(change.after, other)}`),
      ...found.moved.map((change) => `moved: ${name(change.before)} → ${name(change.after, other)}`),
      ...found.replaced.map((change) => `replaced: ${name(change.before)} → ${name(change.after, other)}`),
      ...found.unread.map((read) => `unread: ${read}`),
    ];
  };

  it('finds another name, and another id of the same name', () => {
    should(differences([ENGINES(studio)], [ENGINES({ ...studio, displayName: 'Foyer' })])).eql([
      'renamed: Studio → Foyer',
    ]);
    should(differences([ENGINES(studio)], [ENGINES({ ...studio, id: 2 })])).eql(['replaced: Studio → Studio']);
    should(differences([ENGINES(studio)], [ENGINES({ id: 2, displayName: 'Foyer' })])).eql([
      'added: Foyer',
      'removed: Studio',
    ]);
  });

  it('compares names as people see them, and matches none that two things have', () => {
    const hub = (id: number, displayName: string) => ({ id, displayName });
    should(differences([ENGINES(hub(1, '\u00dcbergabe'))], [ENGINES(hub(1, 'U\u0308bergabe\u00a0'))])).eql([]);
    should(differences([ENGINES(hub(1, 'Gast 1'))], [ENGINES(hub(2, 'Gast\u00a01'))])).eql([
      'replaced: Gast 1 → Gast\u00a01',
    ]);
    should(differences([ENGINES(hub(1, 'Gast'))], [ENGINES(hub(2, 'Gast'), hub(3, 'Gast '))])).eql([
      'added: Gast',
      'added: Gast ',
      'removed: Gast',
    ]);
  });

  it('takes a thing without a name by its id, and a thing that is listed twice once', () => {
    should(differences([ENGINES()], [ENGINES({ id: 7 }, { id: 7 })])).eql(['added: 7']);
  });

  it('does not list the things inside an added or removed one, but a list that was not read', () => {
    const node = { NodePath: 'Mixer_0', NodeName: 'Mixer' };
    should(differences([ENGINES()], [ENGINES(studio), NODES(1, node)])).eql(['added: Studio']);
    should(differences([ENGINES(studio), NODES(1, node)], [ENGINES()])).eql(['removed: Studio']);
    should(differences([ENGINES(studio), NODES(1, node)], [ENGINES(studio)])).eql([
      'unread: ["listNodes","engineId=1"]',
    ]);
    const refused = { operation: 'listNodes', params: { engineId: 1 }, refusal: 403 } as const;
    should(differences([ENGINES(studio), refused], [ENGINES(studio), NODES(1, node)])).eql([
      'unread: ["listNodes","engineId=1"]',
    ]);
    should(differences([ENGINES(studio)], [])).eql(['unread: ["listEngines"]']);
  });

  it('names the container by its id, if its list was not read', () => {
    should(differences([NODES(9)], [NODES(9, { NodePath: 'Mixer_0', NodeName: 'Mixer' })])).eql(['added: 9 › Mixer']);
  });

  it('pairs each moved thing once', () => {
    const items = (rundownId: number, ...ids: number[]): Recording['reads'][number] => ({
      operation: 'listItems',
      params: { rundownId },
      answer: ids.map((id) => ({ id, name: `I${id}`, template: 'T', data: {}, buttons: [] })),
    });
    should(differences([items(1, 5), items(2), items(3)], [items(1), items(2, 5), items(3, 5)])).eql([
      'added: 3 › I5',
      'moved: 1 › I5 → 2 › I5',
    ]);
  });

  it('has shows in the names of rundowns on revision 1 only', () => {
    const rundowns = (...rows: object[]): Recording['reads'] => [
      { operation: 'listLinearRundowns', params: { engineId: 1 }, answer: rows },
    ];
    const added = (dialect: 1 | 2) => differences(rundowns(), rundowns({ id: 6, name: 'Loop' }), dialect);
    should(added(1)).eql(['added: 1 › Loop']);
    should(added(2)).eql(['added: Loop']);
  });
});
