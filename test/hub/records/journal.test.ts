import fc from 'fast-check';
import should from 'should';
import { asRunOf, type CommandRecord, commandResultOf } from '../../../dist/hub/records/as-run.js';
import { Journal } from '../../../dist/hub/records/journal.js';
import { shortJson } from '../../../dist/hub/records/short-json.js';
import { findOperation } from '../../../dist/hub/table/operations.js';
import { HubError } from '../../../dist/hub/wire/errors.js';

describe('the short text of a value', () => {
  it('is its JSON, as far as it fits', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 1, max: 200 }), (value, most) => {
        // Negative zero is 0 in JSON.
        const json = JSON.stringify(value, (_, part) => (typeof part === 'number' ? Math.trunc(part) : part));
        const whole = JSON.stringify(JSON.parse(json));
        const text = shortJson(JSON.parse(json), most);
        if (whole.length <= most) should(text).equal(whole);
        else should(text).equal(`${Buffer.from(whole.slice(0, most)).toString()}…`);
      }),
    );
  });

  it('has rounded numbers', () => {
    should(shortJson({ x: 0.10000000149011612, y: [1920.123456, 1e-7, 0.5, 25, -0.333333] }, 99)).equal(
      '{"x":0.1,"y":[1920.1235,1e-7,0.5,25,-0.3333]}',
    );
  });

  it('is possible for missing values', () => {
    should([undefined, null].map((value) => shortJson(value, 9))).eql(['undefined', 'null']);
  });
});

/** A value of a fader that ends after 1 ms. */
const ended = (params: object, more: Partial<CommandRecord> = {}): CommandRecord => ({
  at: 1,
  owner: {},
  command: findOperation('setProperty')!,
  params: { ...params },
  isValue: true,
  lanes: [],
  outcome: 'done',
  elapsed: 1,
  ...more,
});

describe('a journal', () => {
  it('contains no part of a secret at any cut', () => {
    const secret = fc.stringMatching(/^[A-Z0-9]{12,40}$/);
    // Without characters of the secret, so that every rest of one is found.
    const around = fc.array(fc.constantFrom('-', 'secret'), { maxLength: 300, size: 'max' });
    fc.assert(
      fc.property(secret, around, fc.boolean(), (key, parts, isText) => {
        const journal = new Journal();
        journal.texts.addSecrets({ headers: { 'X-Key': key } });
        const text = parts.map((part) => (part === 'secret' ? key : part)).join('-');
        journal.add(ended({ nodePath: text, Value: isText ? text : [text] }), 'node');
        const [row] = journal.rowsAfter(0);
        should(row).be.ok();
        for (const text of [row?.value ?? '', row?.target.nodePath ?? '']) {
          should(text).not.match(/[A-Z0-9]/);
          should(text.length).be.belowOrEqual(161);
        }
      }),
    );
  });

  it('keeps nothing that a flow may still change', () => {
    const journal = new Journal();
    const Value = { x: 1 };
    journal.add(ended({ Value }), 'node');
    Value.x = 2;
    should(journal.rowsAfter(0).map(({ value }) => value)).eql(['{"x":1}']);
  });

  it('contains no secret that was changed since', () => {
    const journal = new Journal();
    journal.texts.addSecrets({ headers: { 'X-Key': 'first_secret_key' } });
    journal.add(ended({ Value: 'first_secret_key' }), 'node');
    journal.texts.addSecrets({ headers: { 'X-Key': 'other' }, secrets: ['second_secret_key'] });
    journal.add(ended({ Value: 'second_secret_key' }), 'node');
    should(journal.rowsAfter(0).map(({ value, movement }) => [value, movement?.to])).eql([['•••', '•••']]);
  });

  it('has the facts of a failure, cut and without secrets', () => {
    const journal = new Journal();
    journal.texts.addSecrets({ headers: { 'X-Key': 'first_secret_key' } });
    const facts = { statusCode: 422, said: `first_secret_key ${'x'.repeat(1000)}` };
    const failure = new HubError('HUB_REJECTED', facts);
    journal.add({ ...ended({ Value: 1 }), outcome: 'refused', failure }, 'node');
    const [row] = journal.rowsAfter(0);
    should(row?.failure).match({ code: 'HUB_REJECTED', facts: { statusCode: 422, said: /^••• x+…$/ } });
    should(JSON.stringify(row?.failure).length).be.below(250);
  });

  it('shows 160 characters of a value, and those of the hub that end with an ellipsis as they are', () => {
    const journal = new Journal();
    journal.texts.addSecrets({ headers: {}, secrets: ['secret'] });
    for (const Value of ['x'.repeat(160), 'x'.repeat(161), ['x'.repeat(200)], 'Loading…', `${'x'.repeat(159)}…`])
      journal.add(ended({ Value, itemId: 'x'.repeat(200) }, { isValue: false }), 'node');
    should(journal.rowsAfter(0).map(({ value }) => value)).eql([
      ...['x'.repeat(160), `${'x'.repeat(160)}…`, `["${'x'.repeat(158)}…`, 'Loading…', `${'x'.repeat(159)}…`],
    ]);
    should(journal.texts.redact(`${'x'.repeat(300)}`)).equal(`${'x'.repeat(160)}…`);
  });
});

