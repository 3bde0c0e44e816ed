/** The operations for the dialogs, for the reference, and for the help of each node. */
import { createRequire } from 'node:module';

const dist = createRequire(new URL('../dist/', import.meta.url));
const { describeAllowed } = dist('./hub/words/explain.js');
const { publicListings: listings } = dist('./hub/lists/index.js');
const { allOperations } = dist('./hub/table/operations.js');
const { publicShape } = dist('./hub/table/public-table.js');
const { wordsOf } = dist('./nodes/runtime/node-texts.js');

/** The operations in the form for dialogs and help. */
export const publicOperations = publicShape(allOperations);

/** The lists of the editor with the values that each needs first. */
export const publicListings = listings();

const escaped = (text) => text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign]);

/** Node-RED's `_` for one catalogue: `package/file:part.part`. It returns an unknown key unchanged. */
const lookUp = (catalogue) => (key, facts) => {
  const [, path] = key.split(':');
  const text = path.split('.').reduce((words, part) => words?.[part], catalogue);
  return text?.replace(/__(\w+)__/g, (_, fact) => facts[fact]) ?? key;
};

function parameterHtml(words, parameter) {
  const { name, names, required, unit, allowed } = parameter;
  const label = words.parameter(name, names);
  const type = unit ? `${name}, ${unit}` : name;
  return `<dt${required ? '' : ' class="optional"'}>${escaped(label)} <span class="property-type">${type}</span></dt>
<dd>${escaped(describeAllowed(words, allowed))}</dd>`;
}

function operationHtml(words, { name, parameters }) {
  const label = words.operation(name);
  const list = parameters.map((parameter) => parameterHtml(words, parameter)).join('\n');
  return `<dt>${escaped(label)} <span class="property-type">${name}</span></dt>
<dd>${list && `<dl class="message-properties">\n${list}\n</dl>`}</dd>`;
}

/** The texts of a catalogue, in the form that nodes use. */
export const wordsIn = (catalogue) => wordsOf({ _: lookUp(catalogue) });

export function operationsHtml(area, catalogue) {
  const words = wordsIn(catalogue);
  const list = publicOperations.filter((operation) => operation.area === area);
  if (list.length === 0) throw new Error(`The help of ${area} asks for {{operations}}, and the table has none`);
  return `<dl class="message-properties">\n${list.map((it) => operationHtml(words, it)).join('\n')}\n</dl>`;
}
