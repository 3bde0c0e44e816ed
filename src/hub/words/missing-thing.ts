import type { Problem } from '../wire/errors.js';
import type { NamedOperation } from './problem.js';
import { shortenMiddle } from './shorten.js';
import type { Words } from './texts.js';

/** A thing that does not exist, and the names to choose from instead. */
export interface MissingThing {
  /** The key of its noun in the catalogue's `noSuch`. */
  readonly kind: string;
  readonly name: string;
  /** False for an id, which has no quotes. */
  readonly isText: boolean;
}

/** The nouns of fields that no picker fills. */
const NOUNS: Readonly<Record<string, string>> = {
  Parameters: 'parameter',
  look: 'look',
  only: 'part',
  operation: 'operation',
};

/** The noun is the last word of a kind, if this table has no other: `linearButton` is a button. */
const nounOf = (kind: string): string =>
  kind === 'linearEngine' ? 'show' : kind.replace(/^.*(?=[A-Z])/, '').toLowerCase();

/** Characters of a name, so that it is within the first 80 of the sentence. */
const MAX_NAME = 24;

/** The choices of a wrong value, if its field is a choice. */
export function choicesOf({ code, facts }: Pick<Problem, 'code' | 'facts'>): readonly (string | number)[] | undefined {
  if (code !== 'BAD_INPUT' || !('allowed' in facts) || facts.value === 'undefined') return undefined;
  const { allowed } = facts;
  return allowed.key === 'choice' ? (allowed.words ?? allowed.options) : undefined;
}

/** The thing that a failure names and that does not exist. Undefined: it is another failure, or several may be missing. */
export function missingThing(
  problem: Pick<Problem, 'code' | 'facts'>,
  operation: NamedOperation | undefined,
): MissingThing | undefined {
  const { facts } = problem;
  const namesOf = (name: string) => operation?.parameters.find((parameter) => parameter.name === name)?.names;
  if ('allowed' in facts && choicesOf(problem)) {
    const names = namesOf(facts.field);
    const kind = names ? nounOf(names) : NOUNS[facts.field];
    return kind === undefined ? undefined : { kind, ...nameIn(facts.value) };
  }
  const [missing, ...others] = ('missing' in facts && facts.missing) || [];
  if (problem.code !== 'HUB_NOT_FOUND' || missing === undefined || others.length > 0) return undefined;
  const names = namesOf(missing);
  const name = facts.called?.[missing];
  return names && name !== undefined ? { kind: nounOf(names), name, isText: !/^\d+$/.test(name) } : undefined;
}

/** The name in the fact `value`, which is JSON and may be cut. */
function nameIn(value: string): Omit<MissingThing, 'kind'> {
  if (!value.startsWith('"')) return { name: value, isText: false };
  try {
    return { name: JSON.parse(value) as string, isText: true };
  } catch {
    return { name: value.slice(1), isText: true };
  }
}

/** Example: `no button "Wave"`. */
export const missingSentence = (words: Words, { kind, name, isText }: MissingThing): string => {
  const short = shortenMiddle(name, MAX_NAME);
  return words(`noSuch.${kind}`, { name: isText ? JSON.stringify(short) : short });
};

/** Example: `no button Wave`. */
export const missingStatus = (words: Words, { kind, name }: MissingThing): string => words(`noSuch.${kind}`, { name });
