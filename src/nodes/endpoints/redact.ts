import { type Facts, HubError, type Problem, withTexts, wrongValue } from '../../hub/wire/errors.js';
import { redact, secretPatterns } from '../../hub/wire/secrets.js';
import type { HubSettings } from '../../hub/wire/settings.js';

/** The values of fields as the editor has them. */
type EditorFields = Readonly<Record<string, unknown>>;

/**
 * A failure for the editor. A wrong field of a configuration is shown with its text in the editor (`editorFields`), so the
 * value of an environment variable stays hidden. Secrets are blanked.
 */
export function problemOf(
  error: HubError,
  editorFields: EditorFields | undefined,
  settings: HubSettings | undefined,
): Problem {
  const secrets = settings ? secretPatterns(settings) : [];
  const { code, outcome } = error;
  const facts = editorFields ? asInEditor(error, editorFields) : error.facts;
  return withTexts({ code, outcome, facts }, (text) => redact(text, secrets));
}

/** The result of some work, or its problem. */
export async function orProblem(
  settings: HubSettings | undefined,
  work: () => Promise<object>,
  editorFields?: EditorFields,
): Promise<object | { readonly problem: Problem }> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof HubError)) throw error;
    return { problem: problemOf(error, editorFields, settings) };
  }
}

function asInEditor({ code, facts }: HubError, editorFields: EditorFields): Facts {
  if (code !== 'BAD_INPUT' || !('value' in facts) || facts.value === undefined || facts.value === 'undefined')
    return facts;
  // Any other field is the name of a header, which may come from the environment.
  const field = 'field' in facts ? facts.field : '';
  if (!Object.hasOwn(editorFields, field)) return { ...facts, field: 'headers', value: '…' };
  const { value } = wrongValue(field, editorFields[field], { key: 'json' });
  // The reason quotes the value.
  return 'reason' in facts && /\$[{(]/.test(value) ? { ...facts, reason: '…', value } : { ...facts, value };
}
