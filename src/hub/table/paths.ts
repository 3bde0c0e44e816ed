/** All paths are below this one (docs/develop/interface.md "Base"). */
export const VERSION_BASE = '/api/rest/v1';

/** Values that cannot be a segment of a URL: clients and servers remove them. */
const FOLDED = new Set(['', '.', '..']);

/** True if a value can be one segment of a path, and reaches the hub unchanged. */
export const isSegment = (value: string): boolean => !FOLDED.has(value) && value.isWellFormed();

/**
 * The template's path with each value percent-encoded exactly once (docs/develop/interface.md "Base"). Throws a RangeError with
 * the name of a parameter without a legal value.
 */
export function buildPath(template: string, values: Readonly<Record<string, string>>): string {
  const [start = '', ...rest] = splitTemplate(template);
  let path = start;
  for (let at = 0; at < rest.length; at += 2) {
    const name = rest[at] as string;
    const value = values[name];
    if (value === undefined || !isSegment(value)) throw new RangeError(name);
    path += encodeURIComponent(value) + rest[at + 1];
  }
  return path;
}

/** A template as text, name, text, name, text. */
function splitTemplate(template: string): readonly string[] {
  const parts = splitTemplates.get(template) ?? template.split(/\{(\w+)\}/);
  splitTemplates.set(template, parts);
  return parts;
}

const splitTemplates = new Map<string, readonly string[]>();

/**
 * The decoded values of the template's names in a path. Undefined if the path does not match. Hubs ignore a slash at the
 * end (docs/develop/interface.md "Seen in the field", Paths).
 */
export function matchPath(template: string, path: string): Record<string, string> | undefined {
  const templateSegments = template.split('/');
  const segments = path.replace(/\/$/, '').split('/');
  if (templateSegments.length !== segments.length) return undefined;
  const values: Record<string, string> = {};
  for (const [index, segment] of templateSegments.entries()) {
    const text = segments[index] ?? '';
    if (!segment.startsWith('{')) {
      if (segment !== text) return undefined;
      continue;
    }
    const value = decodeSegment(text);
    if (value === undefined || !isSegment(value)) return undefined;
    values[nameIn(segment)] = value;
  }
  return values;
}

/** The name in a template's segment such as `{engineId}`. */
const nameIn = (segment: string): string => segment.slice(1, -1);

function decodeSegment(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
