import type { SavedNode } from '../base/examples.js';

/** The nodes of a recipe that belong to its device: all that are not ours, without the wires to ours. */
export function devicePart(recipe: readonly SavedNode[]): readonly SavedNode[] {
  const part = recipe.filter(({ type }) => !type.startsWith('hub-'));
  const isKept = (id: string) => part.some((node) => node.id === id);
  return part.map((node) => {
    const { wires } = node as { readonly wires?: readonly (readonly string[])[] };
    return wires ? { ...node, wires: wires.map((port) => port.filter(isKept)) } : node;
  });
}