describe('a journal of looks', () => {
  const group = { does: 'recall', name: 'Evening', since: 0 } as const;
  const set = (journal: Journal, propertyPath: string, more: Partial<CommandRecord> = {}) =>
    journal.add(ended({ propertyPath, Value: 0.5 }, { group, ...more }), 'look');

  it('has one row for each recall, with its values and its time', () => {
    const journal = new Journal();
    set(journal, 'A', { at: 1000, elapsed: 10 });
    set(journal, 'B', { at: 1001, elapsed: 39 });
    set(journal, 'C', { at: 1002, elapsed: 10 });
    journal.add(ended({ propertyPath: 'A', Value: 1 }, { at: 1050 }), 'fader');
    set(journal, 'A', { at: 2000, group: { ...group } });
    set(journal, 'A', { at: 2000, group: { does: 'restore', name: 'Studio A', since: 0 } });
    should(journal.rowsAfter(0).map((row) => [row.node, row.space, row.group])).eql([
      ['look', 'presses', { does: 'recall', name: 'Evening', count: 3, duration: 40 }],
      ['fader', 'values', undefined],
      ['look', 'presses', { does: 'recall', name: 'Evening', count: 1, duration: 1 }],
      ['look', 'presses', { does: 'restore', name: 'Studio A', count: 1, duration: 1 }],
    ]);
  });

  it('has the property and the reason of the first failure', () => {
    const journal = new Journal();
    set(journal, 'A', { statusCode: 200 });
    should(journal.rowsAfter(0)).match([{ target: { propertyPath: 'A' }, outcome: 'done', failed: false }]);
    set(journal, 'A2');
    should(journal.rowsAfter(0)).match([{ target: { propertyPath: 'A' }, outcome: 'done' }]);
    set(journal, 'B', { outcome: 'refused', failure: new HubError('HUB_REJECTED'), statusCode: 422 });
    set(journal, 'C', { outcome: 'unknown', failure: new HubError('HUB_TIMEOUT') });
    set(journal, 'D');
    const [row, ...more] = journal.rowsAfter(0);
    should(more).be.empty();
    should(row).match({ target: { propertyPath: 'B' }, outcome: 'refused', statusCode: 422, group: { count: 5 } });
    should(row).match({ failure: { code: 'HUB_REJECTED' }, failed: true, update: 5 });
  });
});

describe('a journal of cues', () => {
  const cue = { does: 'cue', number: '10', name: 'Anchor' } as const;
  const look = { does: 'recall', name: 'Evening', since: 0, within: cue } as const;
  const set = (journal: Journal, propertyPath: string, more: Partial<CommandRecord> = {}) =>
    journal.add(ended({ propertyPath, Value: 0.5 }, { group: cue, ...more }), 'cues');

  it('has one row for each cue, with its steps. A look is one step', () => {
    const journal = new Journal();
    set(journal, 'A', { at: 1000, elapsed: 10, names: { propertyPath: 'Opacity' } });
    set(journal, 'B', { at: 1001, elapsed: 39, group: look });
    set(journal, 'C', { at: 1002, elapsed: 10, group: look });
    journal.add(ended({ propertyPath: 'A', Value: 1 }, { at: 1050 }), 'fader');
    set(journal, 'A', { at: 2000, group: { ...cue } });
    const [first, fader, second, ...more] = journal.rowsAfter(0);
    should(more).be.empty();
    should(first).match({
      ...{
        node: 'cues',
        space: 'presses',
        outcome: 'done',
        target: { propertyPath: 'A' },
        names: { propertyPath: 'Opacity' },
      },
      group: { does: 'cue', number: '10', name: 'Anchor', count: 2, duration: 40 },
    });
    should(first?.group?.steps).match([
      { target: { propertyPath: 'A' }, names: { propertyPath: 'Opacity' }, outcome: 'done' },
      { group: { does: 'recall', name: 'Evening', count: 2, duration: 39 } },
    ]);
    should(fader?.group).be.undefined();
    should(second?.group).match({ count: 1 });
  });
});

describe('a journal of rehearsed looks', () => {});

