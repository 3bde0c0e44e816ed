import helper from 'node-red-node-test-helper';
import should from 'should';
import { LookStage } from './look-stage.js';
import type { Message } from './stage.js';

/** A key with a look in its dialog, and its lamp. */
describe('an empty slot for a look', function () {
  this.timeout(60_000);
  const show = LookStage.forEach();
  let lamps: string[];

  async function open(fields: object): Promise<void> {
    const lamp = {
      id: 'lamp',
      type: 'hub-lamp',
      surface: 'mqtt',
      control: 'lamp',
      hub: 'config',
      wires: [['surface']],
    };
    const surface = { id: 'surface', type: 'helper' };
    await show.open([show.look('look', ['opacity'], { wires: [['out'], ['lamp']], ...fields }), lamp, surface]);
    lamps = [];
    helper.getNode('surface').on('input', ({ payload }: Message) => lamps.push(payload));
  }
  const becomes = (state: string) => show.stage.until(() => lamps.at(-1) === state);
  const send = (operation: string, look?: string) => show.send('look', { operation, payload: true, look });

  it('is empty, on after a store, and empty again after it was deleted', async () => {
    await open({ look: 'Key' });
    await becomes('lookEmpty');
    await show.stage.until(() => show.stage.status('look').text === 'empty');
    await send('store');
    await becomes('lookOn');
    await send('delete');
    await becomes('lookEmpty');
    should(lamps.filter((state) => state === 'unknown').length).be.belowOrEqual(1);
  });

  it('is empty without polls too, and a node without a name reports only a look that was deleted', async () => {
    await open({ look: 'Key', interval: '0' });
    await becomes('lookEmpty');
    await show.stage.close();
    await open({});
    await send('store', 'Key');
    await becomes('lookOn');
    await send('delete', 'Key');
    await becomes('lookEmpty');
  });

  it('is unknown while the hub is lost', async () => {
    await open({ look: 'Key' });
    await becomes('lookEmpty');
    const undo = show.hub.trouble({ hangUp: 'before' });
    await becomes('unknown');
    undo();
    await becomes('lookEmpty');
  });
});
