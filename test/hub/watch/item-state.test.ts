import should from 'should';
import { itemState } from '../../../dist/hub/watch/linear-items.js';
import { HubError } from '../../../dist/hub/wire/errors.js';

/** By the fields program, preview and online of a row. */
const STATES: [program: unknown, preview: unknown, online: unknown, word: string][] = [
  ['Playing', 'Available', true, 'program'],
  ['Available', 'Playing', true, 'preview'],
  ['Playing', 'Playing', true, 'both'],
  ['Playing', 'Unavailable', true, 'program'],
  ['Unavailable', 'Playing', true, 'preview'],
  ['Playing', 'Available', false, 'program'],
  ['Available', 'Available', true, 'ready'],
  ['Available', 'Available', undefined, 'ready'],
  ['Available', 'Unavailable', true, 'ready'],
  ['Unavailable', 'Available', true, 'ready'],
  ['Available', 'Available', false, 'not loaded'],
  ['Unavailable', 'Unavailable', false, 'not loaded'],
  ['Unavailable', 'Unavailable', true, 'unavailable'],
  ['playing', 'AVAILABLE', true, 'program'],
  ['available', ' PLAYING ', true, 'preview'],
  ['PLAYING', 'playing', true, 'both'],
  ['available', 'unavailable', true, 'ready'],
  ['UNAVAILABLE', 'unavailable', true, 'unavailable'],
  ['Playing', 'On Air', true, 'program'],
  ['On Air', 'Available', true, 'unknown'],
  ['On Air', 'Playing', true, 'unknown'],
  ['Available', 'On Air', true, 'unknown'],
  ['On Air', 'Unavailable', false, 'unknown'],
  [true, 'Available', true, 'unknown'],
  [{ toString: 1 }, 'Available', true, 'unknown'],
  ['Odd', 7, true, 'unknown'],
  [undefined, undefined, true, 'unknown'],
];

describe('the state of a linear item', () => {
  for (const [program, preview, online, word] of STATES)
    it(`is ${word} by ${[program, preview, online].map((word) => JSON.stringify(word)).join(', ')}`, () => {
      should(itemState({ id: 1, status: { program, preview, online } })).equal(word);
    });

  it('is stopped by a 404 of a show that does not run, with any id', () => {
    should(itemState(new HubError('HUB_NOT_FOUND', { stopped: 0, show: 'Evening' }))).equal('stopped');
  });

  it('is unknown by any other failure, by a row without a status, and by nothing', () => {
    const failures = [new HubError('HUB_NOT_FOUND'), new HubError('HUB_TIMEOUT'), new Error('odd')];
    for (const source of [
      ...failures,
      { id: 1 },
      { status: null },
      { status: 'Playing' },
      [],
      null,
      undefined,
      'Playing',
    ])
      should(itemState(source)).equal('unknown');
  });
});
