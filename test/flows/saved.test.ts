import should from 'should';
import { DEAD, isConfig, PAGED, SAVED_CASES, textOf, userOf } from '../saved-values.js';
import { surface } from '../surfaces.js';
import { fader, KEY, PropertyStage } from './engine-property-stage.js';
import { property } from './event-stage.js';
import { logOf, type NodeOf, nodeNames, perform, type Stage } from './stage.js';

/** Saved fields with which each node would run. */
const RUNNING: Readonly<Record<string, object>> = {
  batch: { operation: 'batch', params: { entries: { type: 'msg', value: 'payload' } } },
  'engine-function': { operation: 'listFunctions' },
  'engine-property': { operation: 'listEngines' },
  event: {},
  graph: { operation: 'listGraphs' },
  lamp: { surface: 'template', control: 'x' },
  launcher: { operation: 'listLaunchConfigs' },
  control: { surface: 'template', control: '*' },
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
    should(Object.keys(RUNNING).concat('hub-config', 'surface').sort()).eql([...nodeNames].sort());
  });

  it('shows it in its status, reports it for each message, and does nothing', async () => {
    const nodes = Object.entries(RUNNING).map(([id, fields]) => ({ id, type: `hub-${id}`, ...fields, version: 2 }));
    const show = await studio.open(...nodes, { ...fader, version: 2 });
    for (const { id } of [...nodes, fader]) {
      should(show.status(id)).eql({ fill: 'red', shape: 'ring', text: 'newer version' });
      const { error, hub } = await show.send(id, { _msgid: id, payload: 1 });
      should(error.message).match(/: not (sent|read) – newer version \(2\)\. Update the package\./);
      should(hub).have.properties({ code: 'BAD_INPUT', outcome: 'not-sent' });
    }
    should([...studio.hub.journal, ...show.out, ...show.completed]).be.empty();
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
  it('is refused with a sentence for a wrong version, and runs with this one or none', async () => {
    const versions = [...wrongVersions.map(([version]) => version), undefined, 1, '1'];
    const show = await studio.open(...versions.map((version, index) => ({ ...fader, id: `f${index}`, version })));
    for (const index of versions.keys()) {
      const { error } = await show.send(`f${index}`, { _msgid: `f${index}`, payload: 0.5 });
      const sentence = wrongVersions[index]?.[1];
      if (sentence) should(error.message).match(sentence);
      else should(error).be.undefined();
    }
    should(studio.commands()).have.length(3);
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

  const surfaces: [unknown, RegExp][] = [
    [2, /bad surface\. .*Newer version \(2\)\. Update the package\./],
    ['zwei', /bad surface\. .*Wrong version \("zwei"\)\. Correct the flow\./],
  ];
  for (const [version, sentence] of surfaces)
    it(`(hub-surface, version ${version}) is not used, and each of its controls reports it`, async () => {
      const deck = { ...surface('streamdeck'), version } as NodeOf;
      const key = { type: 'hub-control', surface: deck.id, control: '*' };
      const show = await studio.open(deck, { ...key, id: 'one' }, { ...key, id: 'other' });
      for (const id of ['one', 'other']) {
        should(show.status(id)).eql({ fill: 'red', shape: 'ring', text: 'bad surface' });
        const { error } = await show.send(id, { _msgid: id, payload: 1 });
        should(error.message).match(sentence);
      }
      should(logOf(deck.id).join()).match(/cannot be used: (Newer|Wrong) version/);
      should(studio.hub.journal).be.empty();
    });
});

describe('a saved field', function () {
  const hub = { id: 'config', type: 'hub-config', version: 1, baseUrl: 'http://127.0.0.1:9', auth: 'none' };

  /** Cases by the id of the node that shows the result: for a configuration, one that uses it. */
  const cases = SAVED_CASES.map((each, index) => ({ ...each, id: `case${index}` }));

  this.timeout(240_000);
  let stage: Stage;

  before(async () => {
    const configs = cases
      .filter(isConfig)
      .map(({ id, type, fields }) => ({ ...(type === hub.type && hub), ...fields, type, id: `config-${id}` }));
    const nodes: object[] = cases.map(({ id, type, fields }) => ({
      hub: 'config',
      ...(isConfig({ type }) ? userOf(type, `config-${id}`) : { ...fields, type }),
      id,
    }));
    stage = await perform(undefined, nodes as NodeOf[], {}, { configs: [hub, PAGED, ...configs] as NodeOf[] });
  });

  after(() => stage?.close());

  it('with a valid value lets its node run', () => {
    const refused = cases.filter(({ id, isValid }) => isValid && DEAD.test(stage.status(id)?.text ?? ''));
    should(refused.map(textOf)).eql([]);
  });

  it('with a wrong value stops its node at the start', () => {
    const running = cases.filter(({ id, isValid }) => !isValid && !DEAD.test(stage.status(id)?.text ?? ''));
    should(running.map(textOf)).eql([]);
  });
});
