import { build } from 'esbuild';
import should from 'should';
import { findOperation } from '../../../dist/hub/table/operations.js';
import type { Problem } from '../../../dist/hub/wire/errors.js';
import { describeAllowed, explainProblem, explainReason, shortReason } from '../../../dist/hub/words/explain.js';
import { failureSentence } from '../../../dist/hub/words/sentence.js';
import { labelOf, savedNames, shortenMiddle, targetNames } from '../../../dist/hub/words/target-names.js';
import type { NamedOperation } from '../../../dist/hub/words/texts.js';

/** Shows each key, and remembers its facts. */
function recorder() {
  const facts: Record<string, Readonly<Record<string, unknown>>> = {};
  const words = Object.assign(
    (key: string, given: Readonly<Record<string, unknown>> = {}) => {
      facts[key] = given;
      return key;
    },
    { operation: (name: string) => `“${name}”`, parameter: (name: string, names = '') => `<${name} ${names}>` },
  );
  return { words, facts };
}

const operationNamed = (name: string): NamedOperation => {
  const operation = findOperation(name);
  if (!operation) throw new Error(name);
  return operation;
};
const [press, read] = ['pressItemButton', 'getItem'].map(operationNamed);

const problem = (code: Problem['code'], facts: object = {}, outcome: Problem['outcome'] = 'unknown'): Problem =>
  ({ code, facts, outcome }) as Problem;

/** The key of the sentence and its facts. */
function explained(given: Problem, operation = press) {
  const { words, facts } = recorder();
  const text = explainReason(words, given, operation);
  return { text, facts };
}

const choice = (field: string, value: string, ...options: (string | number)[]) => ({
  field,
  value,
  allowed: { key: 'choice', options },
});

const notFound = (facts: object): Problem =>
  problem('HUB_NOT_FOUND', { called: { itemId: 'A', rundownId: 'B' }, ...facts }, 'refused');

