import should from 'should';
import { compareRecordings, fullName, type Thing, thingsOf } from '../../dist/recording/compare.js';
import type { Recording } from '../../dist/recording/recording.js';

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

  it('finds things of each area in another container, and does not take two nodes with one path for one', () => {
    const object = { objID: 'o1', objSlug: 'Map', template: 'Map', data: {}, buttons: [] };
    const story = { storyID: 's1', itemID: 'i1', storySlug: 'Strike', itemSlug: 'Map', mosObject: object };
    const [noon, evening] = ['Noon', 'Evening'].map((roSlug) => ({ ncsID: 'N', roID: roSlug, roSlug }));
    const newsroom = (...items: object[][]): Recording['reads'] => [
      { operation: 'listNcsRundowns', params: { ncsID: 'N' }, answer: [noon, evening] },
      ...[noon, evening].map((row, index) => ({
        ...{ operation: 'getNewsroomRundown' as const, params: { ncsID: 'N', roID: index === 0 ? 'Noon' : 'Evening' } },
        answer: { ...row, items: items[index] },
      })),
    ];
    should(differences(newsroom([story], []), newsroom([], [story]))).containEql(
      'moved: N › Noon › Map → N › Evening › Map',
    );
    const item = { id: 101, name: 'Opener', itemNo: 3, template: 'Clip', templateId: 8, data: {}, buttons: {} };
    const linear = (...items: object[][]): Recording['reads'] => [
      ...[
        {
          operation: 'listLinearRundowns' as const,
          params: { engineId: 1 },
          answer: [
            { id: 1, name: 'R1' },
            { id: 2, name: 'R2' },
          ],
        },
      ],
      ...items.map((answer, index) => ({
        ...{ operation: 'listLinearItems' as const, params: { engineId: 1, rundownId: index + 1 }, answer },
      })),
    ];
    should(differences(linear([item], []), linear([], [item]), 2)).eql(['moved: R1 › Opener → R2 › Opener']);
    const node = { NodePath: 'Mixer_0', NodeName: 'Mixer' };
    const two = ENGINES(studio, { id: 2, displayName: 'Foyer' });
    should(differences([two, NODES(1, node), NODES(2)], [two, NODES(1), NODES(2, node)])).eql([
      ...['added: Foyer › Mixer', 'removed: Studio › Mixer'],
    ]);
  });

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
