import type { Fields } from '../../base/values.js';
import type { RecordedReads } from '../../recording/recorded-reads.js';
import type { Engine, EngineFunction, EngineKind, EngineNode, EngineProperty } from '../state/state.js';
import { fieldsOf, idIn, numberIn, objectIn, objectsIn, rowsOf, textIn } from './fields.js';

/** The recorded engine hosts with their nodes, properties and functions. */
export const recordingEngines = (recording: RecordedReads): Engine[] =>
  rowsOf(recording, 'listEngines').map((row) => ({
    host: hostOf(row),
    loadedId: idIn(row.rgraphId) ?? idIn(row.ustateId) ?? 0,
    nodes: rowsOf(recording, 'listNodes', { engineId: row.id }).map((node) => nodeOf(recording, row.id, node)),
  }));

function hostOf(row: Fields): Engine['host'] {
  const name = textIn(row.name);
  return {
    id: numberIn(row.id),
    name,
    ip: textIn(row.ip),
    role: textIn(row.role),
    status: textIn(row.status),
    cacheDir: textIn(row.cacheDir),
    minimumFreeSpace: numberIn(row.minimumFreeSpace),
    usedSpace: numberIn(row.usedSpace),
    diskSpace: numberIn(row.diskSpace),
    canCook: row.canCook === true,
    displayName: textIn(row.displayName) || name,
    re_enabled: row.re_enabled === true,
    port: numberIn(row.port),
    ue_enabled: row.ue_enabled === true,
    instances: instancesOf(row),
  };
}

/** An engine without instances gets one of its type, so that it can launch. */
function instancesOf(row: Fields): Engine['host']['instances'] {
  const instances = objectsIn(row.instances);
  return (instances.length > 0 ? instances : [{ status: row.engineType ? 'Loaded' : 'Idle' }]).map((instance) => ({
    id: numberIn(instance.id),
    projectTag: null,
    streaming: null,
    status: textIn(instance.status),
    pid: typeof instance.pid === 'string' ? instance.pid : idIn(instance.pid),
    engineHostId: numberIn(row.id),
    engineRoleId: idIn(instance.engineRoleId),
    projectId: idIn(instance.projectId),
    projectMapId: idIn(instance.projectMapId),
    editorPath: textIn(instance.editorPath),
    cookedProjectId: idIn(instance.cookedProjectId),
    cookedMapId: idIn(instance.cookedMapId),
    cookedId: idIn(instance.cookedId),
    engineType: engineKind(instance.engineType ?? row.engineType),
    engineVersion: textIn(instance.engineVersion),
    statusDescription: textIn(instance.statusDescription) || null,
  }));
}

const engineKind = (type: unknown): EngineKind => (type === 'RE5' || type === 'UE' ? type : 'RE');

function nodeOf(recording: RecordedReads, engineId: unknown, { NodePath, NodeName }: Fields): EngineNode {
  const target = { engineId, nodePath: NodePath };
  const properties = rowsOf(recording, 'listProperties', target).map(propertyOf);
  const functions = rowsOf(recording, 'listFunctions', target).map((row) => {
    const parameters = objectIn(
      fieldsOf(recording, 'getFunction', { ...target, functionPath: row.FunctionPath }).Properties,
    );
    for (const parameter of Object.values(parameters)) addMissing(properties, propertyOf(objectIn(parameter)));
    return functionOf(row, parameters);
  });
  return { path: textIn(NodePath), name: textIn(NodeName), properties, functions };
}

const propertyOf = ({ PropertyPath, DisplayName, Value = '' }: Fields): EngineProperty => ({
  path: textIn(PropertyPath),
  name: textIn(DisplayName),
  value: Value,
  motions: [],
});

/** A function's parameter need not be in the list of the node. */
function addMissing(properties: EngineProperty[], property: EngineProperty): void {
  if (!properties.some(({ path }) => path === property.path)) properties.push(property);
}

const functionOf = ({ FunctionPath, FunctionName }: Fields, parameters: Fields): EngineFunction => ({
  path: textIn(FunctionPath),
  name: textIn(FunctionName),
  parameters: Object.fromEntries(
    Object.entries(parameters).map(([name, parameter]) => [name, textIn(objectIn(parameter).PropertyPath)]),
  ),
  sets: {},
});