describe('the sentence of a failure depends on its facts:', () => {
  const cases: [key: string, Problem, NamedOperation?][] = [
    ['EXPIRED', problem('EXPIRED')],
    ['EXPIRED', problem('EXPIRED', { waitedFor: 'commands' })],
    ['EXPIRED_queue', problem('EXPIRED', { waitedFor: 'queue' })],
    ['EXPIRED_connection', problem('EXPIRED', { waitedFor: 'connection' })],
    ['EXPIRED_lookUp', problem('EXPIRED', { waitedFor: 'lookUp' })],
    ['EXPIRED_crowd', problem('EXPIRED', { waitedFor: 'queue', fit: 3 })],
    ['cueLate', problem('EXPIRED', { sentence: 'cueLate' })],
    ['BAD_INPUT', problem('BAD_INPUT', { field: 'itemId', value: '"x"', allowed: { key: 'integer' } })],
    ['BAD_INPUT_missing', problem('BAD_INPUT', { field: 'itemId', value: 'undefined', allowed: { key: 'integer' } })],
    ['BAD_INPUT_missing', problem('BAD_INPUT', { ...choice('buttonKey', 'undefined', 'In') })],
    ['BAD_INPUT_expression', problem('BAD_INPUT', { field: 'itemId', value: 'undefined', reason: 'x' })],
    ['BAD_INPUT_choice', problem('BAD_INPUT', choice('engineType', '"x"', 'RE', 'UE'))],
    ['noSuch', problem('BAD_INPUT', choice('buttonKey', '"Wave"', 'In'))],
    ['noSuch', problem('BAD_INPUT', choice('look', '"Night"', 'Evening'))],
    ['noSuch_none', problem('BAD_INPUT', choice('buttonKey', '"Wave"'))],
    ['HUB_UNREACHABLE', problem('HUB_UNREACHABLE')],
    ['needsHttp', problem('HUB_UNREACHABLE', { speaks: 'http' })],
    ['HUB_AUTH_401', problem('HUB_AUTH', { statusCode: 401 }, 'refused')],
    ['HUB_AUTH_403', problem('HUB_AUTH', { statusCode: 403 }, 'refused')],
    ['HUB_NOT_FOUND', notFound({ statusCode: 404 })],
    ['HUB_NOT_FOUND', notFound({ missing: ['itemId'], called: {} })],
    ['HUB_NOT_FOUND_name', notFound({ missing: ['itemId'] })],
    ['HUB_NOT_FOUND_thing', notFound({ missing: ['itemId'], within: ['rundownId'] })],
    ['HUB_NOT_FOUND_things', notFound({ missing: ['itemId', 'rundownId'] })],
    ['HUB_NOT_FOUND_engineHost', notFound({ engineHost: 'A', missing: ['itemId'] })],
    ['HUB_NOT_FOUND_needs', problem('HUB_NOT_FOUND', { needs: 2 }, 'refused')],
    ['HUB_NOT_FOUND_stopped', problem('HUB_NOT_FOUND', { stopped: 7 }, 'refused')],
    ['HUB_REJECTED', problem('HUB_REJECTED', { statusCode: 409 }, 'refused')],
    ['HUB_REJECTED_value', problem('HUB_REJECTED', { statusCode: 400 }, 'refused')],
    ['HUB_REJECTED_redirect', problem('HUB_REJECTED', { statusCode: 302, location: '/login' }, 'refused')],
    ['HUB_TIMEOUT', problem('HUB_TIMEOUT')],
    ['HUB_CONNECTION_LOST', problem('HUB_CONNECTION_LOST')],
    ['CLOSED_unknown', problem('CLOSED')],
    ['CLOSED', problem('CLOSED', {}, 'not-sent')],
    ['CLOSED', problem('CLOSED', { lookUp: 'getItem' }, 'not-sent')],
    ['CLOSED_read', problem('CLOSED'), read],
    ['halfDone', problem('HUB_FAULT', { sentence: 'halfDone', left: 'Anchor' })],
  ];
  for (const [key, given, operation] of cases)
    it(`${key} of ${JSON.stringify(given)}`, () =>
      should(explained(given, operation).text.split(' ')[0]).equal(`errors.${key}`));

  it('has the time in seconds, the operation, and the reason of the hub', () => {
    should(explained(problem('HUB_TIMEOUT', { timeout: 2500 })).facts['errors.HUB_TIMEOUT']).match({
      seconds: 2.5,
      operation: '“pressItemButton”',
      said: 'errors.nothingSaid',
      advice: 'errors.checkOutput',
    });
    should(explained(problem('HUB_FAULT', { said: 'busy' })).facts['errors.HUB_FAULT']).match({ said: 'busy' });
    should(explained(problem('HUB_TIMEOUT'), read).facts['errors.HUB_TIMEOUT']).match({ advice: 'errors.checkHub' });
    should(explained(problem('EXPIRED')).facts['errors.EXPIRED']).match({ seconds: '–', waited: '–' });
  });

  it('has the read before a command, with its things, as the cause and at its end', () => {
    const called = { itemId: 'Anchor', rundownId: 'Evening' };
    const lookUp = { lookUp: 'getItem', lookUpOf: ['rundownId', 'itemId'], called };
    const { text, facts } = explained(problem('HUB_BAD_ANSWER', { ...lookUp, cause: 'getItem' }, 'not-sent'));
    should(text).equal('errors.HUB_BAD_ANSWER errors.lookUp');
    should(facts['errors.lookUp']).eql({
      lookUp: '“getItem”',
      of: ' (<rundownId rundown> Evening, <itemId item> Anchor)',
    });
    should(facts['errors.HUB_BAD_ANSWER']).match({
      cause: '“getItem”',
      operation: '“getItem”',
      advice: 'errors.checkHub',
    });
    const other = explained(problem('HUB_BAD_ANSWER', { lookUp: 'getItem', cause: 'JSON' }));
    should(other.facts['errors.HUB_BAD_ANSWER']).match({ cause: 'JSON' });
    should(other.facts['errors.lookUp']).match({ of: '' });
  });

  it('has the place of a missing thing, and the limit of a deep answer', () => {
    const called = { itemId: 'Anchor', rundownId: 'Evening' };
    const { facts } = explained(
      problem('HUB_NOT_FOUND', { missing: ['itemId'], within: ['rundownId'], called }, 'refused'),
    );
    should(facts['errors.HUB_NOT_FOUND_thing']).match({
      things: '<itemId item> Anchor',
      place: '<rundownId rundown> Evening',
      missing: 'noSuch.item',
    });
    should(facts['noSuch.item']).eql({ name: '"Anchor"' });
    const deep = explained(problem('HUB_BAD_ANSWER', { levels: 100 }));
    should(deep.facts['errors.HUB_BAD_ANSWER']).match({ cause: 'errors.tooDeep' });
    should(deep.facts['errors.tooDeep']).eql({ levels: 100 });
  });

  it('has quotes around a name that is missing, and none around an id', () => {
    const shown = (name: string) => {
      const { facts } = explained(
        problem('HUB_NOT_FOUND', { missing: ['itemId'], called: { itemId: name } }, 'refused'),
      );
      return facts['noSuch.item']?.name;
    };
    should(['12', 'Studio 5', '5 to noon'].map(shown)).eql(['12', '"Studio 5"', '"5 to noon"']);
    const cut = explained(problem('BAD_INPUT', choice('buttonKey', '"Wave to the…', 'In')));
    should(cut.facts['noSuch.button']?.name).equal('"Wave to the…"');
  });

  it('has at most 20 options', () => {
    const options = (count: number) => {
      const all = Array.from({ length: count }, (_, index) => index + 1);
      const { facts } = explained(problem('BAD_INPUT', choice('buttonKey', '"x"', ...all)));
      return String(facts['errors.noSuch']?.options);
    };
    should(options(2)).equal('1, 2');
    should(options(20)).endWith('19, 20');
    should(options(21)).endWith('19, 20, …');
  });

  it('has the label of a field with the place in its value, and the allowed values', () => {
    const facts = { field: 'itemId[0].a', value: '1', allowed: { key: 'integer' } };
    should(explained(problem('BAD_INPUT', facts)).facts['errors.BAD_INPUT']).match({
      field: '<itemId item>[0].a',
      allowed: 'allowed.integer',
    });
  });

  it('of an entry of a batch names the entry', () => {
    const { text, facts } = explained(problem('HUB_FAULT', { entry: 0 }));
    should(text).equal('errors.inEntry');
    should(facts['errors.inEntry']).eql({ entry: 0, sentence: 'errors.HUB_FAULT' });
  });

  it('begins with a capital letter on its own', () => {
    should(explainProblem(recorder().words, problem('HUB_FAULT'), press)).equal('Errors.HUB_FAULT');
  });
});

