import should from 'should';
import { fader, PropertyStage } from './engine-property-stage.js';
import { literal, type NodeOf } from './stage.js';

const press: NodeOf = {
  id: 'press',
  type: 'hub-playout-item',
  operation: 'pressItemButton',
  params: { rundownId: literal(51), itemId: literal(512), buttonKey: literal('in') },
};

describe("a flow during the trouble of the simulator's page", () => {
  const studio = PropertyStage.forSuite();
  const control = (method: string, name: string) => fetch(`${studio.hub.url}/control/${name}`, { method });
  const presses = () => studio.hub.state.playout.presses.length;

  it('fails with the reason of a refusal, and works after it', async () => {
    const show = await studio.open(fader, press);
    await control('PUT', 'refuse');
    should(await show.send('fader', { _msgid: '1', payload: 0.5 })).match({
      hub: { outcome: 'refused' },
      error: { message: /refused – .*409.*set to refuse commands/ },
    });
    should(await show.send('press', { _msgid: '2', payload: true })).match({
      statusCode: 200,
      payload: { success: false },
      hub: { outcome: 'refused', code: 'HUB_REJECTED' },
      error: { message: /refused – .*set to refuse commands/ },
    });
    should(presses()).equal(0);
    await control('DELETE', 'refuse');
    should(await show.send('press', { _msgid: '3', payload: true })).match({ hub: { outcome: 'done' } });
    should(presses()).equal(1);
  });

  it('reports no success while the hub is away, sends nothing later, and works after it', async () => {
    const show = await studio.open(press);
    await show.send('press', { _msgid: '0', payload: true });
    await control('PUT', 'away');
    const { hub } = await show.send('press', { _msgid: '1', payload: true });
    should(['unknown', 'not-sent']).containEql(hub.outcome);
    await show.until(() => show.status('press').fill === 'red');
    await control('DELETE', 'away');
    should(presses()).equal(1);
    should(await show.send('press', { _msgid: '2', payload: true })).match({ hub: { outcome: 'done' } });
    should(presses()).equal(2);
  });

  it('waits for a slow hub, and starts from the first state after a reset', async () => {
    const show = await studio.open(fader, press);
    await control('PUT', 'slow');
    show.node('press').receive({ _msgid: '1', payload: true });
    await show.until(() => studio.hub.journal.length > 0);
    should(show.completed).be.empty();
    should(presses()).equal(0);
    await control('POST', 'reset');
    await show.until(() => show.caught.length + show.completed.length === 1);
    should(await show.send('fader', { _msgid: '2', payload: 0.5 })).match({ hub: { outcome: 'done' } });
  });
});
