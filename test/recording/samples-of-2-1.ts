/**
 * The reads of a hub of API 2.1.0 as the samples of the vendor's 5.7 page show them, written by hand from
 * docs/develop/interface.md. Engine hosts have no `canCook`, and instances lack the three fields about cooking. Rows of
 * `loadedRundownsInfo` have a name. An item has an empty name.
 */
const instance = {
  ...{ id: 31, projectTag: null, streaming: null, status: 'Loaded', pid: 5120, engineHostId: 3, engineRoleId: null },
  ...{ projectId: 12, projectMapId: null, editorPath: 'D:\\Engine\\Editor.exe', engineType: 'UE' },
  ...{ engineVersion: '5.7.0', statusDescription: null },
};
const engine = {
  ...{ id: 3, name: 'RE-03', ip: '10.2.2.3', role: 'Broadcast', status: 'ready', cacheDir: 'D:\\Cache' },
  ...{ minimumFreeSpace: 1_000, usedSpace: 2_000, diskSpace: 3_000, displayName: 'Studio A', re_enabled: false },
  ...{ port: 1985, rgraphId: null, ownerShowId: 40, ustateId: 9, ue_enabled: true, instances: [instance] },
};
const property = { PropertyPath: 'Overlay//Opacity/0', DisplayName: 'Overlay Opacity', Value: 1 };
const fn = { FunctionPath: 'Default//Cut/0', FunctionName: 'Cut' };
const renderer = {
  ...{ id: 51, engineHostId: 3, engineHostName: 'RE-03', engineHostDisplayName: 'Studio A', projectId: 12 },
  ...{ projectName: 'Evening', projectVersion: '1.0', graphId: 9, graphName: 'Set', graphChannels: ['PGM_1'], log: [] },
};
const config = { id: 40, name: 'Evening show', running: true, mode: 'Broadcast', renderers: [renderer] };
const show = {
  ...{ id: 40, name: 'Evening show', started: true, mode: 'Broadcast' },
  loadedRundownsInfo: [{ id: 60, name: 'Main' }],
};
const item = {
  ...{ id: 71, itemNo: 1, name: '', template: 'Headline', templateId: 8, itemType: 'md', data: { Text: 'A' } },
  buttons: { in: 'In', out: 'Out' },
  status: { preview: 'Available', program: 'Playing', isActive: true, activeIn: ['program'], online: true },
};

/** Answers by the segments of their paths below the version base. */
export const SAMPLES: ReadonlyMap<string, unknown> = new Map<string, unknown>(
  Object.entries({
    engines: [{ ...engine, engineType: 'UE' }],
    'engines|3': engine,
    'engines|3|nodes': [{ NodePath: 'Mixer_0', NodeName: 'Mixer' }],
    'engines|3|nodes|Mixer_0': { NodePath: 'Mixer_0', NodeName: 'Mixer' },
    'engines|3|nodes|Mixer_0|properties': [property],
    'engines|3|nodes|Mixer_0|properties|Overlay//Opacity/0': property,
    'engines|3|nodes|Mixer_0|functions': [fn],
    'engines|3|nodes|Mixer_0|functions|Default//Cut/0': { ...fn, Properties: {} },
    launcher: [config],
    'lino|shows': [show],
    'lino|rundowns': [{ id: 60, name: 'Main' }],
    'lino|rundowns|40': [{ id: 60, name: 'Main' }],
    'lino|templates': [{ templateId: 8, name: 'Headline', data: { Text: '' } }],
    'lino|rundown|40|60|items': [item],
    'lino|rundown|40|60|items|71': item,
    shows: [show],
    graphs: [{ id: 9, name: 'Set' }],
    'graphs|9': { id: 9, name: 'Set', content: '{}' },
    rgraphs: [],
    ustates: [{ id: 9, name: 'Set' }],
    'ustates|9': { id: 9, name: 'Set', ustateData: '{}' },
    projects: [],
    'newsroom|rundowns': [],
  }),
);