describe('the shortest reason', () => {
  const short = (given: Problem, operation = press) => {
    const { words, facts } = recorder();
    const key = shortReason(words, given, operation);
    return [key, facts[key]?.name];
  };

  it('names the missing thing, or else the status', () => {
    should(short(problem('BAD_INPUT', choice('buttonKey', '"Wave"', 'In')))).eql(['noSuch.button', 'Wave']);
    should(short(problem('BAD_INPUT', choice('buttonKey', '7', 'In')))).eql(['noSuch.button', '7']);
    // The fact is cut in the middle of its JSON.
    should(short(problem('BAD_INPUT', choice('buttonKey', '"Wave to the…', 'In')))).eql([
      'noSuch.button',
      'Wave to the…',
    ]);
    should(short(problem('BAD_INPUT', choice('engineType', '"x"', 'RE')))).eql(['status.BAD_INPUT', undefined]);
    should(short(problem('HUB_REJECTED', { statusCode: 422 }, 'refused'))).eql(['status.HUB_WRONG_VALUE', undefined]);
  });

  it('names a thing that the hub does not have, if it is the only one', () => {
    const called = { itemId: 'Anchor', rundownId: '12' };
    const notFound = (...missing: string[]) => short(problem('HUB_NOT_FOUND', { missing, called }, 'refused'));
    should(notFound('itemId')).eql(['noSuch.item', 'Anchor']);
    should(notFound('rundownId')).eql(['noSuch.rundown', '12']);
    should(notFound('itemId', 'rundownId')).eql(['status.HUB_NOT_FOUND', undefined]);
    should(notFound()).eql(['status.HUB_NOT_FOUND', undefined]);
    should(notFound('buttonKey')).eql(['status.HUB_NOT_FOUND', undefined]);
    should(short(problem('HUB_REJECTED', { missing: ['itemId'], called }, 'refused'))[0]).equal('status.HUB_REJECTED');
    const show = problem('HUB_NOT_FOUND', { missing: ['engineId'], called: { engineId: 'Show A' } }, 'refused');
    should(short(show, operationNamed('playNext'))).eql(['noSuch.show', 'Show A']);
  });
});

describe('the allowed values in words', () => {
  it('have a key for each kind', () => {
    const { words, facts } = recorder();
    for (const [allowed, key] of [
      [{ key: 'integer' }, 'integer'],
      [{ key: 'integer', minimum: 0 }, 'integer_from'],
      [{ key: 'number', minimum: 1 }, 'number_from'],
      [{ key: 'boolean' }, 'boolean'],
      [{ key: 'topic' }, 'topic'],
    ] as const)
      should(describeAllowed(words, allowed)).equal(`allowed.${key}`);
    should(facts['allowed.number_from']).eql({ minimum: 1 });
    describeAllowed(words, { key: 'choice', options: ['a', 2] });
    should(facts['allowed.choice']).eql({ options: 'a, 2' });
    describeAllowed(words, { key: 'choice', options: [0, 1], words: ['program', 'preview'] });
    should(facts['allowed.choice']).eql({ options: 'program, preview' });
    should(describeAllowed(words, { key: 'nullable', of: { key: 'integer' } })).equal('allowed.nullable');
    should(facts['allowed.nullable']).eql({ of: 'allowed.integer' });
  });
});

