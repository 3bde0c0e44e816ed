import { readdirSync } from 'node:fs';
import should from 'should';
import { operations } from '../../../dist/hub/table/operations.js';
import { HubError } from '../../../dist/hub/wire/errors.js';
import { failureSentence } from '../../../dist/hub/words/sentence.js';
import { wordsOf } from './words-of.js';

const english = wordsOf('en-US');
const operationNamed = (name: string) => operations.find((operation) => operation.name === name);
const press = operationNamed('pressItemButton');
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
    const sentence = failureSentence(english, error, { operation: operationNamed('setProperty'), hub });
    should(sentence).startWith('Mixer › Overlay …nd layer (The …oor): unknown – no answer in 5 s. Check output.');
    should(sentence.indexOf('Check output.') + 'Check output.'.length).be.belowOrEqual(80);
  });

  it('is the sentence of the host at a remote panel', () => {
    const hostSentence = 'Anchor › In (Studio hub): unknown – no answer in 5 s. [Key 1]';
    const error = new HubError('HUB_TIMEOUT', { hostSentence }, { outcome: 'unknown' });
    should(failureSentence(english, error, { target: 'Panel', node: 'Panel' })).equal(hostSentence);
  });
});
