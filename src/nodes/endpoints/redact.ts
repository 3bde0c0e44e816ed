import type { Allowed } from '../../hub/table/allowed.js';
import { badInput, type Facts, type HubError } from '../../hub/wire/errors.js';
import { redact, secretPatterns } from '../../hub/wire/secrets.js';
import type { HubSettings } from '../../hub/wire/settings.js';
import type { Problem } from '../../hub/words/explain.js';

/**
 * A failure as the editor may see it. A wrong field is shown as the editor holds it, `given`: what the environment has
 * for it is nobody's business. Secrets are blanked.
 */
export function problemOf(error: HubError, given: Facts, settings: HubSettings | undefined): Problem {
  const secrets = settings ? secretPatterns(settings) : [];
  const shown = Object.entries(asGiven(error, given)).map(([name, fact]) => [
    name,
    typeof fact === 'string' ? redact(fact, secrets) : fact,
  ]);
  return { code: error.code, outcome: error.outcome, facts: Object.fromEntries(shown) };
}

function asGiven({ code, facts }: HubError, given: Facts): Facts {
  const { field, value, allowed } = facts;
  if (code !== 'BAD_INPUT' || value === undefined || value === 'undefined') return facts;
  // A field that nobody gave is the name of a header, which the environment may have told.
  if (!Object.hasOwn(given, String(field))) return { ...facts, field: 'headers', value: '…' };
  const shown = String(badInput('', given[String(field)], allowed as Allowed).facts.value);
  // The reason quotes what it is about.
  const reason = facts.reason !== undefined && /\$[{(]/.test(shown) ? { reason: '…' } : {};
  return { ...facts, ...reason, value: shown };
}
