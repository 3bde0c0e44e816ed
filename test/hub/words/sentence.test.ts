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

const ANCHOR_IN = { rundownId: 'Evening', itemId: 'Anchor', buttonKey: 'In' };
const reply = (statusCode: number) => ({ reply: { statusCode, body: '' } });
const failure = (...args: ConstructorParameters<typeof HubError>) => new HubError(...args).with({ called: ANCHOR_IN });

/** Failures of a press, with the text that follows the target. It ends with the solution. */
const cases: [HubError, string][] = [
  [failure('HUB_TIMEOUT', { timeout: 5000 }), 'unknown – no answer in 5 s. Check output.'],
  [failure('HUB_CONNECTION_LOST', { cause: 'ECONNRESET' }), 'unknown – disconnected. Check output.'],
  [failure('HUB_FAULT', { statusCode: 503, said: 'busy' }), 'unknown – hub fault (503). Check output.'],
  [failure('HUB_BAD_ANSWER', { cause: 'no JSON' }), 'unknown – unreadable answer. Check output.'],
  [failure('CLOSED', {}, { outcome: 'unknown' }), 'unknown – closed. Check output.'],
  [failure('CLOSED'), 'not sent – closed. Send it again.'],
  [failure('EXPIRED', { waited: 2000 }), 'not sent – too late. Send it again.'],
  [
    failure('EXPIRED', { waited: 6000, waiting: 3000, fit: 2300, seconds: 6 }),
    'not sent – too late. Switch on Joining.',
  ],
  [failure('HUB_UNREACHABLE', { url: 'http://hub', cause: 'x' }), 'not sent – hub offline. Check the network.'],
  [failure('HUB_AUTH', { statusCode: 401 }, reply(401)), "refused – wrong key. Check the hub's key."],
  [failure('HUB_AUTH', { statusCode: 403 }, reply(403)), 'refused – forbidden. Check the licence.'],
  [failure('HUB_REJECTED', { statusCode: 422 }, reply(422)), 'refused – wrong value (422). Check it.'],
  [failure('HUB_REJECTED', { statusCode: 409 }, reply(409)), 'refused – not accepted (409). Check the hub.'],
  [
    failure('HUB_NOT_FOUND', { statusCode: 404, missing: ['itemId'] }, reply(404)),
    'refused – no item "Anchor". Check the name.',
  ],
  [
    failure('HUB_NOT_FOUND', { statusCode: 404, missing: ['itemId', 'rundownId'] }, reply(404)),
    'refused – not found (404). Check the names.',
  ],
  [failure('BAD_INPUT', { sentence: 'noHub' }), 'not sent – no hub. Choose one and deploy.'],
];

describe('the sentence of a failure', () => {
  for (const [error, text] of cases) {
    it(`begins with the target and “${text}”`, () => {
      const sentence = failureSentence(english, error, { operation: press, hub: 'Studio hub', node: 'Key 1' });
      should(sentence).startWith(`Anchor › In (Studio hub): ${text}`);
      should(sentence).endWith('[Key 1]');
    });
  }

  for (const locale of readdirSync('locales'))
    it(`has target, verdict and solution in its first 80 characters in ${locale}`, () => {
      for (const [error] of cases) {
        const sentence = failureSentence(wordsOf(locale), error, { operation: press, hub: 'Studio hub' });
        should(sentence).startWith('Anchor › In (Studio hub)');
        const [reason = '', solution = ''] = sentence.split(/(?<=[.。])(?! ?\d)/);
        should(reason.length + solution.length).be.belowOrEqual(80, sentence);
      }
    });

  it('shortens long names, so that the solution still fits', () => {
    const called = { engineId: 'Studio A', nodePath: 'Mixer', propertyPath: 'Overlay Opacity of the second layer' };
    const error = new HubError('HUB_TIMEOUT', { timeout: 5000, called });
    const hub = 'The hub of the second floor';
    const sentence = failureSentence(english, error, { operation: findOperation('setProperty'), hub });
    should(sentence).startWith('Mixer › Overlay …nd layer (The …oor): unknown – no answer in 5 s. Check output.');
    should(sentence.indexOf('Check output.') + 'Check output.'.length).be.belowOrEqual(80);
  });

  it('is the sentence of the host at a remote panel', () => {
    const hostSentence = 'Anchor › In (Studio hub): unknown – no answer in 5 s. [Key 1]';
    const error = new HubError('HUB_TIMEOUT', { hostSentence }, { outcome: 'unknown' });
    should(failureSentence(english, error, { target: 'Panel', node: 'Panel' })).equal(hostSentence);
  });
});
