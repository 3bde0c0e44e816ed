import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import should from 'should';

describe('the endings of the words of the glossary', () => {
  let endingProblems: (locale: string, text: string) => string[];

  before(async () => {
    ({ endingProblems } = await import(pathToFileURL(resolve('scripts/words.mjs')).href));
  });

  for (const [text, problem] of [
    ['Hub düğümlerina gönderilir.', 'düğümlerina: breaks the vowel harmony'],
    ['Düğümlerinı izler.', 'düğümlerinı: breaks the vowel harmony'],
    ["RUNDOWN'UNDA okunur.", "rundown'unda: breaks the vowel harmony"],
    ["Hub'dekiler okunur.", "hub'dekiler: breaks the vowel harmony"],
    ['Bir faderle.', 'faderle: breaks the vowel harmony'],
    ['Butonlarlar atılır.', 'butonlarlar: has its ending twice'],
  ] as const)
    it(`are wrong in Turkish: ${text}`, () => {
      should(endingProblems('tr', text)).eql([problem]);
    });

  for (const text of [
    "Rundown'ın hub'daki öğelerinden, düğümünün mesajlarıyla ve düğümününki gibi.",
    'Kontrolün, butonunun ve akışının panelleri. Komutun motorlarında öğesi.',
    "Show'ları, token'ları, broker'ını ve renderer'larındakileri.",
  ])
    it(`are right in Turkish: ${text}`, () => {
      should(endingProblems('tr', text)).be.empty();
    });

  for (const [locale, wrong, right] of [
    ['en-US', 'Lists the itemss.', 'Items, stories and graphics of a rundown.'],
    ['de', 'Der Programmierer lädt die Rundownss.', 'Der Programmierer lädt die Rundowns der Engines.'],
    ['fr', 'Les moteurss.', 'Les moteurs lisent les champs.'],
    ['es', 'Los motoreses.', 'Los motores y las escaletas.'],
    ['ja', 'このアイテムのの値。', 'このアイテムの値。'],
  ] as const)
    it(`are wrong in ${locale} if they are doubled: ${wrong}`, () => {
      should(endingProblems(locale, wrong)).have.length(1);
      should(endingProblems(locale, right)).be.empty();
    });
});
