import should from 'should';
import { literal, perform, type Stage, timed } from '../flows/stage.js';
import { faults } from './faults.js';
import { fine, HostileHub } from './hub.js';

/** The texts that a node shows after some of the faults. */
const texts: Record<string, { readonly fill: string; readonly text: string }> = {
  'hangs before the first byte': { fill: 'red', text: 'no answer' },
  'sends garbage as brotli': { fill: 'red', text: 'unreadable' },
  'rejects with a body nested 10,000 levels deep': { fill: 'red', text: 'wrong value' },
  'sends 103 Early Hints first': { fill: 'green', text: '✓ 0.5' },
};

describe('a node whose hub', () => {
  let hub: HostileHub;
  let stage: Stage;

  before(async () => {
    hub = await HostileHub.open(fine);
    const params = {
      engineId: literal(1),
      nodePath: literal('Mixer_0'),
      propertyPath: literal('Opacity'),
      Value: { type: 'msg', value: 'payload' },
    };
    const node = { id: 'set', type: 'hub-engine-property', operation: 'setProperty', params, timeout: '2' };
    stage = await perform({ baseUrl: hub.url, auth: 'none' }, [node]);
  });

  after(async () => {
    await stage.close();
    await hub.close();
  });

  for (const [name, status] of Object.entries(texts))
    it(`${name} shows it, and shows the recovery after the next answer`, async () => {
      const fault = faults.find((each) => each.name === name);
      should(fault?.act).be.a.Function();
      // The probe of the connection asks for the list of engines.
      hub.act = (socket, request) => ((request.path.includes('/engines/') && fault?.act) || fine)(socket, request);
      await stage.send('set', { _msgid: name, payload: 0.5 });
      await stage.until(() => timed(status.text).test(stage.status('set').text ?? ''));
      should(stage.status('set').fill).equal(status.fill);
      hub.act = fine;
      await stage.send('set', { _msgid: `${name}, again`, payload: 0.5 });
      await stage.until(() => timed('✓ 0.5').test(stage.status('set').text ?? ''));
    });
});
