import should from 'should';
import { PanelControls } from '../../../dist/nodes/panel/panel-controls.js';
import { panelSettings } from '../../../dist/nodes/panel/panel-settings.js';
import { FakeClock } from '../../hub/fake-clock.js';

describe('the controls of a panel', () => {
  const press = (control: string) => ({ source: 'midi', control, kind: 'button', pressed: true }) as const;

  it('are apart for each source, also with the same name', () => {
    const controls = new PanelControls(panelSettings({ kind: 'fader' }), new FakeClock());
    const first = controls.controlOf(press('1'));
    should(controls.controlOf({ ...press('1'), source: 'osc' })).not.equal(first);
    should(controls.controlOf(press('1'))).equal(first);
  });

  it('send the hold of one browser as its own, also after a press of another one, and after a surface was lost', async () => {
    const clock = new FakeClock();
    const controls = new PanelControls(panelSettings({ kind: 'button', hold: true, holdTime: '0.5' }), clock);
    const held: unknown[] = [];
    const receive = (client: string, pressed: boolean) => {
      const gesture = { source: 'dashboard', control: '日本語', kind: 'button', pressed, client } as const;
      controls.controlOf(gesture).handle(gesture, (_, did) => did === 'hold' && held.push(client));
    };
    receive('A', true);
    await clock.advance(200, async () => {});
    receive('B', true);
    controls.sourceLost();
    receive('B', false);
    await clock.advance(300, async () => {});
    should(held).eql(['A']);
  });

  it('are at most 256, and a further one ends the oldest with its hold', async () => {
    const clock = new FakeClock();
    const controls = new PanelControls(panelSettings({ kind: 'button', hold: true, holdTime: '0.5' }), clock);
    const held: string[] = [];
    for (let index = 0; index <= 256; index += 1) {
      const gesture = press(`note ${index}`);
      controls.controlOf(gesture).handle(gesture, (_, did) => did === 'hold' && held.push(gesture.control));
    }
    await clock.advance(1000, async () => {});
    should(held).have.length(256);
    should(held).not.containEql('note 0');
  });
});
