import { drawOnChange, element, find } from './base.mjs';
import { button, controlRow, perform } from './control.mjs';

/** An item with its buttons, such as In and Out. */
const itemRow = (rundownId, { id, name, template, buttons }) =>
  controlRow(
    name,
    template,
    ...buttons.map(({ key, label }) => {
      const act = () => perform('pressItemButton', { rundownId, itemId: id, buttonKey: key });
      // Several buttons can have the same label.
      return Object.assign(button(label, act), { title: key });
    }),
  );

const rundownPart = ({ id, name, items }) => [element('h3', '', name), ...items.map((item) => itemRow(id, item))];

export const showItems = drawOnChange((rundowns) =>
  find('#items div').replaceChildren(...rundowns.flatMap(rundownPart)),
);
