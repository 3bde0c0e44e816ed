import should from 'should';
import type { Params } from '../../../dist/hub/wire/request.js';
import { SteppedHub } from '../stepped-hub.js';

type Command = readonly [name: string, params: Params];

const rundown = { rundownId: 1 };
const item = (itemId: number, more: object = {}) => ({ ...rundown, itemId, ...more });
const show = { engineId: 5 };
const linearRundown = { ...show, rundownId: 1 };
const linearItem = (itemId: number, more: object = {}) => ({ ...linearRundown, itemId, ...more });
const onOutput = (itemId: number, preview: number) => ({ ...show, itemId, preview });
const linearBody = { name: 'Straße', templateId: 1, data: {} };
const story = (storyID: string, itemID: string) => ({ ncsID: 'N', roID: 'R', storyID, itemID, buttonKey: 'k' });
const config = { configID: 9 };
const property = (propertyPath: string, more: object = {}) => ({
  ...{ engineId: 1, nodePath: 'N', propertyPath, engineType: 'RE', Value: 1 },
  ...more,
});

/** Playout. */
const press = (itemId: number): Command => ['pressItemButton', item(itemId, { buttonKey: 'k' })];
const update = (itemId: number): Command => ['updateItem', item(itemId, { data: { Name: 'Zoë' } })];
const move = (itemId: number, order: number): Command => ['updateItem', item(itemId, { order })];
const create: Command = ['createItem', { ...rundown, name: 'Neu', template: 'T', data: {} }];
const remove = (itemId: number): Command => ['deleteItem', item(itemId)];
const rename: Command = ['renameRundown', { ...rundown, name: 'Übergabe' }];
const removeRundown: Command = ['deleteRundown', rundown];
const download = (itemId: number): Command => ['downloadExternalData', item(itemId, { externalDataFieldKey: 'f' })];

/** Newsroom. */
const pressStory = (storyID: string, itemID: string): Command => ['pressNewsroomButton', story(storyID, itemID)];
const updateObject = (objID: string): Command => ['updateMosObject', { objID, data: {} }];

/** Linear. */
const play = (itemId: number, preview = 0): Command => ['playItem', onOutput(itemId, preview)];
const playNext = (preview = 0): Command => ['playNext', { ...show, preview }];
const step = (itemId: number): Command => ['continueItem', onOutput(itemId, 0)];
const out = (preview = 0): Command => ['takeOut', { ...show, preview }];
const itemOut = (itemId: number, preview = 0): Command => ['takeItemOut', onOutput(itemId, preview)];
const clear: Command = ['clearOutput', { ...show, preview: 0 }];
const everythingOut: Command = ['everythingOut', { ...show, preview: 0 }];
const pressLinear = (itemId: number): Command => ['pressLinearButton', linearItem(itemId, { buttonKey: 'k' })];
const updateLinear = (itemId: number, more: object = {}): Command => [
  'updateLinearItem',
  linearItem(itemId, { ...linearBody, ...more }),
];
const createLinear: Command = ['createLinearItem', { ...linearRundown, ...linearBody }];
const removeLinear = (itemId: number): Command => ['deleteLinearItem', linearItem(itemId)];
const load: Command = ['loadLinearRundown', linearRundown];
const unload: Command = ['unloadLinearRundown', linearRundown];
const append: Command = ['appendLinearRundown', { ...linearRundown, newRundownId: 2 }];
const createRundown: Command = ['createLinearRundown', { ...linearRundown, ...linearBody }];
const removeLinearRundown: Command = ['deleteLinearRundown', linearRundown];

/** Launcher. */
const launch: Command = ['launch', config];
const stop: Command = ['stopLaunch', config];
const startRenderer = (rendererID: number): Command => ['startRenderer', { ...config, rendererID }];
const stopRenderer = (rendererID: number): Command => ['stopRenderer', { ...config, rendererID }];
const createRenderer: Command = ['createRenderer', config];

/** Engines. */
const set = (path: string, more: object = {}): Command => ['setProperty', property(path, more)];
const call = (nodePath: string): Command => [
  'callFunction',
  { engineId: 1, nodePath, functionPath: 'F', Parameters: [] },
];
const loadGraph = (engineHostId: number): Command => ['loadGraph', { graphId: 1, engineHostId }];

const batchOf = (...commands: Command[]): Command => [
  'batch',
  { entries: commands.map(([operation, params]) => ({ operation, params })) },
];

