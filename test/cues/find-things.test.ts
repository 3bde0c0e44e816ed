import should from 'should';
import { checkCues } from '../../dist/cues/check.js';
import { findThings } from '../../dist/cues/find-things.js';
import { type CommandStep, type Cue, type Step, sortCues } from '../../dist/cues/list.js';
import type { SendRead } from '../../dist/hub/lookup/look-ups.js';
import { HubError } from '../../dist/hub/wire/errors.js';
import { failing } from '../hub/scripted-hub.js';

const RUNDOWNS = [
  { id: 1, name: 'Morning' },
  { id: 2, name: 'Evening' },
];
const ITEMS = [
  { id: 7, name: 'Anchor' },
  { id: 8, name: 'Guest' },
  { id: 9, name: 'Guest' },
];

/** A hub with two rundowns and three items in the second one. Its reads are written down. */
function hub() {
  const reads: string[] = [];
  const read: SendRead = async (name, params) => {
    reads.push(`${name} ${JSON.stringify(params)}`);
    if (name === 'listRundowns') return RUNDOWNS;
    if (name === 'listItems' && params.rundownId === 2) return ITEMS;
    throw new HubError('HUB_NOT_FOUND', { statusCode: 404 });
  };
  return { reads, read };
}

type Saved = Record<string, { type: string; value: unknown; label?: string }>;

const command = (operation: string, params: Saved) => ({ does: 'command', operation, params, delay: 0 }) as const;

const deletion = (item: { value: string; label?: string }, rundown = 'Evening') =>
  command('deleteItem', {
    rundownId: { type: 'str', value: '77', label: rundown },
    itemId: { type: 'str', ...item },
  });

const findIn = (step: CommandStep, read: SendRead) =>
  findThings(step, { recent: (list, params) => read(list, params) });

describe('the things of a command in a cue', () => {
  it('are found by their labels, one inside the other, if the ids point to nothing on this hub', async () => {
    const { read, reads } = hub();
    const { operation, params } = await findIn(deletion({ value: '99', label: 'Anchor' }), read);
    should([operation.name, params]).eql(['deleteItem', { rundownId: 2, itemId: 7 }]);
    should(reads).eql(['listRundowns {}', 'listItems {"rundownId":2}']);
  });

  it('are found by the saved value among those with the same label', async () => {
    const { params } = await findIn(deletion({ value: '9', label: 'Guest' }), hub().read);
    should(params).eql({ rundownId: 2, itemId: 9 });
  });

  it('are not guessed among those with the same label', async () => {
    should(await failing(findIn(deletion({ value: '70', label: 'Guest' }), hub().read))).match({
      code: 'BAD_INPUT',
      outcome: 'not-sent',
      facts: { sentence: 'ambiguous', field: 'itemId', value: 'Guest', candidates: '8, 9', operation: 'deleteItem' },
    });
  });

  it('are found by a name that looks the same, and sent with the id of the hub', async () => {
    const read = async () => [
      { id: 7, name: '\u00dcbergabe' },
      { id: 8, name: 'Gast 1' },
      { id: 9, name: 'Gast\u00a01' },
    ];
    const step = (label: string, value = '0') =>
      command('deleteItem', {
        rundownId: { type: 'str', value: '2' },
        itemId: { type: 'str', value, label },
      });
    should((await findIn(step(' U\u0308bergabe'), read)).params).eql({ rundownId: '2', itemId: 7 });
    should((await findIn(step('Gast 1', '9'), read)).params).eql({ rundownId: '2', itemId: 9 });
    should(await failing(findIn(step('Gast 1'), read))).match({
      code: 'BAD_INPUT',
      facts: { sentence: 'ambiguous', field: 'itemId', candidates: '8, 9' },
    });
  });

  it('are found by their id, if no thing has their name any more', async () => {
    should((await findIn(deletion({ value: '7', label: 'Weather' }), hub().read)).params).eql({
      rundownId: 2,
      itemId: 7,
    });
  });

  it('are held and named, if the id is that of one thing and the name that of another', async () => {
    const read = async () => [
      { id: 7, name: '日本語' },
      { id: 8, name: 'Übergabe' },
    ];
    const step = command('deleteItem', {
      rundownId: { type: 'str', value: '2' },
      itemId: { type: 'str', value: '7', label: 'Übergabe' },
    });
    const facts = {
      sentence: 'twoThings',
      field: 'itemId',
      value: 'Übergabe',
      id: '7',
      now: '日本語',
      candidates: '8',
    };
    should(await failing(findIn(step, read))).match({ code: 'BAD_INPUT', outcome: 'not-sent', facts });
  });

  it('that no longer exist are named', async () => {
    should(await failing(findIn(deletion({ value: '70', label: 'Weather' }), hub().read))).match({
      code: 'HUB_NOT_FOUND',
      outcome: 'not-sent',
      facts: { missing: ['itemId'], called: { itemId: 'Weather' }, operation: 'deleteItem' },
    });
  });

  it('without a label are used as they are, without a read', async () => {
    const { read, reads } = hub();
    const step = command('deleteItem', { rundownId: { type: 'num', value: '4' }, itemId: { type: 'str', value: 7 } });
    should((await findIn(step, read)).params).eql({ rundownId: 4, itemId: '7' });
    should(reads).eql([]);
  });

  it('do not include a value with a label that is not a thing', async () => {
    const { read, reads } = hub();
    const step = command('createRundown', { name: { type: 'str', value: 'Late', label: 'Evening' } });
    should((await findIn(step, read)).params).eql({ name: 'Late' });
    should(reads).eql([]);
  });

  it('that cannot be read were not sent', async () => {
    const lost = async () => {
      throw new HubError('HUB_CONNECTION_LOST', { cause: 'ECONNRESET' });
    };
    should(await failing(findIn(deletion({ value: '7', label: 'Anchor' }), lost))).match({
      code: 'HUB_CONNECTION_LOST',
      outcome: 'not-sent',
      facts: { operation: 'deleteItem' },
    });
  });

  it('do not hide a fault of the program', async () => {
    const broken = async () => {
      throw new TypeError('broken');
    };
    await should(findIn(deletion({ value: '7', label: 'Anchor' }), broken)).be.rejectedWith(TypeError);
  });

  it('have the types of their inputs', async () => {
    const evaluated = async (type: string, value: unknown) =>
      (await findIn(command('setProperty', { Value: { type, value } }), hub().read)).params.Value;
    for (const [type, value, expected] of [
      ['str', '1', '1'],
      ['num', '1.5', 1.5],
      ['bool', 'true', true],
      ['bool', true, true],
      ['bool', 'false', false],
      ['json', '{"x":[1]}', { x: [1] }],
      ['json', { x: 1 }, { x: 1 }],
      ['json', '{"x":', '{"x":'],
    ] as const)
      should(await evaluated(type, value)).eql(expected);
  });

  it('belong to an operation that exists', async () => {
    should(await failing(findIn(command('playAll', {}), hub().read))).match({
      code: 'BAD_INPUT',
      facts: { sentence: 'noOperation', operation: 'playAll' },
    });
  });
});