describe('a journal of movements', () => {
  const UNREACHABLE = { outcome: 'not-sent', failure: new HubError('HUB_UNREACHABLE') } as const;
  const PRESS = { isValue: false, command: findOperation('pressItemButton')! };

  /** Adds values 20 ms apart, from a start time. */
  function move(journal: Journal, values: readonly unknown[], from: number, more: Partial<CommandRecord> = {}): void {
    values.forEach((Value, index) => {
      journal.add(ended({ propertyPath: 'Opacity', Value }, { at: from + 20 * index, ...more }), 'fader');
    });
  }

  const shown = (journal: Journal, after = 0) =>
    journal
      .rowsAfter(after)
      .map(({ at, value, movement }) => [
        at,
        value,
        ...(movement ? [movement.to, movement.count, movement.duration] : []),
      ]);

  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

  it('has one row for each movement, with its first and last value', () => {
    const journal = new Journal();
    move(journal, numbers(200), 1000);
    move(journal, [0.30000001192092896, { x: 0.10000000149 }], 10_000);
    should(shown(journal)).eql([
      [1000, '0', '199', 200, 3980],
      [10_000, '0.3', '{"x":0.1}', 2, 20],
    ]);
  });

  it('ends a movement after a pause of more than 1 s, counted from the end of its last value', () => {
    const journal = new Journal();
    move(journal, [1], 0, { elapsed: 5000 });
    move(journal, [2], 6000, { elapsed: 10 });
    move(journal, [3], 7010);
    move(journal, [4], 8012);
    should(shown(journal)).eql([
      [0, '1', '3', 3, 7010],
      [8012, '4'],
    ]);
  });

  it('separates nodes, targets, other parameters and outcomes', () => {
    const journal = new Journal();
    const base = { nodePath: 'A', propertyPath: 'Opacity', Duration: 0 };
    const add = (params: object, node = 'fader', more = {}) =>
      journal.add(ended({ ...base, ...params, Value: 1 }, more), node);
    for (let turn = 0; turn < 2; turn += 1) {
      add({});
      add({}, 'other');
      add({ nodePath: 'B' });
      add({ propertyPath: `${'x'.repeat(400)}1` });
      add({ propertyPath: `${'x'.repeat(400)}2` });
      add({ Duration: 1 });
      add({}, 'fader', UNREACHABLE);
      add({}, 'fader', { outcome: 'refused', failure: new HubError('HUB_REJECTED'), statusCode: 422 });
      add({}, 'fader', { outcome: 'refused', code: 'HUB_REJECTED', statusCode: 409 });
    }
    should(journal.rowsAfter(0).map(({ movement }) => movement?.count)).eql(Array(9).fill(2));
  });

  it('has one row for each press and for each value that is sent in order', () => {
    const journal = new Journal();
    for (let press = 0; press < 3; press += 1) journal.add(ended({ itemId: 'a' }, PRESS), 'button');
    move(journal, [1, 2, 3], 0, { isValue: false });
    should(journal.rowsAfter(0)).have.length(6);
  });

  it('keeps the last 500 presses, failed movements and movements, which do not push each other out', () => {
    const journal = new Journal();
    for (let press = 0; press < 10; press += 1)
      journal.add(ended({ itemId: press }, { ...PRESS, ...(press % 2 && UNREACHABLE) }), 'button');
    move(journal, [1, 2], 0, UNREACHABLE);
    for (let movement = 1; movement <= 502; movement += 1) move(journal, [1, 2, 3], movement * 10_000);
    const rows = journal.rowsAfter(0);
    const count = (space: string) => rows.filter((row) => row.space === space).length;
    should([count('presses'), count('failedValues'), count('values')]).eql([10, 1, 500]);
    should(rows.filter(({ failed }) => failed)).have.length(6);
    should(rows.find(({ space }) => space === 'values')!.at).equal(30_000);
  });

  it('continues the newest movement of a fader after an older one of it was pushed out', () => {
    const journal = new Journal();
    move(journal, [1], 0);
    for (let other = 1; other <= 499; other += 1)
      journal.add(ended({ propertyPath: `P${other}`, Value: 0 }, { at: 4000 }), 'fader');
    // It pushes out the first movement.
    move(journal, [2], 5000);
    move(journal, [3], 5020);
    should(shown(journal).at(-1)).eql([5000, '2', '3', 2, 20]);
  });

  it('sends a movement again after each of its values, and other rows only once', () => {
    const journal = new Journal();
    move(journal, [1], 0);
    journal.add(ended({ itemId: 'a' }, PRESS), 'button');
    const before = journal.lastUpdate;
    should(journal.rowsAfter(before)).be.empty();
    move(journal, [2], 20);
    should(shown(journal, before)).eql([[0, '1', '2', 2, 20]]);
    should(journal.rowsAfter(0).map(({ number }) => number)).eql([1, 2]);
    should(journal.rowsAfter(99)).have.length(2);
  });

  it('counts failed presses and movements of the last minute, also after a step of the clock', () => {
    const journal = new Journal();
    const original = { now: performance.now, date: Date.now };
    const ago = (ms: number, add: () => void) => {
      performance.now = () => original.now.call(performance) - ms;
      add();
      performance.now = original.now;
    };
    const press = () => journal.add(ended({}, { ...PRESS, ...UNREACHABLE, at: Date.now() }), 'button');
    ago(50_000, () => move(journal, numbers(50), 0, UNREACHABLE));
    ago(61_000, () => move(journal, [1], 70_000, { outcome: 'unknown', failure: new HubError('HUB_TIMEOUT') }));
    ago(0, () => move(journal, [1], 80_000, { outcome: 'rehearsal' }));
    for (const ms of [0, 0, 62_000]) ago(ms, press);
    try {
      for (const step of [0, 3_600_000, -3_600_000]) {
        Date.now = () => original.date() + step;
        should(journal.failures).equal(3);
      }
    } finally {
      Date.now = original.date;
    }
  });

  it('does not count a command of a closed node as failed', () => {
    const journal = new Journal();
    const at = Date.now();
    const CLOSED = { outcome: 'unknown', failure: new HubError('CLOSED') } as const;
    journal.add(ended({}, { ...PRESS, ...CLOSED, at }), 'button');
    move(journal, [1, 2], at, CLOSED);
    should(journal.rowsAfter(0).map(({ failed }) => failed)).eql([false, false]);
    should(journal.failures).equal(0);
  });
});