/** Two commands that an operator sends one after the other, and expects in this order. */
const ordered: Record<string, [Command, Command]> = {
  'new data of an item, and its button': [update(1), press(1)],
  'the buttons In and Out of an item': [press(1), press(1)],
  'a button of an item, and its new data': [press(1), update(1)],
  'two updates of an item': [update(1), update(1)],
  'fresh external data of an item, and its button': [download(1), press(1)],
  'a button of an item, and its deletion': [press(1), remove(1)],
  'a button of an item, and the deletion of its rundown': [press(1), removeRundown],
  'the deletion of a rundown, and a button in it': [removeRundown, press(1)],
  'the deletion of an item, and a new one': [remove(1), create],
  'two new items': [create, create],
  'a moved item, and a new one': [move(1, 3), create],
  'two moved items': [move(1, 3), move(2, 3)],
  'two names of a rundown': [rename, rename],
  'a name of a rundown, and its deletion': [rename, removeRundown],
  'two buttons of an item of a story': [pressStory('Ä', '1'), pressStory('Ä', '1')],
  'two updates of an object': [updateObject('o'), updateObject('o')],
  'new data of a Linear item, and its play': [updateLinear(1), play(1)],
  'new data of a Linear item, and its button': [updateLinear(1), pressLinear(1)],
  'the play of an item, and its new data': [play(1), updateLinear(1)],
  'two items on one output': [play(1), play(2)],
  'an item, and the next one': [play(1), playNext()],
  'the next one twice': [playNext(), playNext()],
  'an item, and its next step': [play(1), step(1)],
  'an item on preview, and on program': [play(1, 1), play(1, 0)],
  'an item, and its out': [play(1), itemOut(1)],
  'an item, and an empty output': [play(1), out()],
  'an empty output, and an item': [clear, play(1)],
  'an item, and everything out': [play(1), everythingOut],
  'the button In of an item, and everything out': [pressLinear(1), everythingOut],
  'the button In of an item, and a cleared output': [pressLinear(1), clear],
  'the button In of an item, and its out': [pressLinear(1), itemOut(1)],
  'a new Linear item, and the next one': [createLinear, playNext()],
  'a deleted Linear item, and a new one': [removeLinear(1), createLinear],
  'a moved Linear item, and the next one': [updateLinear(1, { insertAfter: 2 }), playNext()],
  'a loaded rundown, and an item of it': [load, play(1)],
  'a loaded rundown, and a button in it': [load, pressLinear(1)],
  'an appended rundown, and the next item': [append, playNext()],
  'an item, and an unloaded rundown': [play(1), unload],
  'a deleted Linear rundown, and a new one': [removeLinearRundown, createRundown],
  'a new Linear rundown, and its load': [createRundown, load],
  'a launch, and its stop': [launch, stop],
  'a stop, and a launch': [stop, launch],
  'a launch, and one of its renderers': [launch, stopRenderer(1)],
  'a renderer, and the stop of its configuration': [startRenderer(1), stop],
  'a stop of a renderer, and its start': [stopRenderer(1), startRenderer(1)],
  'a new renderer, and the launch': [createRenderer, launch],
  'two values of a property, in order': [set('P'), set('P')],
  'two functions of a node': [call('N'), call('N')],
  'two graphs of an engine': [loadGraph(1), loadGraph(1)],
  'a batch with an item, and its button': [batchOf(update(1), set('P')), press(1)],
  'a button, and a batch with its item': [press(1), batchOf(set('P'), update(1))],
  'a batch with a whole value and a part of it, and another part': [
    batchOf(set('P', { engineType: 'RE5' }), set('P', { engineType: 'RE5', Component: 'x' })),
    set('P', { engineType: 'RE5', Component: 'y' }),
  ],
};

