import should from 'should';
import { rows, servedHub } from './written.js';

const ON_MIXER = { engineId: 1, nodePath: 'Mixer_0' };
const CUT = { ...ON_MIXER, functionPath: 'Default//Cut/0' };
const instance = { id: 7, status: 'Loaded', pid: '4711', engineType: 'RE', statusDescription: 'News' };

describe('the engines of a recording', () => {
  const studio = {
    id: 1,
    name: 'A',
    displayName: 'Studio',
    canCook: true,
    re_enabled: true,
    rgraphId: 11,
    usedSpace: 2 ** 60,
  };
  const opacity = { PropertyPath: 'Opacity', DisplayName: 'Overlay Opacity', Value: 1, Unit: '%' };
  const title = { PropertyPath: 'Title', DisplayName: 'Title' };
  const Channel = { PropertyPath: 'Cut/Channel', DisplayName: 'Channel', Value: 1, Unit: 'no.' };
  const cut = { FunctionPath: 'Default//Cut/0', FunctionName: 'Cut', Properties: { Channel, Opacity: opacity } };
  const { call, state } = servedHub(1, [
    [
      'listEngines',
      rows(
        { ...studio, instances: [{ ...instance, hub: 'x' }] },
        { id: 2, name: 'B', engineType: 'UE', ustateId: 21, ue_enabled: true },
        { id: 3, name: 'C', displayName: '', canCook: 'true' },
        { id: 4, engineType: 'RE5', instances: [{ id: 9, status: 'Idle', pid: 12 }] },
      ),
    ],
    ['listRgraphs', [null, { id: 12, name: 'Sport' }]],
    ['listUstates', [{ id: 22, name: 'Arena' }]],
    // Some hubs wrap their lists.
    ['listGraphs', { items: [{ id: 31, name: 'Election' }] }],
    ['listNodes', { data: [{ NodePath: 'Mixer_0', NodeName: 'Mixer' }] }, { engineId: 1 }],
    ['listProperties', [opacity, title], ON_MIXER],
    ['listFunctions', [cut], ON_MIXER],
    ['getFunction', cut, CUT],
  ]);
  const set = (propertyPath: string, Value: unknown) => call('setProperty', { ...ON_MIXER, propertyPath, Value });
  const cutWith = (PropertyPath: string, value: unknown) =>
    call('callFunction', { ...CUT, Parameters: [{ PropertyPath, payload: { value } }] });

  it('show a property that was set, with the fields of the hub', async () => {
    const { Unit, ...shown } = { ...opacity, Value: 0.25 };
    should(await set('Opacity', 0.25)).eql(shown);
    should(await call('getProperty', { ...ON_MIXER, propertyPath: 'Opacity' })).eql({ ...shown, Unit });
    should(await call('listProperties', ON_MIXER)).eql([{ ...shown, Unit }, title]);
    should(await set('Title', 5)).equal(422);
    should(await set('Title', 'Goal')).eql({ ...title, Value: 'Goal' });
  });

  it('keep the parameters of a called function, also those that the node does not list', async () => {
    should(await cutWith('Cut/Channel', 2)).eql({ success: true });
    should(await cutWith('Opacity', 0.5)).eql({ success: true });
    should(await cutWith('Title', '')).equal(422);
    const Properties = { Channel: { ...Channel, Value: 2 }, Opacity: { ...opacity, Value: 0.5 } };
    should(await call('getFunction', CUT)).eql({ ...cut, Properties });
    should(await call('listProperties', ON_MIXER)).eql([Properties.Opacity, title]);
  });

  it('load graphs of their type', async () => {
    should(await call('loadRgraph', { rgraphId: 12, engineHostId: 4 })).equal(422);
    should(await call('loadGraph', { graphId: 31, engineHostId: 4 })).eql({ success: true });
    should(await call('loadUstate', { ustateId: 22, engineHostId: 2 })).eql({ success: true });
    for (const engineHostId of [1, 3]) await call('loadRgraph', { rgraphId: 12, engineHostId });
    const loaded = { ...instance, statusDescription: 'Sport' };
    should(await call('getEngine', { engineId: 1 })).eql({
      ...studio,
      rgraphId: 12,
      instances: [{ ...loaded, hub: 'x' }],
    });
    // An engine without instances gets one, so that it can load.
    const created = { ...loaded, id: 0, pid: 8000, engineHostId: 3, projectId: null, streaming: null };
    should(await call('getEngine', { engineId: 3 })).match({ rgraphId: 12, instances: { 0: created, length: 1 } });
  });

  it('have the recorded fields, and others empty', () => {
    const idle = { status: 'Idle', pid: null };
    const shown = { displayName: 'Studio', canCook: true, re_enabled: true, ue_enabled: false };
    should(state().engines).match([
      { loadedId: 11, host: { ...shown, usedSpace: 0, instances: [instance] } },
      { loadedId: 21, host: { displayName: 'B', canCook: false, re_enabled: false, ue_enabled: true } },
      { loadedId: 0, host: { displayName: 'C', canCook: false, ip: '', instances: [idle] } },
      { host: { instances: [{ ...idle, pid: 12, engineType: 'RE5', statusDescription: null }] } },
    ]);
  });
});
