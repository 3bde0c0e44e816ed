import helper from 'node-red-node-test-helper';
import should from 'should';
import { copiesErrorCode, nodeRedMain } from '../runtime.js';
import { KEY, PropertyStage } from './engine-property-stage.js';
import { literal, type Message, type NodeOf } from './stage.js';

/** The text and its type as the debug sidebar shows a logged error. */
function debugSidebarEntry(id: string): { msg: unknown; format: string } {
  const { util } = require(nodeRedMain) as { util: { encodeObject(entry: object): { msg: unknown; format: string } } };
  const [entry] = helper
    .log()
    .args.map(([each]) => each as Message)
    .filter((each) => each.id === id && each.level === 20);
  return util.encodeObject({ ...entry });
}

const press: NodeOf = {
  id: 'press',
  type: 'hub-playout-item',
  operation: 'pressItemButton',
  timeout: '1.5',
  params: {
    rundownId: literal(51),
    itemId: { ...literal(512), label: 'Anchor' },
    buttonKey: { ...literal('In'), label: 'In' },
  },
};

/** On a busy machine, the search for the button takes a part of the 1.5 s. */
const SENTENCE =
  /^Anchor › In \(Studio hub\): unknown – no answer in [01]\.\d+ s\. Check output\. The hub may have carried it out\.$/;

describe('a failure without an answer', () => {
  const studio = PropertyStage.forSuite();

  it('gives the same sentence at a catch node and in the debug sidebar, with the code', async () => {
    const quiet = { ...press, id: 'quiet', z: 'noCatch' };
    const show = await studio.perform(
      { baseUrl: studio.hub.url, name: 'Studio hub' },
      [press, quiet],
      { apiKey: KEY },
      { configs: [{ id: 'noCatch', type: 'tab', label: '' }] },
    );
    studio.hub.trouble({ operation: 'pressItemButton', never: true });
    const { error, hub } = await show.send('press', { _msgid: '1', payload: true });
    should(error).match({ message: SENTENCE, ...(copiesErrorCode && { code: 'HUB_TIMEOUT' }) });
    should(hub).match({ code: 'HUB_TIMEOUT', outcome: 'unknown' });

    show.node('quiet').receive({ _msgid: '2', payload: true });
    await show.until(() => helper.log().args.some(([{ id, level }]) => id === 'quiet' && level === 20));
    should(debugSidebarEntry('quiet')).match({ msg: SENTENCE, format: 'String' });
  });
});
