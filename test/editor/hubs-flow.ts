import * as editor from './page.js';
import * as picking from './picking.js';
import { TAB } from './stage.js';

/** A subflow with an inner node. Its environment names the node's hub and engine. */
export const subflow = (id: string, hub: string) => [
  {
    id,
    type: 'subflow',
    name: id,
    in: [{ x: 50, y: 30, wires: [{ id: `${id} inner` }] }],
    out: [],
    env: [
      { name: 'HUB', type: 'hub-config', value: hub, ui: { type: 'conf-types' } },
      { name: 'ENGINE', type: 'num', value: '2' },
    ],
  },
  picking.setter(`${id} inner`, {
    z: id,
    hub: editor.env('HUB'),
    operation: 'getProperty',
    params: { engineId: { type: 'env', value: 'ENGINE' } },
  }),
];

/** An instance of a subflow, optionally with its own hub. */
export const instanceOf = (id: string, subflowId: string, hub?: string) => ({
  id,
  type: `subflow:${subflowId}`,
  z: TAB,
  x: 300,
  y: 200,
  wires: [],
  env: hub ? [{ name: 'HUB', type: 'hub-config', value: hub }] : [],
});

/** The saved parameters of a property that the simulated hub has. */
export const existingProperty = {
  engineId: { type: 'num', value: '1', label: 'Studio A' },
  nodePath: { type: 'str', value: 'Mixer_0', label: 'Mixer' },
  propertyPath: { type: 'str', value: 'Channels//ProgramChannel/0', label: 'Program Channel' },
  Value: { type: 'msg', value: 'payload' },
};

/** The saved parameters of a property that the hub no longer has. */
export const missingProperty = {
  engineId: { type: 'num', value: '77', label: 'Old engine' },
  nodePath: { type: 'str', value: 'Old_0' },
  propertyPath: { type: 'str', value: 'Old//Property/0', label: 'Old property' },
  Value: { type: 'msg', value: 'payload' },
};
