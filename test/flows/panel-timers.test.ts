import should from 'should';
import { controller, note, PanelStage } from './panel-stage.js';
import type { Message } from './stage.js';

/** A message that can be read, but not copied. */
const uncopyable = (msg: Message): Message =>
  Object.defineProperty({ _msgid: 'u', ...msg }, 'broken', {
    enumerable: true,
    get: () => {
      throw new Error('broken field');
    },
  });

describe('a panel node whose output fails in a timer', () => {
  const show = PanelStage.forSuite();
  const errors = () => show.logged().filter((text) => text.includes('broken field'));

  for (const [name, fields, first, next] of [
    ['one half of 14 bits', { pair: true }, controller(7, 127), [controller(7, 0), controller(7, 127)]],
    ['a selector of NRPN', {}, controller(99, 127), [controller(7, 127)]],
    ['a hold', { press: false, hold: true, holdTime: '0.05' }, note(60, 127), [note(60, 0), note(60, 127)]],
  ] as const)
    it(`logs the error and reads the next message: ${name}`, async () => {
      await show.open({ kind: 'button', ...fields });
      show.stage.node('panel').receive(uncopyable(first));
      await show.stage.until(() => errors().length === 1);
      should(show.values()).be.empty();
      await show.send(...next);
      await show.stage.until(() => show.values().length === 1);
      should(show.values()).eql([true]);
    });
});