describe('the as-run record', () => {
  const target = { engineId: 1, nodePath: 'Mixer', propertyPath: 'Opacity' };
  const more = { at: 5, owner: {}, statusCode: 200, waited: 2, elapsed: 3 };

  it('has the target, the value and the look of a command', () => {
    const group = { does: 'recall', name: 'Evening', since: 0 } as const;
    should(asRunOf(ended({ ...target, Value: 0.5, Duration: 1 }, { ...more, group }))).eql({
      ...{ ...more, outcome: 'done', code: undefined, operation: 'setProperty', target, value: 0.5, look: 'Evening' },
    });
    const cue = { does: 'cue', number: '10.5', name: 'Anchor' } as const;
    should(asRunOf(ended(target, { ...more, group: cue }))).match({ cue: '10.5' });
    should(asRunOf(ended(target, { ...more, group: { ...group, within: cue } }))).match({
      cue: '10.5',
      look: 'Evening',
    });
    const command = findOperation('createRundown')!;
    should(asRunOf(ended({ name: 'News' }, { ...more, command, isValue: false }))).eql({
      ...{ ...more, outcome: 'done', code: undefined, operation: 'createRundown', target: {}, value: { name: 'News' } },
    });
    const press = { ...more, command: findOperation('pressItemButton')! };
    should(asRunOf(ended({ itemId: 'a' }, press))).match({ target: { itemId: 'a' }, value: {} });
    should(Object.keys(asRunOf(ended({ itemId: 'a' }, press)).target)).eql(['itemId']);
  });

  it('has all values of a composite operation as its target', () => {
    const command = findOperation('everythingOut')!;
    should(asRunOf(ended({ preview: false }, { command }))).match({
      ...{ operation: 'everythingOut', target: { preview: false }, value: {} },
    });
  });

  it('has the code and the outcome of a failure', () => {
    const failure = new HubError('HUB_NOT_FOUND', { statusCode: 404 }, { reply: { statusCode: 404, body: null } });
    const result = commandResultOf(failure);
    should(result).eql({ outcome: 'refused', failure, statusCode: 404 });
    should(asRunOf(ended({ Value: 1 }, result))).match({ outcome: 'refused', code: 'HUB_NOT_FOUND', statusCode: 404 });
    const lost = new HubError('HUB_TIMEOUT');
    should(commandResultOf(lost)).eql({ outcome: 'unknown', failure: lost, statusCode: undefined });
    should(commandResultOf(new Error('a fault of the client'))).eql({ outcome: 'unknown' });
  });

  it('of a rehearsed command has the failure that the command would have', () => {
    const failure = new HubError('HUB_NOT_FOUND', { statusCode: 404 });
    should(asRunOf(ended({ Value: 1 }, { outcome: 'rehearsal', failure }))).match({
      ...{ outcome: 'not-sent', code: 'REHEARSAL', wouldFail: 'HUB_NOT_FOUND' },
    });
    should(asRunOf(ended({ Value: 1 }, { outcome: 'rehearsal' }))).not.have.property('wouldFail');
  });
});
