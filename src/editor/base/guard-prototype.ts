import { type EditorNode, red } from './red.js';

/**
 * Keeps Node-RED's search from breaking the editor. It indexes the texts of each node in a plain object. A node with
 * the text `__proto__` becomes a property of every object that way, under the node's id.
 */
export function guardPrototype(): void {
  const removeFromPrototype = ({ id }: EditorNode) => {
    // Properties that JavaScript itself defines are not enumerable.
    if (Object.keys(Object.prototype).includes(id)) Reflect.deleteProperty(Object.prototype, id);
  };
  red.events.on('nodes:add', removeFromPrototype);
  red.events.on('nodes:change', removeFromPrototype);
}
