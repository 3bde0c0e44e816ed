import { type EditorNode, red } from './red.js';

/** Node-RED's sources of nodes from the palette, and from the list that a double click opens. */
const USER_SOURCES: readonly unknown[] = ['palette', 'typeSearch'];

const neverEdited = new Set<string>();

red.events.on('nodes:add', ({ id }, details) => {
  if (USER_SOURCES.includes(details?.source)) neverEdited.add(id);
});
red.events.on('editor:save', ({ id }) => void neverEdited.delete(id));

/** True for a new node or configuration whose dialog was never closed by Done. */
export const isNeverEdited = ({ id }: Pick<EditorNode, 'id'>): boolean => neverEdited.has(id) || !red.nodes.node(id);
