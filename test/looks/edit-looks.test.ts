import should from 'should';
import { HubError } from '../../dist/hub/wire/errors.js';
import { addLook, deleteLook, findLook, importLooks, renameLook, storeLook } from '../../dist/looks/edit-looks.js';
import type { Look, Looks } from '../../dist/looks/look.js';
import { StoredError } from '../../dist/stored/stored-error.js';

const look = (value: unknown): Look => [{ engine: 'Arena', node: 'Mixer', property: 'Opacity', value }];
const LOOKS: Looks = new Map([
  ['Day', look(1)],
  ['Night', look(2)],
]);
const NAMES = { key: 'choice', options: ['Day', 'Night'] };

/** The facts of a BAD_INPUT. */
function refused(edit: () => unknown) {
  try {
    edit();
  } catch (error) {
    if (error instanceof HubError && error.code === 'BAD_INPUT') return error.facts;
    throw error;
  }
  throw new Error('not refused');
}

describe('looks', () => {
  it('get a new one, or replace the one with its name', () => {
    should([...storeLook(LOOKS, '__proto__', look(3))]).eql([...LOOKS, ['__proto__', look(3)]]);
    should(storeLook(LOOKS, 'Day', look(3)).get('Day')).eql(look(3));
    should(storeLook(LOOKS, 'N'.repeat(64), []).size).equal(3);
    should(LOOKS.size).equal(2);
  });

  it('refuse a blank or long name', () => {
    for (const name of ['', ' \n', 'N'.repeat(65)])
      should(refused(() => storeLook(LOOKS, name, []))).match({ field: 'look', allowed: { key: 'lookName' } });
  });

  it('lose one look', () => {
    should([...deleteLook(LOOKS, 'Day').keys()]).eql(['Night']);
    should(refused(() => deleteLook(LOOKS, 'Dusk'))).eql({ field: 'look', value: '"Dusk"', allowed: NAMES });
  });

  it('rename one look, never to the name of another', () => {
    should([...renameLook(LOOKS, 'Day', 'Dawn')]).eql([
      ['Night', look(2)],
      ['Dawn', look(1)],
    ]);
    should([...renameLook(LOOKS, 'Day', 'Day').keys()].sort()).eql(['Day', 'Night']);
    should(refused(() => renameLook(LOOKS, 'Day', 'Night'))).match({ field: 'to', allowed: { key: 'newLookName' } });
    should(refused(() => renameLook(LOOKS, 'Day', ' '))).match({ field: 'to', allowed: { key: 'lookName' } });
    should(refused(() => renameLook(LOOKS, 'Dusk', 'Dawn'))).match({ field: 'look', allowed: NAMES });
  });

  it('replace those with the names of imported ones', () => {
    const imported: Looks = new Map([
      ['Night', look(9)],
      ['Dusk', []],
    ]);
    should([...importLooks(LOOKS, imported)]).eql([
      ['Day', look(1)],
      ['Night', look(9)],
      ['Dusk', []],
    ]);
  });

  it('name all looks if one is missing', () => {
    should(findLook(LOOKS, 'Day')).eql(['Day', LOOKS.get('Day')]);
    for (const name of ['constructor', 'day', ''])
      should(refused(() => findLook(LOOKS, name))).match({ field: 'look', allowed: NAMES });
  });

  it('get a new one only under a free name', () => {
    should(addLook(LOOKS, 'Dusk', look(3)).get('Dusk')).eql(look(3));
    should(refused(() => addLook(LOOKS, 'Day', []))).eql({
      field: 'look',
      value: '"Day"',
      allowed: { key: 'newLookName' },
    });
    should(refused(() => addLook(LOOKS, ' ', []))).match({ allowed: { key: 'lookName' } });
  });

  describe('with names that look the same', () => {
    const NFC = '\u00dcbergabe';
    const NFD = 'U\u0308bergabe';
    const one: Looks = new Map([[NFC, look(1)]]);
    const two: Looks = new Map([
      ['Gast 1', look(1)],
      ['Gast\u00a01', look(2)],
    ]);

    it('are one look, which keeps its own spelling', () => {
      should(findLook(one, ` ${NFD}\u00a0`)).eql([NFC, look(1)]);
      should([...storeLook(one, NFD, look(2))]).eql([[NFC, look(2)]]);
      should([...importLooks(one, new Map([[NFD, look(3)]]))]).eql([[NFC, look(3)]]);
      should([...deleteLook(one, NFD)]).eql([]);
      should([...renameLook(one, NFD, NFD)]).eql([[NFD, look(1)]]);
      should(refused(() => addLook(one, NFD, []))).match({ allowed: { key: 'newLookName' } });
      should(refused(() => renameLook(LOOKS, 'Day', '\u3000Night'))).match({ allowed: { key: 'newLookName' } });
    });

    it('are not guessed among two, and the error shows how they differ', () => {
      for (const edit of [() => findLook(two, 'Gast 1'), () => storeLook(two, 'Gast\u20091', [])])
        should(refused(edit)).match({ sentence: 'ambiguous', candidates: '"Gast 1", "Gast\\u{a0}1"' });
    });

    it('are edited by their own spelling, so that one of two can get another name', () => {
      should([...renameLook(two, 'Gast\u00a01', 'Guest')]).eql([
        ['Gast 1', look(1)],
        ['Guest', look(2)],
      ]);
      should([...deleteLook(two, 'Gast 1')]).eql([['Gast\u00a01', look(2)]]);
    });
  });

  it('have a sentence of their own if there are none', () => {
    should(() => findLook(new Map(), 'Day')).throw(StoredError, { problem: 'none' });
  });
});
