import should from 'should';
import { ControlStage, control } from './control-stage.js';
import { key } from './panel-stage.js';

describe('a control', () => {
  const show = ControlStage.forEach();

  it('plays its item when its key is pressed, and lights the key while the item is on program', async () => {
    await show.open([control()]);
    await show.isColoured(64, 0, 0);
    should(show.light).match({ topic: 0, payload: { command: 'fillColor', text: 'Headlines' } });

    show.receive(key(0, 1), key(0, 0));
    await show.isColoured(255, 0, 0);
    should(show.commands()).eql(['PUT /lino/rundown/101/play/2012/0']);
    should(show.answers).have.length(1);
    should(show.answers[0]).match({ topic: 0, statusCode: 204, hub: { operation: 'playItem', outcome: 'done' } });
  });
});
