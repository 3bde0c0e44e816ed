import { type EditorNode, red } from './red.js';

/** How Node-RED says that somebody took a node from the palette, or from the list that a double click opens. */
const USER_SOURCES: readonly unknown[] = ['palette', 'typeSearch'];

const neverEdited = new Set<string>();

red.events.on('nodes:add', ({ id }, how) => {
  if (USER_SOURCES.includes(how?.source)) neverEdited.add(id);
});
red.events.on('editor:save', ({ id }) => void neverEdited.delete(id));

/** Whether nobody has filled in a node or configuration yet: it is new, and its dialog was never ended by Done. */
export const isNeverEdited = ({ id }: Pick<EditorNode, 'id'>): boolean => neverEdited.has(id) || !red.nodes.node(id);
