import { firstName } from '../../base/display.js';
import { componentsOf } from '../lookup/components.js';
import { type Candidate, fieldCandidates, type Listing, mapRows, part } from './rule.js';

const properties = mapRows(({ PropertyPath, DisplayName, Value }) => ({
  value: PropertyPath,
  label: DisplayName,
  present: Value,
}));

/** True for internal properties of the engine, by their names (docs/interface.md "Seen in the field", Values). */
const isNoise = ({ value, label }: Candidate): boolean =>
  [value, label].some((name) => /^(Node|Debug)/.test(String(name)));

/** Engine hosts and their nodes, properties and functions (docs/interface.md "Engine host" to "Function"). */
export const engines = {
  engine: {
    read: 'listEngines',
    candidates: mapRows(({ id, displayName, name, status }) => ({
      value: id,
      label: firstName(displayName, name),
      note: status,
    })),
  },
  node: { read: 'listNodes', candidates: mapRows(({ NodePath, NodeName }) => ({ value: NodePath, label: NodeName })) },
  property: {
    read: 'listProperties',
    candidates: (list, params, beside) => {
      const all = properties(list, params, beside);
      return [...all.filter((each) => !isNoise(each)), ...all.filter(isNoise)];
    },
  },
  component: {
    read: 'getProperty',
    candidates: (property) =>
      componentsOf(part(property, 'Value')).map(({ path, value }) => ({ value: path, present: value })),
  },
  function: {
    read: 'listFunctions',
    candidates: mapRows(({ FunctionPath, FunctionName }) => ({ value: FunctionPath, label: FunctionName })),
  },
  functionParameter: {
    read: 'getFunction',
    candidates: (fn) =>
      fieldCandidates(part(fn, 'Properties')).map(({ value, present }) => ({ value, present: part(present, 'Value') })),
  },
} satisfies Record<string, Listing>;
