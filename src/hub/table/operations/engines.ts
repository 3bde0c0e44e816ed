import { Type } from '@sinclair/typebox';
import { area } from '../operation.js';
import { EngineType, id, key, nullable, optionalOn2, Success } from '../schemas.js';

const EngineInstance = Type.Object({
  id: Type.Integer(),
  projectTag: nullable(Type.String()),
  streaming: nullable(Type.String()),
  status: Type.String(),
  pid: Type.Union([Type.String(), Type.Integer(), Type.Null()]),
  engineHostId: Type.Integer(),
  engineRoleId: nullable(Type.Integer()),
  projectId: nullable(Type.Integer()),
  projectMapId: nullable(Type.Integer()),
  editorPath: Type.String(),
  cookedProjectId: optionalOn2(nullable(Type.Integer())),
  cookedMapId: optionalOn2(nullable(Type.Integer())),
  cookedId: optionalOn2(nullable(Type.Integer())),
  engineType: EngineType,
  engineVersion: Type.String(),
  statusDescription: nullable(Type.String()),
});

export const EngineHost = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  ip: Type.String(),
  role: Type.String(),
  status: Type.String(),
  cacheDir: Type.String(),
  minimumFreeSpace: Type.Integer(),
  usedSpace: Type.Integer(),
  diskSpace: Type.Integer(),
  canCook: optionalOn2(Type.Boolean()),
  displayName: Type.String(),
  re_enabled: Type.Boolean(),
  port: Type.Integer(),
  rgraphId: nullable(Type.Integer()),
  /** Dialect 1. Dialect 2 has the show instead. */
  ownerStudioId: Type.Optional(nullable(Type.Integer())),
  ownerShowId: Type.Optional(nullable(Type.Integer())),
  ustateId: nullable(Type.Integer()),
  ue_enabled: Type.Boolean(),
  instances: Type.Array(EngineInstance),
  engineType: Type.Optional(Type.String()),
});

const GraphNode = Type.Object({ NodePath: Type.String(), NodeName: Type.String() });

/** The value of a property: any JSON but null (docs/develop/interface.md "Resources"). */
const PropertyValue = Type.Union([
  Type.Boolean(),
  Type.Number(),
  Type.String(),
  Type.Object({}),
  Type.Array(Type.Unknown()),
]);

const Property = Type.Object({
  PropertyPath: Type.String(),
  DisplayName: Type.String(),
  Value: PropertyValue,
});

export const Interpolation = Type.Union([
  Type.Literal('Constant'),
  Type.Literal('Linear'),
  Type.Literal('EaseIn'),
  Type.Literal('EaseOut'),
  Type.Literal('EaseInOut'),
]);

/** Seconds, with fractions. Missing and 0 both mean at once. */
const Seconds = Type.Number({ minimum: 0, 'x-unit': 's', 'x-omit': 0 });

export const PropertyUpdate = Type.Object({
  Value: PropertyValue,
  Interpolation: Type.Optional(Interpolation),
  Duration: Type.Optional(Seconds),
  Delay: Type.Optional(Seconds),
});

const FunctionSummary = Type.Object({ FunctionPath: Type.String(), FunctionName: Type.String() });

const EngineFunction = Type.Object({
  FunctionPath: Type.String(),
  FunctionName: Type.String(),
  Properties: Type.Record(Type.String(), Property),
});

/** One field of a value: `x`, or a dot path such as `rotation.z`. */
const Component = Type.String({
  minLength: 1,
  pattern: '^[^.]+(\\.[^.]+)*$',
  'x-names': 'component',
});

const FunctionParameter = Type.Object({
  PropertyPath: Type.String({ minLength: 1 }),
  payload: Type.Object({ value: Type.Unknown() }),
});

/** Sent as a list of paths. A node also accepts an object from name or path to value, see `complete/parameters.ts`. */
const FunctionCall = Type.Object({
  Parameters: Type.Array(FunctionParameter, {
    default: [],
    'x-accepts': Type.Union([Type.Array(FunctionParameter), Type.Record(Type.String(), Type.Unknown())]),
    'x-allowed': 'parameters',
    'x-fields': 'functionParameter',
  }),
});

/** Hubs also accept a call without parameters, or without a body (docs/develop/interface.md "Seen in the field"). */
export const AcceptedFunctionCall = Type.Partial(FunctionCall);

const engine = { engineId: id('engine') };
const node = { ...engine, nodePath: key('node') };
const property = { ...node, propertyPath: key('property') };
const fn = { ...node, functionPath: key('function') };

const nodePath = '/engines/{engineId}/nodes/{nodePath}';

/** Engine hosts, their nodes and properties (docs/develop/interface.md "Engines"). */
export const engineProperty = area('engine-property', {
  setProperty: {
    kind: 'level',
    method: 'PATCH',
    path: `${nodePath}/properties/{propertyPath}`,
    params: property,
    body: PropertyUpdate,
    localParams: { Component, engineType: EngineType, fit: Type.Boolean() },
    completion: 'propertyValue',
    answer: Property,
    lane: { name: 'property', by: ['engineId', 'nodePath', 'propertyPath'] },
    newestWins: true,
    latest: 'Value',
  },
  getProperty: {
    kind: 'read',
    method: 'GET',
    path: `${nodePath}/properties/{propertyPath}`,
    params: property,
    answer: Property,
    stateField: 'Value',
  },
  listProperties: {
    kind: 'read',
    method: 'GET',
    path: `${nodePath}/properties`,
    params: node,
    answer: Type.Array(Property),
  },
  listNodes: {
    kind: 'read',
    method: 'GET',
    path: '/engines/{engineId}/nodes',
    params: engine,
    answer: Type.Array(GraphNode),
  },
  getNode: { kind: 'read', method: 'GET', path: nodePath, params: node, answer: GraphNode },
  listEngines: { kind: 'read', method: 'GET', path: '/engines', answer: Type.Array(EngineHost) },
  getEngine: { kind: 'read', method: 'GET', path: '/engines/{engineId}', params: engine, answer: EngineHost },
});

/** Functions of an engine's nodes (docs/develop/interface.md "Engines"). */
export const engineFunction = area('engine-function', {
  callFunction: {
    kind: 'trigger',
    method: 'POST',
    path: `${nodePath}/functions/{functionPath}`,
    params: fn,
    body: FunctionCall,
    acceptedBody: AcceptedFunctionCall,
    completion: 'functionParameters',
    answer: Success,
    lane: { name: 'function', by: ['engineId', 'nodePath'] },
  },
  listFunctions: {
    kind: 'read',
    method: 'GET',
    path: `${nodePath}/functions`,
    params: node,
    answer: Type.Array(FunctionSummary),
  },
  getFunction: {
    kind: 'read',
    method: 'GET',
    path: `${nodePath}/functions/{functionPath}`,
    params: fn,
    answer: EngineFunction,
  },
});
