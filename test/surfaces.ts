import { DEVICES } from '../dist/saved/surface.js';

/** A node of a flow. */
export interface FlowNode {
  readonly id?: string;
  readonly type?: string;
  readonly surface?: unknown;
}

/** The id of the surface that a control with the name of a device gets. */
export const surfaceId = (device: string): string => `surface-${device}`;

/** The surface of a device in a flow. */
export const surface = (device: string, fields: object = {}) => ({
  ...{ id: surfaceId(device), type: 'hub-surface', version: 1, name: '', device, size: '15', unit: '', pages: [] },
  ...fields,
});

/** A flow whose controls may name a device instead of their surface: they get a surface of this device. */
export function withSurfaces<Node extends FlowNode>(nodes: readonly Node[]): (Node | ReturnType<typeof surface>)[] {
  const isNamed = (node: FlowNode): boolean =>
    node.type === 'hub-control' && DEVICES.some((device) => device === node.surface);
  const devices = new Set(nodes.filter(isNamed).map((node) => String(node.surface)));
  const missing = [...devices].filter((device) => !nodes.some(({ id }) => id === surfaceId(device)));
  const named = nodes.map((node) => (isNamed(node) ? { ...node, surface: surfaceId(String(node.surface)) } : node));
  return [...named, ...missing.map((device) => surface(device))];
}
