import { isHeaderValue } from '../../base/address.js';
import { isEnvironment } from '../../saved/environment.js';
import { type Description, type Fault, type Field, fieldFault, ruleFault, valuesOf } from '../../saved/field.js';
import { LOOK } from '../../saved/look.js';
import { versionFault } from '../../saved/version.js';
import type { OperationNode } from '../base/node-types.js';
import { red } from '../base/red.js';
import { operationOf } from '../base/table.js';
import { allowedText, words } from '../base/words.js';
import { isNoHub, judgeHub, judgeSurface } from './judge-references.js';

/**
 * The result for Node-RED's `validate`: true, or the reason. The reason never contains a saved value, because the
 * sidebar shows it as HTML.
 */
export type Verdict = true | string;

/** Validates a field beside the other fields of its node or dialog. */
export function judgeField(description: Description, node: object, name: string, value: unknown): Verdict {
  const field = description.fields[name];
  if (!field || isEnvironment(value)) return true;
  const text = String(value ?? '');
  if (field.kind === 'hub') return judgeHub(text);
  if (field.kind === 'optionalHub') return isNoHub(text) || judgeHub(text);
  if (field.kind === 'surface') return judgeSurface(text);
  if (field.kind === 'path') return judgePath(field.label, text);
  const fault =
    fieldFault(name, field, value, isEnvironment) ??
    ruleFault(description, { ...node, [name]: value }, name, isEnvironment);
  if (fault === undefined) return true;
  const { row } = fault;
  const reason = sentenceOf(fault);
  return row === undefined ? reason : words('reasons.row', { field: words(field.label), row, reason });
}

/** The options of a choice, with their labels. */
export const optionsOf = ({ allowed, texts }: Field): { value: string; label: string }[] =>
  allowed.key === 'choice'
    ? allowed.options.map(String).map((value) => ({ value, label: texts ? words(`${texts}.${value}`) : value }))
    : [];

/** The sentence for a wrong field. */
function sentenceOf({ field: { kind, label, texts }, field, value, allowed, reason }: Fault): string {
  const isMissing = kind === 'name' && field.required && String(value ?? '').trim() === '' && !reason;
  const options = optionsOf(field).map((option) => option.label);
  return words(reason ?? (isMissing ? 'reasons.missing' : 'reasons.wrong'), {
    field: words(label),
    allowed: texts ? words('allowed.choice', { options: options.join(', ') }) : allowedText(allowed),
  });
}

/** Validates the saved version of a node. */
export function judgeVersion(version: unknown): Verdict {
  const fault = versionFault(version);
  return fault === undefined || words(`reasons.${fault}`, { version: Number(version) });
}

export function judgeOperation(node: OperationNode, name: string): Verdict {
  if (isEnvironment(name) || operationOf({ ...node, operation: name })) return true;
  return words(name ? 'reasons.unknownOperation' : 'reasons.noOperation');
}

/** The properties of a look. Only the dialog expects some for *Store*: a message can also choose another operation. */
export function judgeLookProperties(node: object, value: unknown): Verdict {
  const { operation, holdStores } = valuesOf(LOOK.fields, node);
  const stores = operation === 'store' || (operation === 'recall' && holdStores);
  if (stores && !(Array.isArray(value) && value.length > 0)) return words('look.reasons.noProperties');
  return judgeField(LOOK, {}, 'properties', value);
}

/** A path into an answer (`src/nodes/message/watched-value.ts`). A blank means the whole answer. */
function judgePath(label: string, path: string): Verdict {
  const readsMessage = /\[\s*msg\b/.test(path);
  // Node-RED expects a name first, and a list starts with an index.
  const property = path.startsWith('[') ? `_${path}` : `_.${path}`;
  const isPath = path === '' || (!readsMessage && red.utils.validateTypedProperty(property, 'msg') === true);
  return isPath || words('reasons.wrong', { field: words(label), allowed: words('allowed.path') });
}

/** Only the dialog can check this, because a node holds no secrets. */
export function judgeCredential(credential: string, value: string): Verdict {
  const field = words(`params.${credential}`);
  if (value === '') return words('reasons.noCredential', { field });
  // HTTP encodes a user and a password.
  const isHeader = credential === 'apiKey' || credential === 'token';
  return !isHeader || isHeaderValue(value) || words('reasons.wrong', { field, allowed: words('allowed.headerValue') });
}
