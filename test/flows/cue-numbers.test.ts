import should from 'should';
import { CueStage, cueOf } from './cue-stage.js';

describe('the number of a cue in a message', function () {
  this.timeout(60_000);
  const show = CueStage.forEach();

  it('finds a cue by each form of its number, and by no other', async () => {
    const numbers = ['1', '10', '10.1', '10.5', '20', '30.5', '30.50', '40.1.2', '1000'];
    await show.open(Object.fromEntries(numbers.map((each) => [each, cueOf('Übergabe 日本語', [])])));
    for (const [cue, number] of [
      [10.1, '10.1'],
      [Math.fround(10.1), '10.1'],
      [String(Math.fround(10.1)), '10.1'],
      ['10,5', '10.5'],
      ['010', '10'],
      [' 20.000 ', '20'],
      [{ number: '010.5', name: 'Übergabe' }, '10.5'],
      ['30.5', '30.5'],
      ['30.50', '30.50'],
      ['40.1.2', '40.1.2'],
      ['1000', '1000'],
    ] as const) {
      should([cue, (await show.send('standby', { cue })).payload.standby]).eql([
        cue,
        { number, name: 'Übergabe 日本語' },
      ]);
      should((await show.send('goto', { cue })).cue.number).equal(number);
    }
    for (const [cue, error] of [
      // One in London is a thousand in Berlin.
      ['1,000', /no cue "1,000"/],
      [10.05, /no cue "10\.05"/],
      ['40.1', /no cue "40\.1"/],
      ['日本語', /no cue "日本語"/],
      // It was deleted, and 10.5 is another cue.
      ['10.50', /no cue "10\.50"/],
      ['030.5', /several are called “030\.5” \(Cue\)\. Use one of these instead: 30\.5, 30\.50/],
      [true, /Cue must be .* It is true/],
      [{ name: 'Übergabe' }, /It is \{"name":"Übergabe"\}/],
    ] as const)
      for (const operation of ['goto', 'standby']) {
        const caught = await show.send(operation, { cue });
        should(caught.hub).match({ code: 'BAD_INPUT', outcome: 'not-sent' });
        should(String(caught.error.message)).match(error);
      }
  });
});
