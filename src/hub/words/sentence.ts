import { escapeReferences } from './escape-references.js';
import { explainReason } from './explain.js';
import type { NamedOperation, Problem, TargetNames } from './problem.js';
import { shortenMiddle, shortenNames } from './shorten.js';
import type { Words } from './words.js';

/** The place of a failure. */
export interface FailedPlace {
  readonly operation?: NamedOperation;
  /** The name of the hub. */
  readonly hub?: string;
  /** The target of a failure without an operation, e.g. the name of a lamp. */
  readonly target?: string;
  /** The name of the node. It ends the sentence. */
  readonly node?: string;
  /** More sentences, before the node. */
  readonly notes?: readonly string[];
}

/** Maximum length of the target with its hub, in characters, so that the solution fits in the first 80. */
const MAX_HEAD = 36;

/** Maximum length of the hub's name in characters. An address such as `127.0.0.1:8090` fits. */
const MAX_HUB = 14;

/**
 * The one sentence for a failure, in the error, the journal and the log: target, verdict, reason, solution, details.
 * Example: `Anchor › In (Studio hub): unknown – no answer in 5 s. Check on air. The hub may have carried it out. [Key 1]`.
 * Target, verdict and solution fit in 80 characters. The fact `called` of the problem has the names of the target.
 */
export function failureSentence(words: Words, problem: Problem, place: FailedPlace): string {
  const { operation, hub, target, node, notes = [] } = place;
  // The host of a remote panel has already composed the sentence.
  if (problem.facts.hostSentence !== undefined) return escapeReferences(String(problem.facts.hostSentence));
  const shortHub = hub && shorten(hub, MAX_HUB);
  const max = shortHub ? MAX_HEAD - shortHub.length - ' ()'.length : MAX_HEAD;
  const called = problem.facts.called as TargetNames | undefined;
  const sentence = words(`sentence.${shortHub ? 'onHub' : 'noHub'}`, {
    target:
      target === undefined && operation ? targetText(words, operation, called, max) : shortenMiddle(target ?? '', max),
    hub: shortHub,
    verdict: words(`verdict.${verdictOf(problem, operation)}`),
    reason: explainReason(words, problem, operation),
  });
  return [sentence, ...notes, ...(node ? [`[${escapeReferences(node)}]`] : [])].join(' ');
}

function verdictOf({ code, outcome }: Problem, operation: NamedOperation | undefined): string {
  if (code === 'REHEARSAL') return 'rehearsal';
  return operation?.kind === 'read' ? 'read' : outcome;
}

/** The kinds of things that also name the action, so that the label of the operation is left out. */
const ACTIONS: readonly (string | undefined)[] = ['button', 'linearButton', 'newsroomButton', 'function'];

/** A target shows this many names, from the end. */
const TARGET_PARTS = 2;

/** Between two names, and after an action. */
const SEPARATOR_LENGTH = ' › '.length;

/** The target of a command, e.g. `Anchor › In`. With its operation if the target does not show it: `Play item · Anchor`. */
function targetText(
  words: Words,
  { name, kind, latest, parameters }: NamedOperation,
  names: TargetNames | undefined,
  max: number,
): string {
  const things = parameters.filter((each) => each.names && each.required && names?.[each.name]);
  const component = parameters.find((each) => each.names === 'component');
  const path = things.slice(-TARGET_PARTS).map((each) => names?.[each.name] ?? '');
  const part = component && names?.[component.name];
  const target = part ? [...path.slice(0, -1), ...path.slice(-1).map((last) => `${last}.${part}`)] : path;
  const showsAction = kind === 'read' ? /^get/.test(name) : latest || ACTIONS.includes(things.at(-1)?.names);
  const parts = target.length > 0 && showsAction ? target : [words.operation(name), ...target];
  const shortened = shortenNames(parts, max - (parts.length - 1) * SEPARATOR_LENGTH);
  if (parts === target) return shortened.join(' › ');
  const [action, ...rest] = shortened;
  return [action, rest.join(' › ')].filter(Boolean).join(' · ');
}

const shorten = (text: string, max: number): string => (text.length > max ? `${text.slice(0, max - 1)}…` : text);
