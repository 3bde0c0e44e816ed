import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import should from 'should';
import type { CueList } from '../../../dist/cues/list.js';
import { firstState } from '../../../dist/cues/play.js';
import { PositionFile, positionOf, restoredState } from '../../../dist/cues/position.js';
import type { Hold } from '../../../dist/cues/run.js';
import type { Hub } from '../../../dist/hub/hub.js';
import { Journal } from '../../../dist/hub/records/journal.js';
import { findOperation, type Operation } from '../../../dist/hub/table/operations.js';
import { type Code, HubError, type Problem } from '../../../dist/hub/wire/errors.js';
import { failureSentence } from '../../../dist/hub/words/sentence.js';
import { holdSentence } from '../../../dist/nodes/cues/cue-failure.js';
import { wordsOf } from './words-of.js';

const press = findOperation('pressItemButton') as Operation;
const called = { rundownId: 'Übergabe', itemId: '日本語', buttonKey: 'In' };
const choice = { key: 'choice', options: Array.from({ length: 300 }, (_, index) => `Knopf ${index}`) } as const;

type Args = ConstructorParameters<typeof HubError>;
const failure = (...args: Args) => new HubError(...args).with({ called });

/** A failure of a read before the command. */
const before = (...args: Args) => failure(...args).before('getItem', { rundownId: 51, itemId: 512 });

/** A failure of a read that a cue needs, to find its things by name. */
const finding = (...args: Args) => failure(...args).withOutcome('not-sent');

/** A failure of a batch of joined values. */
const joined = (...args: Args) => failure(...args).withOutcome('unknown');

const REFUSALS: Args[] = [
  ['HUB_AUTH', { statusCode: 401, said: 'no 日本語' }],
  ['HUB_AUTH', { statusCode: 403, said: '' }],
  ['HUB_NOT_FOUND', { statusCode: 404, said: '' }],
  ['HUB_NOT_FOUND', { statusCode: 404, said: 'no', missing: ['itemId'] }],
  ['HUB_NOT_FOUND', { missing: ['itemId'] }],
  ['HUB_NOT_FOUND', { statusCode: 404, missing: ['itemId'], within: ['rundownId'] }],
  ['HUB_NOT_FOUND', { statusCode: 404, missing: ['itemId', 'rundownId'] }],
  ['HUB_NOT_FOUND', { needs: 2 }],
  ['HUB_NOT_FOUND', { stopped: 7, show: 'Übergabe' }],
  ['HUB_NOT_FOUND', { engine: 3, engineHost: 'A' }],
  ['HUB_REJECTED', { statusCode: 409, said: 'busy' }],
  ['HUB_REJECTED', { statusCode: 422, said: '' }],
  ['HUB_REJECTED', { statusCode: 200, said: '{"success":false}' }],
  ['HUB_REJECTED', { statusCode: 302, said: '', location: 'http://hub/login' }],
];

const UNCERTAIN: Args[] = [
  ['HUB_TIMEOUT', { timeout: 5000 }],
  ['HUB_CONNECTION_LOST', { cause: 'ECONNRESET' }],
  ['HUB_FAULT', { statusCode: 500, said: '' }],
  ['HUB_BAD_ANSWER', { cause: 'JSON' }],
  ['HUB_BAD_ANSWER', { cause: 'levels', levels: 100 }],
];

/** Nobody knows the facts. */
const BARE: readonly Code[] = ['HUB_TIMEOUT', 'HUB_CONNECTION_LOST', 'HUB_FAULT', 'HUB_BAD_ANSWER'];
const bare = (code: Code) => ({ code, facts: {}, outcome: 'unknown' }) as const;

