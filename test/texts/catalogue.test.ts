import should from 'should';
import { catalogue, fill, localeFor } from '../../dist/texts/catalogue.js';
import { reportTexts } from '../../dist/texts/report-texts.js';

describe('the texts of the commands', () => {
  it('are in the first language that is available, also of another country, and otherwise in English', () => {
    should(
      [['de'], ['de-CH'], ['xx', 'fr-CA', 'de'], ['ja-JP'], ['en-GB'], ['xx'], []].map((wanted) => localeFor(wanted)),
    ).eql(['de', 'de', 'fr', 'ja', 'en-US', 'en-US', 'en-US']);
  });

  it('have the values of their places, each as often as it occurs', () => {
    should(fill('__a__ and __b__, __a__', (name) => name.toUpperCase())).equal('A and B, A');
    const { text, find } = catalogue('en-US', 'commands');
    should(text('record.written', { file: 'hub.json', reads: 7 })).match(/^hub\.json is written\. Reads: 7\./);
    should(() => text('record.written', { file: 'hub.json' })).throw(RangeError);
    should(() => text('record.none')).throw(RangeError);
    should(find('record.none')).be.undefined();
  });

  it('name the kinds of things as the dialogs do', () => {
    const { kindName, fieldName, reasonText } = reportTexts('en-GB');
    should(['engine', 'node', 'linearEngine', 'rundown'].map(kindName)).eql([
      'Engine',
      'Node',
      'Linear engine',
      'Rundown',
    ]);
    should(fieldName('none', 'none')).equal('none');
    should(reasonText('none')).equal('none');
  });

  it('show no control character of a value', () => {
    should(reportTexts('en').text('record.written', { file: 'a\u001b[2J', reads: 1 })).not.containEql('\u001b');
  });
});
