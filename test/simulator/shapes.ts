/** The shapes of the hub's resources, written by hand from docs/interface.md "Resources" and "Seen in the field". */

export const NAMED = { id: 'int', name: 'text' };

export const property = { PropertyPath: 'text', DisplayName: 'text', Value: 'any' };
export const node = { NodePath: 'text', NodeName: 'text' };
export const fn = { FunctionPath: 'text', FunctionName: 'text' };
const instance = {
  ...{ id: 'int', projectTag: 'text|null', streaming: 'text|null', status: 'text', pid: 'text|int|null' },
  ...{ engineHostId: 'int', engineRoleId: 'int|null', projectId: 'int|null', projectMapId: 'int|null' },
  ...{ editorPath: 'text', cookedProjectId: 'int|null', cookedMapId: 'int|null', cookedId: 'int|null' },
  ...{ engineType: 'text', engineVersion: 'text', statusDescription: 'text|null' },
};
const host = {
  ...{ id: 'int', name: 'text', ip: 'text', role: 'text', status: 'text', cacheDir: 'text', minimumFreeSpace: 'int' },
  ...{ usedSpace: 'int', diskSpace: 'int', canCook: 'bool', displayName: 'text', re_enabled: 'bool', port: 'int' },
  ...{ rgraphId: 'int|null', ustateId: 'int|null', ue_enabled: 'bool', instances: [instance] as const },
};
export const studioHost = { ...host, ownerStudioId: 'int|null' };
export const showHost = { ...host, ownerShowId: 'int|null' };
export const summary = { ...NAMED, template: 'text', data: { '*': 'any' } };
const button = { id: 'text', 'key?': 'text', label: 'text' };
export const item = { ...summary, buttons: [button] as const, 'order?': 'int', 'overriddenChannels?': 'any' };
export const rendererShape = {
  ...{ launchConfigId: 'int', engineId: 'int|null', projectId: 'int|null', projectMapId: 'int|null' },
  ...{ engineType: 'text', stateId: 'int' },
};
export const whole = {
  ...{ id: 'int', engineHostId: 'int|null', engineHostName: 'text|null', engineHostDisplayName: 'text|null' },
  ...{ projectId: 'int|null', projectName: 'text|null', projectVersion: 'text|null', graphId: 'int' },
  ...{ graphName: 'text|null', graphChannels: ['text'] as const, log: [{ logMessage: 'text' }] as const },
};
const player = {
  ...{ id: 'int', pollLevelsEnabled: 'bool', rundownServerPort: 'int', remoteControlPort: 'int' },
  devices: [{ id: 'int', profileId: 'int' }] as const,
};
export const linearEngine = { ...NAMED, started: 'bool', loadedRundownInfo: 'any', engines: [player] as const };
export const show = { ...NAMED, started: 'bool', mode: 'text', loadedRundownsInfo: [NAMED] as const };
const linear = { itemNo: 'int', name: 'text', template: 'text', templateId: 'int', data: { '*': 'any' } };
export const linear1 = { ...linear, buttons: { '*': 'any' } };
const status = { preview: 'text', program: 'text', isActive: 'bool', activeIn: 'any', online: 'bool' };
export const linear2 = { ...linear, id: 'int', itemType: 'text', buttons: { '*': 'text' }, status };
export const mos = {
  ...{ objID: 'text', objSlug: 'text', mosAbstract: 'text', objGroup: 'text|null', objTB: 'text', objRev: 'int' },
  ...{ objDur: 'int', status: 'text', objAir: 'text', objPaths: 'text|null', mosExternalMetadata: 'text|null' },
  ...{ createdBy: 'text', created: 'text', changedBy: 'text', changed: 'text', description: 'text', objType: 'text' },
  ...{ template: 'text', data: { '*': 'any' } },
};
export const ro = { ncsID: 'text', roID: 'text', roSlug: 'text', status: 'text', createdAt: 'text', updatedAt: 'text' };
const story = { storyID: 'text', itemID: 'text', storySlug: 'text', itemSlug: 'text' };
export const roWhole = {
  ...{ ...ro, roChannel: 'text', roEdStart: 'text', roEdDur: 'text', roTrigger: 'text|null', macroIn: 'text|null' },
  ...{ macroOut: 'text|null', mosExternalMetadata: 'text|null', readyToAir: 'bool' },
  items: [{ ...story, mosObject: { ...mos, buttons: [button] as const } }] as const,
};
export const project = {
  ...{ projectId: 'int', name: 'text', version: 'text', sharedFolderName: 'text', maps: ['text'] as const },
  ...{ createdAt: 'int', updatedAt: 'int' },
};
export const batchAnswer = { id: 'text|int', responseCode: 'int', 'responseMessage?': 'text', responseBody: 'any' };
