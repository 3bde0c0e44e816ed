import { type EditorNode, red } from './red.js';

/** How Node-RED says that somebody took a node from the palette, or from the list that a double click opens. */
const BY_HAND: readonly unknown[] = ['palette', 'typeSearch'];

const fresh = new Set<string>();

red.events.on('nodes:add', ({ id }, how) => {
  if (BY_HAND.includes(how?.source)) fresh.add(id);
});
red.events.on('editor:save', ({ id }) => void fresh.delete(id));

/** Whether nobody has filled in a node or configuration yet: it is new, and its dialog was never ended by Done. */
export const isFresh = ({ id }: Pick<EditorNode, 'id'>): boolean => fresh.has(id) || !red.nodes.node(id);