const outcomes: Record<'not sent' | 'refused' | 'unknown' | 'partly done', HubError[]> = {
  'not sent': [
    failure('BAD_INPUT', { field: 'itemId', value: '"x"', allowed: { key: 'integer' } }),
    failure('BAD_INPUT', { field: 'itemId', value: 'undefined', allowed: { key: 'integer' } }),
    failure('BAD_INPUT', { field: 'buttonKey', value: '"Wave"', allowed: choice }),
    failure('BAD_INPUT', { field: 'itemId', value: '$x', reason: 'no x' }),
    failure('BAD_INPUT', { sentence: 'itemUnavailable', item: 'A', output: 'program' }),
    failure('EXPIRED', { waited: 2000 }),
    failure('EXPIRED', { waited: 2000, waitedFor: 'lookUp' }),
    failure('EXPIRED', { waited: 2000, waitedFor: 'queue' }),
    failure('EXPIRED', { waited: 2000, waitedFor: 'queue', waiting: 9, fit: 3, seconds: 6 }),
    failure('EXPIRED', { waited: 2000, waitedFor: 'connection' }),
    failure('EXPIRED', { sentence: 'cueLate' }),
    failure('EXPIRED', { sentence: 'cueRehearsal' }),
    failure('EXPIRED', { sentence: 'remote_expired' }),
    failure('CLOSED'),
    failure('HUB_UNREACHABLE', { url: 'http://hub', cause: 'ECONNREFUSED' }),
    failure('HUB_UNREACHABLE', { url: 'https://hub', cause: 'CERT_HAS_EXPIRED' }),
    failure('HUB_UNREACHABLE', { url: 'https://hub', cause: 'x', speaks: 'http' }),
    failure('HUB_REJECTED', { sentence: 'noneDone', left: 'Zoom (missing)' }, { outcome: 'not-sent' }),
    ...[...REFUSALS, ...UNCERTAIN].flatMap((args) => [before(...args), finding(...args)]),
    ...['EXPIRED', 'CLOSED', 'HUB_UNREACHABLE'].map(
      (code) => new HubError({ ...bare(code as Code), outcome: 'not-sent' }, {}),
    ),
    ...BARE.map((code) => new HubError({ ...bare(code), outcome: 'not-sent' }, {})),
  ],
  refused: [
    ...REFUSALS.map((args) => failure(...args)),
    failure('HUB_REJECTED', { sentence: 'noneDone', left: 'Zoom (refused)' }),
    failure('HUB_REJECTED', { sentence: 'failedEntries', ids: '3 (200)', said: 'busy' }),
    ...(['HUB_AUTH', 'HUB_NOT_FOUND', 'HUB_REJECTED'] as const).map((code) => new HubError(code)),
  ],
  unknown: [
    ...UNCERTAIN.map((args) => failure(...args)),
    ...REFUSALS.map((args) => joined(...args)),
    ...BARE.map((code) => new HubError(bare(code), {})),
    failure('CLOSED', {}, { outcome: 'unknown' }),
    failure('HUB_FAULT', { sentence: 'failedEntries', ids: '3 (–)', said: '' }),
    failure('HUB_FAULT', { sentence: 'halfDone', left: 'Zoom (unknown)' }),
    failure('HUB_TIMEOUT', { sentence: 'remote_unanswered', operation: 'Taste 1' }),
  ],
  'partly done': [
    failure('HUB_REJECTED', { sentence: 'halfDone', left: 'Zoom (refused)' }),
    failure('HUB_NOT_FOUND', { sentence: 'halfDone', left: 'Zoom (missing)' }, { outcome: 'not-sent' }),
  ],
};

/** The parts that a sentence must have, and those that it must not have, in English. */
const RULES: Record<keyof typeof outcomes, [required: RegExp, forbidden: RegExp]> = {
  'not sent': [/(: |^)not sent – /, /may have|Check output|Look at the output|unknown – |refused – |partly/],
  refused: [/: refused – /, /may have|not sent|unknown – |Send it again|Play it again/],
  unknown: [/unknown – .*Check output\. /, /not sent|refused|Check the (hub|name|ids|key|licence)|again/],
  'partly done': [/: partly done\. Check output\. Not done: /, /not sent|refused – |unknown – |may have|again/],
};