describe('the check of a cue list', () => {
  const cue = (steps: readonly Step[], timeOut?: readonly Step[]): Cue => ({
    name: '',
    note: '',
    steps,
    ...(timeOut && { afterwards: { does: 'timeOut', after: 1, from: 'start', steps: timeOut } }),
  });
  const message: Step = { does: 'message', topic: '', payload: 1, delay: 0 };
  const look = (name: string): Step => ({ does: 'look', look: name, delay: 0 });

  it('finds each step that would fail, in its part, and reads each list once', async () => {
    const { read, reads } = hub();
    const list = sortCues([
      ['10', cue([message, deletion({ value: '7', label: 'Anchor' }), deletion({ value: '70', label: 'Weather' })])],
      ['20', cue([look('Evening'), look('Night')], [message, deletion({ value: '7', label: 'Anchor' }, 'Noon')])],
      ['30', cue([command('createRundown', { name: { type: 'str', value: '' } })])],
      ['40', { ...cue([]), afterwards: { does: 'followOn', after: 1, from: 'start' } }],
    ]);
    const findings = await checkCues(list, read, new Set(['Evening']));
    should(findings.map(({ number, part, step, error }) => [number, part, step, error?.code])).eql([
      ['10', 'steps', 1, undefined],
      ['10', 'steps', 2, 'HUB_NOT_FOUND'],
      ['20', 'steps', 1, 'BAD_INPUT'],
      ['20', 'timeOut', 1, 'HUB_NOT_FOUND'],
      ['30', 'steps', 0, 'BAD_INPUT'],
    ]);
    should(findings[2]?.error?.facts).eql({
      field: 'look',
      value: '"Night"',
      allowed: { key: 'choice', options: ['Evening'] },
    });
    should(findings[4]?.error?.facts).match({ field: 'name', operation: 'createRundown' });
    should(findings[0]?.renamed).eql([
      { field: 'rundownId', saved: { value: '77', label: 'Evening' }, now: { value: 2, label: 'Evening' } },
    ]);
    should(reads).eql(['listRundowns {}', 'listItems {"rundownId":2}']);
  });

  it('has the reason for each look, if there is no node for them', async () => {
    const noNode = new HubError('BAD_INPUT', { sentence: 'noLookNode' });
    const list = sortCues([['10', cue([look('Evening'), message])]]);
    should(await checkCues(list, hub().read, noNode)).eql([{ number: '10', part: 'steps', step: 0, error: noNode }]);
  });
});
