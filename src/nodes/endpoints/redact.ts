import type { Allowed } from '../../hub/table/allowed.js';
import { badInput, type Facts, type HubError } from '../../hub/wire/errors.js';
import { redact, secretPatterns } from '../../hub/wire/secrets.js';
import type { HubSettings } from '../../hub/wire/settings.js';
import type { Problem } from '../../hub/words/problem.js';

/**
 * A failure for the editor. A wrong field is shown with its text in the editor (`editorFields`), so the value of an
 * environment variable stays hidden. Secrets are blanked.
 */
export function problemOf(error: HubError, editorFields: Facts, settings: HubSettings | undefined): Problem {
  const secrets = settings ? secretPatterns(settings) : [];
  const shown = Object.entries(asInEditor(error, editorFields)).map(([name, fact]) => [
    name,
    typeof fact === 'string' ? redact(fact, secrets) : fact,
  ]);
  return { code: error.code, outcome: error.outcome, facts: Object.fromEntries(shown) };
}

function asInEditor({ code, facts }: HubError, editorFields: Facts): Facts {
  const { field, value, allowed } = facts;
  if (code !== 'BAD_INPUT' || value === undefined || value === 'undefined') return facts;
  // Any other field is the name of a header, which may come from the environment.
  if (!Object.hasOwn(editorFields, String(field))) return { ...facts, field: 'headers', value: '…' };
  const shown = String(badInput('', editorFields[String(field)], allowed as Allowed).facts.value);
  // The reason quotes the value.
  const reason = facts.reason !== undefined && /\$[{(]/.test(shown) ? { reason: '…' } : {};
  return { ...facts, ...reason, value: shown };
}
