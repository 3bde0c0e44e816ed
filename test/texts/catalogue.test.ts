import should from 'should';
import { catalogue, fill, localeFor } from '../../dist/texts/catalogue.js';
import { reportTexts } from '../../dist/texts/report-texts.js';

describe('the texts of the commands', () => {
  it('are in the first language that is available, also of another country, and otherwise in English', () => {
    should(
      [['de'], ['DE-ch'], ['xx', 'fr-CA', 'de'], ['ja-JP'], ['en-GB'], ['dex', 'x'], []].map((wanted) =>
        localeFor(wanted),
      ),
    ).eql(['de', 'de', 'fr', 'ja', 'en-US', 'en-US', 'en-US']);
  });

  it('have the values of their places, each as often as it occurs', () => {
    should(fill('__a__ and __b__, __a__', (name) => name.toUpperCase())).equal('A and B, A');
    const { text, find } = catalogue('en-US', 'commands');
    should(text('record.written', { file: 'hub.json', reads: 7 })).match(/^hub\.json is written\. Reads: 7\./);
    should(() => text('record.written', { file: 'hub.json' })).throw(RangeError);
    should(() => text('record.none')).throw(new RangeError('No text for record.none'));
    should(() => text('record.written', { file: 'hub.json' })).throw(new RangeError('No text for reads'));
    should(find('record.none')).be.undefined();
    should(find('none.none')).be.undefined();
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

  it('are in the language of the reader, with its own letters', () => {
    const { text, asRunText, fieldName, kindName, reasonText } = reportTexts('fr-CH');
    should(text('check.usage')).equal('Indiquer une adresse de hub.');
    should(asRunText('graphic')).equal('Graphique');
    should([fieldName('engineId', 'linearEngine'), kindName('engine')]).eql(['Moteur Linear', 'Moteur']);
    should(reasonText('interrupted')).equal("arrêté par l'utilisateur");
  });

  it('have the reason of a read without an answer: of its status, its limit or its failure', () => {
    const { reasonText } = reportTexts('en');
    should(['status401', 'size', 'HUB_TIMEOUT', 'NEW_CODE'].map(reasonText)).eql([
      'wrong key',
      'no space in the file, maximum 200 MB',
      'no answer',
      'NEW_CODE',
    ]);
  });

  it('have one line for each row below its title, and nothing without rows', () => {
    const { lines } = reportTexts('en');
    should(lines('check.failed', ['a (1)', 'b (2)'])).equal('No usable answer:\n  a (1)\n  b (2)\n');
    should(lines('check.failed', [])).equal('');
  });
});
