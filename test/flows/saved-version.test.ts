import should from 'should';
import { fader, KEY, PropertyStage } from './engine-property-stage.js';
import { property } from './event-stage.js';
import { logOf, type NodeOf, nodeNames } from './stage.js';

/** Saved fields with which each node would run. */
const RUNNING: Readonly<Record<string, object>> = {
  batch: { operation: 'batch', params: { entries: { type: 'msg', value: 'payload' } } },
  'engine-function': { operation: 'listFunctions' },
  'engine-property': { operation: 'listEngines' },
  event: {},
  graph: { operation: 'listGraphs' },
  lamp: { surface: 'template', control: 'x' },
  launcher: { operation: 'listLaunchConfigs' },
  control: { control: '*' },
  cues: { operation: 'list' },
  'linear-play': { operation: 'listLinearEngines' },
  look: { operation: 'list', properties: [{ engine: 'Studio A', node: 'Mixer', property: 'Overlay Opacity' }] },
  'newsroom-mos': { operation: 'listNewsroomRundowns' },
  panel: { hub: '' },
  'playout-item': { operation: 'listRundowns' },
  remote: { role: 'host' },
  watch: { operation: 'getProperty', params: property, interval: '0.1' },
};

describe('a node that a newer version of the package saved', () => {
  const studio = PropertyStage.forSuite();

  it('is tested for each type', () => {
    should(Object.keys(RUNNING).concat('hub-config').sort()).eql([...nodeNames].sort());
  });

  for (const [name, fields] of Object.entries(RUNNING))
    it(`(hub-${name}) shows it in its status, reports it for each message, and does nothing`, async () => {
      const show = await studio.open({ id: 'newer', type: `hub-${name}`, ...fields, version: 2 } as NodeOf);
      should(show.status('newer')).eql({ fill: 'red', shape: 'ring', text: 'newer version' });
      const { error, hub } = await studio.caughtBy(show, 'newer', { _msgid: '1', payload: 1 });
      should(error.message).match(/: not (sent|read) – newer version \(2\)\. Update the package\./);
      should(hub).have.properties({ code: 'BAD_INPUT', outcome: 'not-sent' });
      should(studio.hub.journal).be.empty();
    });

  it('sends no command', async () => {
    const show = await studio.open({ ...fader, version: 2 });
    await studio.caughtBy(show, 'fader', { _msgid: '1', payload: 1 });
  });

  const wrongVersions: [unknown, RegExp][] = [
    ['two', /wrong version \("two"\)\. Correct the flow\./],
    ['', /wrong version \(""\)/],
    [-1, /wrong version \(-1\)/],
    [0, /wrong version \(0\)/],
    [1.5, /wrong version \(1\.5\)/],
    // JSON has no NaN: it becomes null.
    [null, /wrong version \(null\)/],
    [Number.NaN, /wrong version \(NaN\)/],
    [true, /wrong version \(true\)/],
    [{}, /wrong version \(\{\}\)/],
    [[1], /wrong version \(\[1\]\)/],
    ['2', /newer version \(2\)/],
  ];
  for (const [version, sentence] of wrongVersions)
    it(`or with the version ${JSON.stringify(version)} (${typeof version}) is refused with a sentence`, async () => {
      const show = await studio.open({ ...fader, version });
      const { error } = await studio.caughtBy(show, 'fader', { _msgid: '1', payload: 1 });
      should(error.message).match(sentence);
    });

  for (const version of [undefined, 1, '1'])
    it(`runs with the version ${JSON.stringify(version)}`, async () => {
      const show = await studio.open({ ...fader, version });
      await show.send('fader', { _msgid: '1', payload: 0.5 });
      should(show.caught).be.empty();
      should(studio.commands()).have.length(1);
    });

  const configs: [unknown, RegExp][] = [
    [2, /bad hub config\. .*Newer version \(2\)\. Update the package\./],
    ['two', /bad hub config\. .*Wrong version \("two"\)\. Correct the flow\./],
  ];
  for (const [version, sentence] of configs)
    it(`(hub-config, version ${version}) is not used, and each of its nodes reports it`, async () => {
      const watch = { id: 'watch', type: 'hub-watch', ...RUNNING.watch };
      const event = { id: 'event', type: 'hub-event' };
      const show = await studio.perform({ baseUrl: studio.hub.url, version }, [fader, watch, event], { apiKey: KEY });
      for (const id of ['fader', 'watch', 'event']) {
        should(show.status(id)).eql({ fill: 'red', shape: 'ring', text: 'bad hub config' });
        const { error } = await show.send(id, { _msgid: id, payload: 1 });
        should(error.message).match(sentence);
      }
      should(logOf('config').join()).match(/cannot be used: (Newer|Wrong) version/);
      should(studio.hub.journal).be.empty();
    });
});
