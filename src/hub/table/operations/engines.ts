import { Type } from '@sinclair/typebox';
import { area } from '../operation.js';
import { EngineType, id, key, Success } from '../schemas/common.js';
import {
  AcceptedFunctionCall,
  Component,
  EngineFunction,
  EngineHost,
  FunctionCall,
  FunctionSummary,
  GraphNode,
  Property,
  PropertyUpdate,
} from '../schemas/engines.js';

const engine = { engineId: id('engine') };
const node = { ...engine, nodePath: key('node') };
const property = { ...node, propertyPath: key('property') };
const fn = { ...node, functionPath: key('function') };

const nodePath = '/engines/{engineId}/nodes/{nodePath}';

/** Engine hosts, their nodes and properties (docs/interface.md "Engines"). */
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
    latest: 'Value',
  },
  getProperty: {
    kind: 'read',
    method: 'GET',
    path: `${nodePath}/properties/{propertyPath}`,
    params: property,
    answer: Property,
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

/** Functions of an engine's nodes (docs/interface.md "Engines"). */
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
