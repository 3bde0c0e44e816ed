import { isObject } from '../base/values.js';
import type { Read } from '../hub/lookup/lookup-cache.js';
import { HubError } from '../hub/wire/errors.js';
import { findProperties } from '../looks/find-properties.js';
import { keyOf, type PropertyName, textOf } from '../looks/look.js';
import type { CheckedField, Verdict } from './checked-field.js';

type Saved = Readonly<Record<string, unknown>>;

/** Two things of one name cannot be recalled either. */
const VERDICTS: Readonly<Record<string, Verdict>> = { missing: 'missing', ambiguous: 'missing' };

/** Checks the properties in the table of a `hub-look`, which are saved by name. */
export async function checkLook(node: Saved, read: Read): Promise<CheckedField[]> {
  const names = (Array.isArray(node.properties) ? node.properties : []).filter(isObject).map(nameOf);
  let verdictOf: (name: PropertyName) => Verdict = () => 'unread';
  try {
    const { properties } = await findProperties(names, read);
    verdictOf = (name) => {
      const found = properties.get(keyOf(name));
      return typeof found === 'object' ? 'present' : (VERDICTS[found ?? ''] ?? 'unread');
    };
  } catch (error) {
    if (!(error instanceof HubError)) throw error;
  }
  return names.map((name) => ({
    nodeId: String(node.id),
    nodeType: String(node.type),
    nodeName: String(node.name ?? ''),
    operation: 'setProperty',
    field: 'propertyPath',
    kind: 'property',
    value: textOf(name),
    label: '',
    verdict: verdictOf(name),
  }));
}

function nameOf({ engine, node, nodePath, property, propertyPath, component }: Saved): PropertyName {
  return {
    engine: String(engine),
    node: String(node),
    property: String(property),
    ...(isText(nodePath) && { nodePath }),
    ...(isText(propertyPath) && { propertyPath }),
    ...(isText(component) && { component }),
  };
}

const isText = (field: unknown): field is string => typeof field === 'string' && field !== '';
