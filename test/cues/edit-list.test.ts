import should from 'should';
import {
  cuesWithLook,
  numberAtEnd,
  numberBetween,
  putCue,
  removeCue,
  renameLookInCues,
} from '../../dist/cues/edit-list.js';
import { type Cue, type CueList, sortCues } from '../../dist/cues/list.js';

const cue = (name: string): Cue => ({ name, note: '', steps: [] });
const listOf = (...numbers: string[]): CueList => sortCues(numbers.map((number) => [number, cue(number)]));
const named = (list: CueList) => [...list].map(([number, { name }]) => `${number} ${name}`);

describe('an edit of a cue list', () => {
  it('adds cues at the end in tens', () => {
    should(numberAtEnd(listOf())).equal('10');
    should(numberAtEnd(listOf('10'))).equal('20');
    should(numberAtEnd(listOf('10', '9'))).equal('20');
    should(numberAtEnd(listOf('25.5'))).equal('30');
    should(numberAtEnd(listOf('999999'))).equal(undefined);
  });

  it('finds the number between two neighbours', () => {
    const cases: [string, string, string | undefined][] = [
      ['10', '20', '15'],
      ['10', '12', '11'],
      ['10', '11', '10.5'],
      ['10', '10.5', '10.2'],
      ['10.5', '11', '10.8'],
      ['10.9', '11', '10.9.5'],
      ['10', '10.1', '10.0'],
      ['10', '10.0', undefined],
      ['10.12', '11', '10.12.5'],
      ['10.5.1', '10.5.2', '10.5.1.5'],
      ['1.1.1.1.1', '1.1.1.1.2', undefined],
    ];
    for (const [before, after, number] of cases)
      should([before, after, numberBetween(before, after)]).eql([before, after, number]);
  });

  it('keeps the other numbers', () => {
    const list = listOf('10', '20', '30');
    should(named(removeCue(list, '20'))).eql(['10 10', '30 30']);
    should(named(putCue(list, '15', cue('new')))).eql(['10 10', '15 new', '20 20', '30 30']);
    should(named(putCue(list, '20', cue('new')))).eql(['10 10', '20 new', '30 30']);
  });

  it('finds and renames a look in the steps and in the time out, and changes nothing else', () => {
    // The same name in the characters of a Mac.
    const [step, same] = ['Übergabe', 'U\u0308bergabe'].map(
      (look) => ({ does: 'look', look, fade: 2, delay: 1 }) as const,
    );
    const other = { does: 'message', topic: 'Übergabe', payload: 1, delay: 0 } as const;
    const afterwards = { does: 'timeOut', after: 5, from: 'start', steps: [other, same!] } as const;
    const list = sortCues([
      ['10', { ...cue('日本語'), steps: [step!, other] }],
      ['20', { ...cue('20'), afterwards }],
      ['30', { ...cue('30'), steps: [other], afterwards: { does: 'followOn', after: 1, from: 'confirmed' } }],
    ]);
    should(cuesWithLook(list, 'Übergabe')).eql(['10', '20']);
    const renamed = renameLookInCues(list, 'Übergabe', 'Abend');
    should([...renamed]).eql([
      ['10', { ...cue('日本語'), steps: [{ ...step, look: 'Abend' }, other] }],
      ['20', { ...cue('20'), afterwards: { ...afterwards, steps: [other, { ...same, look: 'Abend' }] } }],
      ['30', list.get('30')],
    ]);
    should(cuesWithLook(renamed, 'Übergabe')).eql([]);
  });
});
