import should from 'should';
import { CueStage, cueOf } from './cue-stage.js';
import { literal, type Message, type NodeOf } from './stage.js';

const NAME = 'Übergabe 日本語';

/** The item and the button were chosen as item 512 and button b-311, when the item had this name. */
const params = {
  rundownId: literal(51),
  itemId: { ...literal(512), label: NAME },
  buttonKey: literal('b-311'),
};

const press: NodeOf = { id: 'node', type: 'hub-playout-item', operation: 'pressItemButton', params, wires: [['out']] };

const action = { on: 'press', does: 'command', operation: 'pressItemButton', params };
const key: NodeOf = {
  ...{ id: 'key', type: 'hub-control', surface: 'streamdeck', control: 'key 3', kind: 'button' },
  ...{ actions: [action], wires: [[], ['answers']] },
};

const update: NodeOf = {
  ...{ id: 'fader', type: 'hub-playout-item', operation: 'updateItem', wires: [['out']] },
  params: { ...params, buttonKey: undefined, name: { type: 'msg', value: 'payload' } },
};

describe('the id and the name of an item', () => {
  const show = CueStage.forEach();
  let round = 0;

  const items = () => show.hub.state.playout.rundowns[0]?.items ?? [];
  const item = (id: number) => {
    const found = items().find((each) => each.id === id);
    if (!found) throw new Error(`The simulated rundown has no item ${id}`);
    return found;
  };
  const named = (id: number, name: string) => Object.assign(item(id), { name });

  /** The items of the presses that arrived. */
  const presses = () =>
    show.hub.journal
      .filter(({ operation }) => operation === 'pressItemButton')
      .map(({ path }) => Number(/items\/(\d+)/.exec(path)?.[1]));

  const open = async () => {
    named(512, NAME);
    const step = { does: 'command' as const, operation: 'pressItemButton', params, delay: 0 };
    const out = ['out', 'answers'].map((id): NodeOf => ({ id, type: 'helper' }));
    await show.open({ '10': cueOf('日本語', [step]) }, {}, [press, key, update, ...out]);
  };

  /** Presses with the node, the key and the cue, one after the other. Returns the failures. */
  async function pressAll(): Promise<Message[]> {
    const before = show.stage.caught.length;
    round += 1;
    await show.stage.send('node', { _msgid: `node ${round}` });
    await show.stage.send('key', { _msgid: `key ${round}`, topic: 3, payload: 1 });
    await show.send('goto', { cue: '10' });
    return show.stage.caught.slice(before);
  }

  /** The lists that were read a moment ago may be used for 1 s. */
  const wait = () => new Promise((resolve) => setTimeout(resolve, 1100));

  it('that agree are sent by the node, the control and the cue', async () => {
    await open();
    should(await pressAll()).eql([]);
    should(presses()).eql([512, 512, 512]);
    should(show.stage.received('out')[0]?.hub).not.have.property('renamed');
  });

  it('are sent, if only the id points to an item, and the answer has its new name', async () => {
    await open();
    await pressAll();
    named(512, 'Moderation');
    await wait();
    should(await pressAll()).eql([]);
    should(presses()).eql([512, 512, 512, 512, 512, 512]);
    const renamed = { field: 'itemId', saved: { value: 512, label: NAME }, now: { value: 512, label: 'Moderation' } };
    should(show.stage.received('out')[1]?.hub.renamed).eql([renamed]);
    should(show.stage.received('answers')[1]?.hub.renamed).eql([renamed]);
  });

  it('are sent, if only the name points to an item', async () => {
    await open();
    await pressAll();
    Object.assign(item(512), { id: 599 });
    await wait();
    should(await pressAll()).eql([]);
    should(presses()).eql([512, 512, 512, 599, 599, 599]);
    should(show.stage.received('out')[1]?.hub).match({
      renamed: [{ now: { value: 599, label: NAME } }],
      params: { itemId: 599 },
    });
  });

  it('hold the press if they point to two items, name both, and send again when this is corrected', async () => {
    await open();
    await pressAll();
    named(512, '天気');
    named(513, NAME);
    await wait();
    const failures = await pressAll();
    should(failures.map(({ hub }) => [hub.code, hub.outcome])).eql(Array(3).fill(['BAD_INPUT', 'not-sent']));
    for (const { error } of failures) {
      should(error.message).match(/“Übergabe 日本語” was saved with the id 512/);
      should(error.message).match(/512 is now “天気”.*“Übergabe 日本語” has the id 513/);
    }
    should(presses()).eql([512, 512, 512]);
    named(512, NAME);
    named(513, '天気');
    // A second press without a release counts after 0.3 s.
    await wait();
    should(await pressAll()).eql([]);
    should(presses()).eql([512, 512, 512, 512, 512, 512]);
  });

  it('hold a level too, and are compared without a read for each value', async () => {
    await open();
    for (let index = 0; index < 20; index += 1)
      await show.stage.send('fader', { _msgid: `value ${index}`, payload: NAME });
    const lists = () => show.hub.journal.filter(({ operation }) => operation === 'listItems').length;
    should(lists()).be.belowOrEqual(21);
    const sent = () => show.hub.journal.filter(({ operation }) => operation === 'updateItem').length;
    should(sent()).equal(20);
    named(512, '天気');
    named(513, NAME);
    const before = lists();
    // The lists of a level are read every 10 s.
    await show.stage.until(() => lists() > before);
    await wait();
    await show.stage.send('fader', { _msgid: 'held', payload: 'x' });
    should(show.stage.caught.at(-1)?.hub).match({ code: 'BAD_INPUT', outcome: 'not-sent' });
    should(sent()).equal(20);
  });
});
