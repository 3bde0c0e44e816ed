import should from 'should';
import { failing, ScriptedHub } from '../scripted-hub.js';

const ITEMS = 'GET /lino/rundown/5/1/items';

/** Buttons of one item in the shapes that hubs have (docs/develop/interface.md "Seen in the field" and "Resources"). */
const SHAPES = {
  'labels by keys': { in: 'In', out: 'Out', again: 'In' },
  'objects by keys': { in: { label: 'In' }, out: { label: 'Out' }, again: { label: 'In' } },
  'a list': [
    { id: 'b1', key: 'in', label: 'In' },
    { id: 'out', label: 'Out' },
    { id: 'b3', key: 'again', label: 'In' },
  ],
};

describe('a button of a linear item', () => {
  const stage = ScriptedHub.forSuite({ dialect: 2, linearSegment: 'lino' });

  beforeEach(() => {
    for (const key of ['in', 'out', 'again'])
      stage.script[`POST /lino/rundown/5/1/items/101/buttons/${key}`] = { body: { success: true } };
  });

  const press = (buttonKey: string, itemId = 101) =>
    stage.run('pressLinearButton', { engineId: 5, rundownId: 1, itemId, buttonKey });
  const pressed = () => stage.sent('POST').map(([request]) => request.split('/').at(-1));

  for (const [shape, buttons] of Object.entries(SHAPES))
    it(`listed as ${shape} is pressed by its key or its only label, and by no other word`, async () => {
      stage.script[ITEMS] = {
        body: [
          { id: 100, buttons: { in: 'Other' } },
          { id: 101, itemNo: 1, buttons },
        ],
      };
      for (const word of ['in', 'Out', 'out']) await press(word);
      should((await failing(press('In'))).facts).match({ sentence: 'ambiguous', candidates: 'in (In), again (In)' });
      const error = await failing(press('Go'));
      should(error).match({ code: 'BAD_INPUT', outcome: 'not-sent', facts: { field: 'buttonKey' } });
      should(error.facts.allowed).have.property('options', ['in (In)', 'out (Out)', 'again (In)']);
      should(pressed()).eql(['in', 'out', 'out']);
    });

  it('is pressed unchanged if the hub lists no buttons, or no items', async () => {
    for (const body of [[{ id: 101 }], [{ id: 101, buttons: null }], []]) {
      stage.script[ITEMS] = { body };
      await press('in');
    }
    should(pressed()).eql(['in', 'in', 'in']);
  });

  it('is found on an item that has only a number', async () => {
    stage.script[ITEMS] = { body: [{ itemNo: 101, buttons: { in: 'Go' } }] };
    await press('Go');
    should(pressed()).eql(['in']);
  });
});
