import { operations } from '../hub/table/operations.js';
import { text } from '../texts/report-texts.js';
import { WrongUsage } from './run-command.js';

/** The options of each command that reads a whole hub. */
export const LIMIT_OPTIONS = {
  limit: { type: 'string', multiple: true },
  properties: { type: 'string' },
} as const;

interface Limits {
  readonly limits: Readonly<Record<string, number>>;
  readonly propertiesPerEngine: number;
}

/** The kinds of things that have reads of their own. */
const KINDS = [
  ...new Set(operations.flatMap(({ parameters }) => parameters.flatMap(({ names }) => names ?? []))),
].sort();

/** Adds `--limit KIND=N`, `--limit N` for all kinds, and `--properties N`. Throws WrongUsage. */
export function limitsFrom(
  { limit = [], properties }: { readonly limit?: string[] | undefined; readonly properties?: string | undefined },
  { limits, propertiesPerEngine }: Limits,
): Limits {
  const added = limit.flatMap((entry) => {
    const [kind = '', count = kind] = entry.split('=', 2);
    const kinds = entry.includes('=') ? [kind] : KINDS;
    if (!/^\d{1,9}$/.test(count) || !kinds.every((each) => KINDS.includes(each)))
      throw new WrongUsage(text('limits.wrong', { entry, kinds: KINDS.join(', ') }));
    return kinds.map((each) => [each, Number(count)] as const);
  });
  if (properties !== undefined && !/^\d{1,9}$/.test(properties))
    throw new WrongUsage(text('connection.wrong', { option: '--properties', value: properties }));
  return {
    limits: { ...limits, ...Object.fromEntries(added) },
    propertiesPerEngine: properties === undefined ? propertiesPerEngine : Number(properties),
  };
}
