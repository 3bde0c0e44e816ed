import { setLimited } from '../../base/set-limited.js';
import { red } from './red.js';

/** The part of a drawn node that Node-RED measures. */
interface DrawnNode {
  readonly __statusLabel__?: SVGTextElement;
}

/** More than one tab shows. The value of a fader is a new text each time. */
const MAX_TEXTS = 2000;

/** The sizes of the last texts below nodes. */
const boxes = new Map<string, DOMRect>();

/**
 * Measures each text of a status once. Node-RED measures the status of every node whenever it draws a tab, and each
 * measurement lays out the whole tab.
 */
export function measureStatusesOnce(): void {
  red.hooks.add('viewAddNode.graphics-hub', ({ node, el }) => {
    const { __statusLabel__: label } = el as DrawnNode;
    if (!label || !node.type.startsWith('hub-')) return;
    const measure = label.getBBox.bind(label);
    label.getBBox = () => {
      const text = label.textContent;
      const measured = boxes.get(text);
      if (measured) return measured;
      const box = measure();
      // An invisible text has no width.
      if (box.width > 0) setLimited(boxes, text, box, { most: MAX_TEXTS });
      return box;
    };
  });
}