/** Two commands for different things. A slow first one must not hold up the second. */
const independent: Record<string, [Command, Command]> = {
  'buttons of two items of one rundown': [press(1), press(2)],
  'new data of an item, and the button of another': [update(1), press(2)],
  'new data of two items': [update(1), update(2)],
  'new data of a Linear item, and its out': [updateLinear(1), itemOut(1)],
  'a moved item, and the button of another': [move(1, 3), press(2)],
  'a new item, and the button of another': [create, press(1)],
  'a deleted item, and the button of another': [remove(1), press(2)],
  'slow external data of an item, and the button of another': [download(1), press(2)],
  'the name of a rundown, and a button in it': [rename, press(1)],
  'items of two stories': [pressStory('Ä', '1'), pressStory('日本', '1')],
  'two items of a story, also with a dot': [pressStory('Ä', '1'), pressStory('Ä', '1.5')],
  'an object of the newsroom, and a button': [updateObject('o'), pressStory('Ä', '1')],
  'two objects of the newsroom': [updateObject('o'), updateObject('p')],
  'new data of a Linear item, and the play of another': [updateLinear(1), play(2)],
  'new data of a Linear item, and the button of another': [updateLinear(1), pressLinear(2)],
  'new data of a Linear item, and an empty output': [updateLinear(1), out()],
  'new data of a Linear item, and everything out': [updateLinear(1), everythingOut],
  'new data of a Linear item, and the next one': [updateLinear(1), playNext()],
  'buttons of two Linear items': [pressLinear(1), pressLinear(2)],
  'an item, and the button of another': [play(1), pressLinear(2)],
  'two items on two outputs': [play(1, 0), play(2, 1)],
  'an item on program, and an empty preview': [play(1, 0), out(1)],
  'outs of two outputs': [itemOut(1, 0), itemOut(2, 1)],
  'a new Linear item, and the play of another': [createLinear, play(1)],
  'a new rundown, and an item': [createRundown, play(1)],
  'two renderers of a configuration': [startRenderer(1), stopRenderer(2)],
  'two properties of a node': [set('P'), set('Q')],
  'a property, and the function of another node': [set('P'), call('M')],
  'functions of two nodes': [call('N'), call('M')],
  'graphs of two engines': [loadGraph(1), loadGraph(2)],
  'a batch with an item, and the button of another': [batchOf(update(1), update(3)), press(2)],
};

describe('commands one after the other', () => {
  const stage = SteppedHub.forSuite({ dialect: 2, timeout: 60_000 });

  /** Look-ups are answered at once, so only commands wait. */
  beforeEach(() => {
    const buttons = [{ key: 'k', label: 'Rein' }];
    const items = [1, 2].map((id) => ({ id, buttons: { k: 'Rein' } }));
    const mosObject = { objID: 'x', buttons };
    const stories = [
      ['Ä', '1'],
      ['Ä', '1.5'],
      ['日本', '1'],
    ].map(([storyID, itemID]) => ({ storyID, itemID, mosObject }));
    stage.onSend = (request) => {
      const { line } = request;
      if (!line.startsWith('GET ')) return;
      const isList = line.endsWith('/items');
      request.answer(line.includes('newsroom') ? { items: stories } : isList ? items : { buttons });
    };
  });

  async function send(...commands: readonly Command[]): Promise<Promise<unknown>[]> {
    const calls: Promise<unknown>[] = [];
    for (const [name, params] of commands) {
      calls.push(stage.run(name, params, { delivery: 'inOrder' }));
      await stage.settle();
    }
    return calls;
  }
  const commandsOpen = () => stage.open.filter(({ line }) => !line.startsWith('GET '));

  async function answerAll(calls: readonly Promise<unknown>[]): Promise<void> {
    for (let turn = 0; turn < 4; turn++) {
      for (const { line, body, answer } of stage.open.map((request) => ({
        ...request,
        answer: request.answer.bind(request),
        line: request.line,
        body: request.body,
      })))
        answer(
          line === 'PUT /batch'
            ? (body as { id: number }[]).map(({ id }) => ({ id, responseCode: 200 }))
            : { success: true },
        );
      await stage.settle();
      await stage.advance(20);
    }
    await Promise.all(calls);
  }

  for (const [name, commands] of Object.entries(ordered))
    it(`are sent in order: ${name}`, async () => {
      const calls = await send(...commands);
      should(commandsOpen()).have.length(1);
      const [first] = commandsOpen();
      await stage.advance(1900);
      should(commandsOpen()).eql([first]);
      await answerAll(calls);
      should(stage.requests.filter(({ line }) => !line.startsWith('GET '))).have.length(2);
    });

  for (const [name, commands] of Object.entries(independent))
    it(`do not wait for each other: ${name}`, async () => {
      for (const both of [commands, [...commands].reverse()]) {
        const calls = await send(...both);
        should(commandsOpen()).have.length(2);
        await answerAll(calls);
      }
    });
});
