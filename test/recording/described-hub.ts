/**
 * The reads of a hub of revision 1, written by hand from the published description alone. Some rows have fields that the
 * project's own simulator does not have, and lack fields that it has.
 */
const engine = {
  ...{ id: 7, name: 'ENGINE-7', ip: '10.1.1.7', role: 'Broadcast', status: 'ready', cacheDir: 'D:\\Cache' },
  ...{ minimumFreeSpace: 1, usedSpace: 2, diskSpace: 3, canCook: false, displayName: 'Left', re_enabled: true },
  ...{
    port: 1985,
    rgraphId: 4,
    ownerStudioId: null,
    ustateId: null,
    ue_enabled: false,
    gpu: { model: 'A', memory: 24 },
  },
};
const instance = { id: 70, status: 'Loaded', pid: '4711', engineHostId: 7, engineType: 'RE', engineVersion: '5.0' };
const opacity = { PropertyPath: 'Opacity//Value/0', DisplayName: 'Opacity', Value: 0.5, Unit: '%' };
const cut = { FunctionPath: 'Default//Cut/0', FunctionName: 'Cut' };
const item = { id: 9, name: 'Anchor', template: 'Person', data: { Name: 'A' }, buttons: [{ id: '1', label: 'In' }] };
const mos = { objID: 'o1', objSlug: 'Map', template: 'Map', data: {}, buttons: [{ id: '1', label: 'In' }] };
const story = { storyID: 's1', itemID: 'i1', storySlug: 'Strike', itemSlug: 'Map' };
const rundown = { ncsID: 'N', roID: 'N;R\\1', roSlug: 'Noon', status: 'NEW' };
const linearItem = { name: 'Opener', itemNo: 3, template: 'Clip', templateId: 8, data: {}, buttons: { go: 'Go' } };

/** Answers by the segments of their paths below the version base. */
export const DESCRIBED: ReadonlyMap<string, unknown> = new Map<string, unknown>(
  Object.entries({
    engines: [{ ...engine, instances: [instance], engineType: 'RE' }],
    'engines|7': { ...engine, instances: [instance] },
    'engines|7|nodes': [{ NodePath: 'Mixer_0', NodeName: 'Mixer' }],
    'engines|7|nodes|Mixer_0': { NodePath: 'Mixer_0', NodeName: 'Mixer', Position: [1, 2] },
    'engines|7|nodes|Mixer_0|properties': [opacity],
    'engines|7|nodes|Mixer_0|properties|Opacity//Value/0': opacity,
    'engines|7|nodes|Mixer_0|functions': [cut],
    'engines|7|nodes|Mixer_0|functions|Default//Cut/0': {
      ...cut,
      Properties: { Speed: { PropertyPath: 'Cut//Speed/0', DisplayName: 'Speed', Value: 1 } },
    },
    'playout|rundowns': [{ id: 5, name: 'News' }],
    'playout|rundowns|5': { id: 5, name: 'News' },
    'playout|rundowns|5|items': [item],
    'playout|rundowns|5|items|9': { ...item, order: 1 },
    'playout|templates': [{ id: 1, name: 'Person', category: 'Lower' }],
    launcher: [{ id: 2, renderers: [3] }],
    'launcher|2': { id: 2, renderers: [3] },
    'launcher|2|renderer': [3],
    'launcher|2|renderer|3': {
      ...{ launchConfigId: 2, engineId: 7, projectId: null, projectMapId: null, engineType: 'RE', stateId: 4 },
    },
    'linear|engines': [{ id: 1, name: 'Show', started: true, loadedRundownInfo: [{ id: 6 }], engines: [] }],
    'linear|engines|1': { id: 1, name: 'Show', started: true, loadedRundownInfo: [{ id: 6 }], engines: [] },
    'linear|rundowns': [{ id: 6, name: 'Loop' }],
    'linear|rundowns|1': [{ id: 6, name: 'Loop' }],
    'linear|templates': [{ templateId: 8, name: 'Clip', data: {} }],
    'linear|rundown|1|6|items': [linearItem],
    'linear|rundown|1|6|items|3': linearItem,
    graphs: [],
    rgraphs: [{ id: 4, name: 'Studio' }],
    'rgraphs|4': { id: 4, name: 'Studio', xmlContent: '<graph/>' },
    ustates: [],
    projects: [],
    'newsroom|rundowns': [rundown],
    'newsroom|rundowns|N': [rundown],
    'newsroom|rundowns|N|N;R\\1': { ...rundown, items: [{ ...story, mosObject: mos }] },
  }),
);