describe('the name of a target', () => {
  it('loses its middle if it is too long', () => {
    should(shortenMiddle('Evening', 7)).equal('Evening');
    should(shortenMiddle('Evening News 2', 9)).equal('Even…ws 2');
    should(shortenMiddle('Evening News 2', 8)).equal('Even…s 2');
    should(shortenMiddle('Evening', 1)).equal('…');
    should(shortenMiddle('Evening', 0)).equal('…');
  });

  it('is the label that was saved with its value, in any of the saved commands', () => {
    const saved = [
      undefined,
      { itemId: { value: 7, label: '' } },
      { itemId: { value: '7', label: 'Anchor' } },
      { itemId: { value: 8, label: 'Guest' } },
    ];
    const labels = [7, '7', 8, 9].map((value) => labelOf(saved, 'itemId', value));
    should(labels).eql(['Anchor', 'Anchor', 'Guest', undefined]);
    should(labelOf(saved, 'rundownId', 7)).be.undefined();
    const names = targetNames(press!, { itemId: 7, rundownId: 'R', other: 'x' }, ...saved);
    should(names).eql({ itemId: 'Anchor', rundownId: 'R' });
    const long = targetNames(press!, { itemId: null, rundownId: { id: 7 }, buttonKey: 'x'.repeat(100) });
    should(long).eql({ buttonKey: `${'x'.repeat(80)}…` });
  });

  it('before the values are known is that of texts and numbers', () => {
    const saved = { rundownId: { type: 'num', value: '1' }, itemId: { type: 'env', value: 'ITEM' } };
    should(savedNames(press!, { ...saved, buttonKey: { type: 'str', value: 'in', label: 'In' } })).eql({
      ...{ rundownId: '1', buttonKey: 'In' },
    });
    should(savedNames(press!)).eql({});
  });
});

describe('the sentence of a failed command', () => {
  const sentence = (given: Problem, place: object) => {
    const { words, facts } = recorder();
    return { text: failureSentence(words, given, place), facts };
  };
  const called = { rundownId: 'Evening', itemId: 'Anchor', buttonKey: 'In' };

  it('has its notes and its node at the end, which cannot be a reference to a text', () => {
    const { text } = sentence(problem('HUB_FAULT', { called }), {
      operation: press,
      hub: 'Studio',
      notes: ['First.', 'Second.'],
      node: '$t(x)',
    });
    should(text).startWith('sentence.onHub First. Second. [').and.not.containEql('$t(');
    should(sentence(problem('HUB_FAULT'), { operation: press }).text).equal('sentence.noHub');
  });

  it('has the verdict of a rehearsal, of a read or of its outcome', () => {
    const verdict = (place: object) => sentence(problem('HUB_FAULT'), place).facts['sentence.verdict'];
    should(verdict({ operation: press })).match({ verdict: 'verdict.unknown', reason: 'errors.HUB_FAULT' });
    should(verdict({ operation: read })).match({ verdict: 'verdict.read' });
    const rehearsed = sentence(problem('HUB_FAULT'), { operation: press, isRehearsed: true }).facts;
    should(rehearsed['sentence.verdict']).match({ verdict: 'verdict.rehearsal', reason: 'errors.wouldFail' });
    should(rehearsed['errors.wouldFail']).eql({ reason: 'errors.HUB_FAULT' });
  });

  it('has the action with the target, if the names do not show it', () => {
    const target = (name: string, names: object) =>
      sentence(problem('CLOSED', { called: names }), { operation: operationNamed(name) }).facts['sentence.noHub']
        ?.target;
    should(target('pressItemButton', called)).equal('Anchor › In');
    should(target('deleteItem', called)).equal('“deleteItem” · Evening › Anchor');
    should(target('listEngines', {})).equal('“listEngines”');
    should(target('getItem', called)).equal('Evening › Anchor');
    should(target('setProperty', { engineId: 'A', nodePath: 'N', propertyPath: 'P' })).equal('N › P');
    should(target('setProperty', { engineId: 'A', nodePath: 'N', propertyPath: 'P', Component: 'x' })).equal('N › P.x');
    should(target('setProperty', { Component: 'x' })).equal('“setProperty”');
  });
});

describe('the words of a failure', () => {
  it('bring only pure modules into the editor', async () => {
    const { metafile } = await build({
      entryPoints: ['dist/hub/words/explain.js'],
      bundle: true,
      write: false,
      metafile: true,
    });
    should(Object.keys(metafile.inputs)).matchEach(
      /^dist\/(base\/(display|values)|hub\/wire\/certificates|hub\/words\/(explain|target-names|texts|verdict))\.js$/,
    );
  });
});