/** The advice after an unknown outcome, and the verdict of a command that was not sent. */
const LANGUAGES = {
  'en-US': [/Check output\./, / not sent – /],
  de: [/Bild prüfen\./, / nicht gesendet – /],
  es: [/Comprobar la salida\./, / no enviado – /],
  fr: [/Vérifier l'antenne\./, / non envoyé – /],
  ja: [/オンエアを確認してください。/, / 未送信 – /],
  tr: [/Yayına bakın\./, / gönderilmedi – /],
} as const;

type Words = ReturnType<typeof wordsOf>;
const english = wordsOf('en-US');
const catalogues = Object.entries(LANGUAGES).map(([locale, texts]) => [wordsOf(locale), ...texts] as const);
type Place = (words: Words, error: HubError) => string;

const hub = { name: 'Studio' } as Hub;
const list: CueList = new Map([['70', { name: 'Übergabe', note: '', steps: [] }]]);
const holdOf = (error: HubError): Hold => ({
  ...{ number: '70', name: 'Übergabe', part: 'steps', step: 0, outcome: error.outcome, reason: 'step', error },
  what: { operation: press.name, called },
});
const cueSentence = (words: Words, hold: Hold | undefined): string =>
  hold ? holdSentence(Object.assign(words, { node: String }), hub, hold) : '';

/** Each place that shows the sentence of a failure. */
const places: Record<string, Place> = {
  'a node': (words, error) => failureSentence(words, error, { operation: press, hub: 'Studio', node: 'Taste 1' }),
  'a node without an operation': (words, error) => failureSentence(words, error, { target: 'Taste 1' }),
  'an entry of a batch': (words, error) =>
    failureSentence(words, error.with({ entry: 3 }), { operation: press, hub: 'Studio' }),
  'a cue list': (words, error) => cueSentence(words, holdOf(error)),
  'a cue list after a restart': (words, error) => cueSentence(words, restored(holdOf(error))),
  'the journal': (words, error) => failureSentence(words, journaled(error), { operation: press, hub: 'Studio' }),
};

/** The hold after Node-RED was restarted, by the one before. */
const restarted = new Map<Problem | undefined, Hold | undefined>();

function restored(hold: Hold): Hold | undefined {
  if (!restarted.has(hold.error)) restarted.set(hold.error, readAgain(hold));
  return restarted.get(hold.error);
}

function readAgain(hold: Hold): Hold | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'hub-outcomes-'));
  try {
    const file = new PositionFile(join(folder, 'Show.position'));
    file.write(positionOf({ ...firstState(list), hold }));
    const position = new PositionFile(join(folder, 'Show.position')).read();
    return position && restoredState(list, position).hold;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The failure as the editor gets it: JSON of the row. The editor adds the names. */
function journaled(error: HubError): Problem {
  const journal = new Journal();
  journal.add(
    {
      at: 0,
      owner: {},
      command: press,
      params: {},
      isValue: false,
      lanes: [],
      outcome: error.outcome,
      failure: error,
      elapsed: 1,
    },
    'node',
  );
  const [row] = JSON.parse(JSON.stringify(journal.rowsAfter(0))) as { failure: Problem }[];
  return row!.failure;
}

describe('the sentence of a failure with the outcome', () => {
  for (const [outcome, errors] of Object.entries(outcomes) as [keyof typeof outcomes, HubError[]][])
    for (const [place, sentenceAt] of Object.entries(places))
      it(`${outcome} has its verdict and its advice, and no others, at ${place}`, () => {
        const [required, forbidden] = RULES[outcome];
        for (const error of errors) {
          should(sentenceAt(english, error)).match(required).and.not.match(forbidden);
          for (const [words, checkOutput, notSent] of catalogues) {
            const sentence = sentenceAt(words, error);
            should(sentence).not.match(/__|\{\w+\}|undefined|errors\./);
            should([sentence, notSent.test(sentence)]).eql([sentence, outcome === 'not sent']);
            if (outcome !== 'refused')
              should([sentence, checkOutput.test(sentence)]).eql([sentence, outcome !== 'not sent']);
          }
        }
      });

  it('is the same after a restart of Node-RED', () => {
    for (const error of Object.values(outcomes).flat()) {
      const hold = holdOf(error);
      should(cueSentence(english, restored(hold))).equal(cueSentence(english, hold));
    }
  });

  it('unknown has its advice after the text of a node of another package', () => {
    const host = { hostSentence: 'TypeError: 日本語' };
    const sentence = (facts: typeof host) =>
      failureSentence(english, new HubError('HUB_FAULT', facts, { outcome: 'unknown' }), {});
    should(sentence({ ...host, needsAdvice: true } as typeof host)).equal(
      'TypeError: 日本語 Check output. The hub may have carried it out.',
    );
    should(sentence(host)).equal('TypeError: 日本語');
  });
});
