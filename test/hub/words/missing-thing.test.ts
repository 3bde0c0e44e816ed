import { readdirSync } from 'node:fs';
import should from 'should';
import { findOperation, operations } from '../../../dist/hub/table/operations.js';
import { badInput, HubError } from '../../../dist/hub/wire/errors.js';
import { shortReason } from '../../../dist/hub/words/explain.js';
import { failureSentence } from '../../../dist/hub/words/sentence.js';
import { wordsOf } from './words-of.js';

const english = wordsOf('en-US');
const press = findOperation('pressItemButton');
const choice = (options: readonly string[]) => ({ key: 'choice', options }) as const;
const wave = (options: readonly string[]) =>
  badInput('buttonKey', 'Wave', choice(options)).with({ called: { itemId: 'Anchor', buttonKey: 'Wave' } });
const sentence = (error: HubError, place: object = { operation: press, hub: 'Studio' }) =>
  failureSentence(english, error, place);

/** A wrong value of a field, with the noun of its thing. */
const nouns: readonly [operation: string, field: string, noun: string][] = [
  ['pressItemButton', 'buttonKey', 'button'],
  ['pressLinearButton', 'buttonKey', 'button'],
  ['pressNewsroomButton', 'buttonKey', 'button'],
  ['pressLinearButton', 'itemId', 'item'],
  ['pressNewsroomButton', 'itemID', 'item'],
  ['pressNewsroomButton', 'storyID', 'story'],
  ['everythingOut', 'engineId', 'show'],
  ['setProperty', 'engineId', 'engine'],
  ['setProperty', 'nodePath', 'node'],
  ['setProperty', 'propertyPath', 'property'],
  ['setProperty', 'Component', 'component'],
  ['callFunction', 'functionPath', 'function'],
  ['callFunction', 'Parameters', 'parameter'],
  ['updateMosObject', 'objID', 'MOS object'],
  ['launch', 'configID', 'configuration'],
  ['batch', 'operation', 'operation'],
];

describe('the name of a thing that does not exist', () => {
  for (const [name, field, noun] of nouns)
    it(`begins the reason, and is in the status: ${noun} of ${name}`, () => {
      const error = badInput(field, 'Wave', choice(['In', 'Out']));
      const operation = findOperation(name);
      should(sentence(error, { operation })).match(new RegExp(`not sent – no ${noun} "Wave" – choose In, Out\\.$`));
      should(shortReason(english, error, operation)).equal(`no ${noun} Wave`);
    });

  it('begins the reason of a look, of a part of a look, and of a cue', () => {
    const looks = badInput('look', 'Anchor', choice(['Anchor 2', 'Interview']));
    for (const [error, text] of [
      [looks, 'no look "Anchor" – choose Anchor 2, Interview.'],
      [badInput('only', 'Mixr', choice(['Mixer'])), 'no part "Mixr" – choose Mixer.'],
      [badInput('cue', '10.5', choice(['10', '20'])), 'no cue "10.5" – choose 10, 20.'],
    ] as const)
      should(sentence(error, { target: 'Übergabe' })).equal(`Übergabe: not sent – ${text}`);
  });

  it('has a noun in each language for looks, cues and each kind of the table', () => {
    for (const locale of readdirSync('locales')) {
      for (const field of ['look', 'cue']) {
        const text = shortReason(wordsOf(locale), badInput(field, 'Wave', choice(['In'])));
        should(text).containEql('Wave').and.not.containEql('noSuch');
      }
      for (const operation of operations)
        for (const { name, names } of operation.parameters)
          if (names) {
            const text = shortReason(wordsOf(locale), badInput(name, 'Wave', choice(['In'])), operation);
            should(text).containEql('Wave').and.not.containEql('noSuch');
          }
    }
  });

  it('is within the first 80 characters and before the choices in each language', () => {
    const choices = choice(Array.from({ length: 20 }, (_, index) => `Lower third ${index}`));
    for (const locale of readdirSync('locales'))
      for (const [field, name] of [
        ['buttonKey', '"Wave"'],
        ['preview', '"air"'],
      ] as const) {
        const error = badInput(field, JSON.parse(name), choices);
        const text = failureSentence(wordsOf(locale), error, { operation: press, hub: 'Studio', target: 'Anchor' });
        const end = text.indexOf(name) + name.length;
        should(end).be.within(name.length, Math.min(80, text.indexOf('Lower third 0')), text);
      }
  });

  it('is alone if there is nothing to choose', () => {
    should(sentence(wave([]))).equal(
      'Anchor › Wave (Studio): not sent – no button "Wave". There is nothing to choose.',
    );
  });

  it('is the one of a 404 if the hub names it', () => {
    const called = { engineId: 'Studio A', nodePath: 'Mixer', propertyPath: 'Opacity' };
    const facts = { statusCode: 404, missing: ['nodePath'], within: ['engineId'], called, said: 'no' };
    const error = new HubError('HUB_NOT_FOUND', facts, { reply: { statusCode: 404, body: 'no' } });
    const operation = findOperation('setProperty');
    should(sentence(error, { operation, hub: 'Studio' })).equal(
      'Mixer › Opacity (Studio): refused – no node "Mixer". Check the name. Node Mixer does not exist on Engine Studio A. Answer of the hub: no (404).',
    );
    should(shortReason(english, error, operation)).equal('no node Mixer');
    const several = new HubError('HUB_NOT_FOUND', { ...facts, missing: ['nodePath', 'propertyPath'] }, error);
    should(shortReason(english, several, operation)).equal('not found');
  });

  it('is not known of a choice that is not a thing: the field has the wrong word first', () => {
    const error = badInput('preview', 'air', { key: 'choice', options: [0, 1], words: ['program', 'preview'] });
    const operation = findOperation('takeOut');
    should(sentence(error, { operation })).endWith('not sent – Output is "air" – choose program, preview.');
    should(shortReason(english, error, operation)).equal('bad input');
  });
});

describe('a long target', () => {
  it('loses the things in its middle, never the item, and a node the middle of its name', () => {
    const called = { engineId: 'The show of the second floor', itemId: 'Anchor of the news' };
    should(
      sentence(new HubError('EXPIRED', { waited: 2000, called }), { operation: findOperation('playItem') }),
    ).startWith('Play item · T…r › Anchor of the news: not sent');
    const target = 'Lower third of the first guest in the news';
    should(sentence(new HubError('CLOSED'), { target })).startWith('Lower third of the…guest in the news: not sent');
  });
});
