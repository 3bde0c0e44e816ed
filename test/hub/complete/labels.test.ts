import should from 'should';
import type { Params } from '../../../dist/hub/wire/request.js';
import { failing } from '../scripted-hub.js';
import { SteppedHub } from '../stepped-hub.js';

/** The things that a trigger names: the read that describes each of them, and the path that is sent. */
interface Named {
  readonly operation: string;
  readonly params: (word: string) => Params;
  readonly read: string;
  /** The description in which each word has its key. */
  readonly described: (keys: Readonly<Record<string, string>>) => unknown;
  readonly sent: (key: string) => { line: string; body?: unknown };
}

const swapped = (keys: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(keys).map(([label, key]) => [key, { label }]));

const NAMED: Readonly<Record<string, Named>> = {
  'a playout button': {
    operation: 'pressItemButton',
    params: (buttonKey) => ({ rundownId: 1, itemId: 2, buttonKey }),
    read: 'GET /playout/rundowns/1/items/2',
    described: (keys) => ({ buttons: Object.entries(keys).map(([label, key]) => ({ key, label })) }),
    sent: (key) => ({ line: `POST /playout/rundowns/1/items/2/${key}` }),
  },
  'a linear button': {
    operation: 'pressLinearButton',
    params: (buttonKey) => ({ engineId: 5, rundownId: 1, itemId: 7, buttonKey }),
    read: 'GET /linear/rundown/5/1/items',
    described: (keys) => [{ id: 7, buttons: swapped(keys) }],
    sent: (key) => ({ line: `POST /linear/rundown/5/1/items/7/buttons/${key}` }),
  },
  'a newsroom button': {
    operation: 'pressNewsroomButton',
    params: (buttonKey) => ({ ncsID: 'N', roID: 'R', storyID: 's', itemID: 'i', buttonKey }),
    read: 'GET /newsroom/rundowns/N/R',
    described: (keys) => ({
      items: [{ storyID: 's', itemID: 'i', mosObject: { objID: 'o', buttons: swapped(keys) } }],
    }),
    sent: (key) => ({ line: `POST /newsroom/rundowns/N/R/s/i/${key}` }),
  },
  'a parameter of a function': {
    operation: 'callFunction',
    params: (name) => ({ engineId: 1, nodePath: 'N', functionPath: 'F', Parameters: { [name]: 5 } }),
    read: 'GET /engines/1/nodes/N/functions/F',
    described: (keys) => ({
      Properties: Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, { PropertyPath: key }])),
    }),
    sent: (key) => ({
      line: 'POST /engines/1/nodes/N/functions/F',
      body: { Parameters: [{ PropertyPath: key, payload: { value: 5 } }] },
    }),
  },
};

for (const [what, { operation, params, read, described, sent }] of Object.entries(NAMED))
  describe(`the name of ${what}`, () => {
    const stage = SteppedHub.forSuite({ dialect: 2, timeout: 5000 });

    const press = (word: string) => stage.run(operation, params(word));
    const answerRead = (keys: Record<string, string>) => stage.answer(read, described(keys));
    const commands = () =>
      stage.requests.filter(({ line }) => line.startsWith('POST')).map(({ line, body }) => ({ line, body }));
    const isCommand = (index: number, key: string) => should(commands()[index]).match(sent(key));

    it('has the meaning that it has on the hub when the command is sent, if the last read is over 1 s old', async () => {
      const first = press('In');
      await stage.settle();
      await answerRead({ In: 'k1', Out: 'k2' });
      await stage.answer('POST');
      await first;
      await stage.advance(1001);
      const second = press('In');
      await stage.settle();
      should(commands()).have.length(1);
      await answerRead({ In: 'k2', Out: 'k1' });
      await stage.answer('POST');
      await second;
      isCommand(0, 'k1');
      isCommand(1, 'k2');
    });

    it('is read once for all presses within 1 s', async () => {
      const presses = [press('In'), press('Out')];
      await stage.settle();
      await answerRead({ In: 'k1', Out: 'k2' });
      for (const _ of presses) await stage.answer('POST');
      await stage.advance(900);
      presses.push(press('In'));
      await stage.settle();
      await stage.answer('POST');
      await Promise.all(presses);
      should(stage.lines('GET')).eql([read]);
      for (const [index, key] of ['k1', 'k2', 'k1'].entries()) isCommand(index, key);
    });

    it('that is gone sends nothing, and the error lists the others', async () => {
      const first = press('In');
      await stage.settle();
      await answerRead({ In: 'k1', Out: 'k2' });
      await stage.answer('POST');
      await first;
      await stage.advance(2000);
      const failed = failing(press('In'));
      await stage.settle();
      await answerRead({ Start: 'k3', Out: 'k2' });
      const error = await failed;
      should(error).have.properties({ code: 'BAD_INPUT', outcome: 'not-sent' });
      should(JSON.stringify(error.facts.allowed)).match(/Start.*Out|Out.*Start/);
      should(commands()).have.length(1);
      should(stage.lines('GET')).have.length(2);
    });
  });
