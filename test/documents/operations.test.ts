import { readFileSync } from 'node:fs';
import should from 'should';

/** The page of operations that the build writes from the table. */
describe('the reference of all operations', () => {
  const page = readFileSync('docs/operations.md', 'utf8');
  const sections = new Map(
    page
      .split(/^### /m)
      .slice(1)
      .map((section) => [section.split('\n')[0], section.split(/^## /m)[0]?.trim()]),
  );

  it('has request, queue, parameters and answer of a common operation', () => {
    should(sections.get('Set property')).equal(
      [
        'Set property',
        '',
        '`setProperty` · level · PATCH `/engines/{engineId}/nodes/{nodePath}/properties/{propertyPath}`',
        '',
        'Sets a state. Sending it again changes nothing. Commands are sent one at a time for each `engineId`, ' +
          '`nodePath`, `propertyPath`. The newest value wins.',
        '',
        '| parameter | required | in the dialog | allowed values |',
        '|---|---|---|---|',
        '| `engineId` | yes | Engine | a whole number, 0 or more |',
        '| `nodePath` | yes | Node | a text that is not empty |',
        '| `propertyPath` | yes | Property | a text that is not empty |',
        '| `Value` | yes | Value | a boolean, number, text, list or object. A new node takes it from `msg.payload`. |',
        '| `Interpolation` |  | Interpolation | one of Constant, Linear, EaseIn, EaseOut, EaseInOut |',
        '| `Duration` |  | Duration | a number, 0 or more (s) |',
        '| `Delay` |  | Delay | a number, 0 or more (s) |',
        '| `Component` |  | Component | a text that is not empty. One field of the value, for example x or rotation.z. ' +
          'The other fields keep their values. |',
        '| `engineType` |  | Engine type | one of RE, RE5, UE |',
        '| `fit` |  | Convert text | true or false. Converts text such as "5" or "true" to a number or true/false ' +
          'where the property needs it. Set to false: text stays text. |',
        '',
        'Answer: `{PropertyPath, DisplayName, Value}` (status 200).',
      ].join('\n'),
    );
  });

  for (const [title, ...texts] of [
    [
      'Take item out',
      'Only hubs of revision 2 have it.',
      '| `preview` | yes | Output | one of program, preview, or',
      '200 or 204',
    ],
    ['Stop launch', 'The node may ask for a second press. The hub has 30 s to answer.', 'The order is kept.'],
    ['Everything out', '· several requests', '{operation, params, outcome, statusCode?}'],
    ['Send batch', 'It waits in the queues of all its entries.', 'each `{id, responseCode, responseMessage?,'],
    ['List engines', 'No parameters.', 'Reads only. Nothing changes on air.\n'],
    ['Delete rundown', 'Answer: nothing (status 204).'],
  ])
    it(`has for ${title}: ${texts.join(' … ')}`, () => {
      for (const part of texts) should(sections.get(title)).containEql(part);
    });

  it('describes every operation and parameter', () => {
    should(page).not.match(/undefined|\[object|NaN|<\w/);
  });

  it('is accompanied by the interface as a valid OpenAPI document, with texts and the same operations', async () => {
    const document = JSON.parse(readFileSync('docs/openapi.json', 'utf8'));
    const { Validator } = await import('@seriousme/openapi-schema-validator');
    should(await new Validator().validate(document)).match({ valid: true });
    should(document.info.title).equal('Broadcast graphics hub');
    const summaries = Object.values<Record<string, { summary: string }>>(document.paths)
      .flatMap((methods) => Object.values(methods).flatMap(({ summary }) => summary.split(' / ')))
      .sort();
    const composed = ['Everything out', 'Get show'];
    should(summaries).eql([...sections.keys()].filter((title) => !composed.includes(String(title))).sort());
  });
});
