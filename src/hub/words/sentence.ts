import { escapeReferences } from '../../base/display.js';
import type { Problem, TargetNames } from '../wire/errors.js';
import { explainReason } from './explain.js';
import { shortenMiddle, shortenNames } from './target-names.js';
import type { NamedOperation, Words } from './texts.js';
import { verdictOf } from './verdict.js';

/** The place of a failure. */
export interface FailedPlace {
  readonly operation?: NamedOperation;
  /** The name of the hub. */
  readonly hub?: string;
  /** The target of a failure without an operation, e.g. the name of a lamp. */
  readonly target?: string;
  /** The name of the node. It ends the sentence. */
  readonly node?: string;
  /** True if the command was only rehearsed, and would fail. */
  readonly isRehearsed?: boolean;
  /** More sentences, before the node. */
  readonly notes?: readonly string[];
}

/** Maximum length of the target with its hub, in characters, so that the solution fits in the first 80. */
const MAX_HEAD = 36;

/** Lengths of the hub's name in characters. An address such as `127.0.0.1:8090` fits, if the target leaves the room. */
const MIN_HUB = 8;
const MAX_HUB = 14;

/**
 * The one sentence for a failure, in the error, the journal and the log: target, verdict, reason, solution, details.
 * Example: `Anchor › In (Studio hub): unknown – no answer in 5 s. Check output. The hub may have carried it out. [Key 1]`.
 * Target, verdict and solution fit in 80 characters. The fact `called` of the problem has the names of the target.
 */
export function failureSentence(words: Words, problem: Problem, place: FailedPlace): string {
  const { operation, hub, target, node, notes = [], isRehearsed = false } = place;
  // The host of a remote panel has already composed the sentence.
  const { facts } = problem;
  if ('hostSentence' in facts) {
    const advice = facts.needsAdvice ? [words('errors.checkOutput')] : [];
    return [escapeReferences(facts.hostSentence), ...advice].join(' ');
  }
  const named =
    target === undefined && operation ? targetOf(words, operation, facts.called) : { names: [target ?? ''] };
  const room = MAX_HEAD - ' ()'.length;
  const hubLength = Math.max(MIN_HUB, Math.min(MAX_HUB, room - targetText(named).length));
  const shortHub = hub && shortenMiddle(hub, hubLength);
  const verdict = isRehearsed ? 'rehearsal' : verdictOf(problem, operation);
  const explained = explainReason(words, problem, operation);
  const reason = isRehearsed ? words('errors.wouldFail', { reason: explained }) : explained;
  const sentence = words(`sentence.${shortHub ? 'onHub' : 'noHub'}`, {
    target: targetText(named, shortHub ? room - shortHub.length : MAX_HEAD),
    hub: shortHub,
    reason: verdict === 'partly' ? reason : words('sentence.verdict', { verdict: words(`verdict.${verdict}`), reason }),
  });
  return [sentence, ...notes, ...(node ? [`[${escapeReferences(node)}]`] : [])].join(' ');
}

/** The kinds of things that also name the action, so that the label of the operation is left out. */
const ACTIONS: readonly (string | undefined)[] = ['button', 'linearButton', 'newsroomButton', 'function'];

/** A target shows this many names, from the end. */
const TARGET_PARTS = 2;

/** The target of a command, e.g. `Anchor` and `In`. */
interface Target {
  /** The label of the operation, if the names do not show it. Example: `Play item`. */
  readonly action?: string;
  readonly names: readonly string[];
}

function targetOf(words: Words, { name, kind, latest, parameters }: NamedOperation, called: TargetNames = {}): Target {
  const things = parameters.filter((each) => each.names && each.required && called[each.name]);
  const component = parameters.find((each) => each.names === 'component');
  const names = things.slice(-TARGET_PARTS).map((each) => called[each.name] ?? '');
  const part = component && called[component.name];
  if (part && names.length > 0) names.push(`${names.pop()}.${part}`);
  const showsAction = kind === 'read' ? /^get/.test(name) : latest || ACTIONS.includes(things.at(-1)?.names);
  return { names, ...(!(names.length > 0 && showsAction) && { action: words.operation(name) }) };
}

/** Between two names, and after an action. */
const SEPARATOR_LENGTH = ' › '.length;

/** The text of a target, e.g. `Anchor › In` or `Play item · Anchor`. */
function targetText({ action, names }: Target, max = Number.POSITIVE_INFINITY): string {
  const parts = action === undefined ? names : [action, ...names];
  const shortened = shortenNames(parts, max - (parts.length - 1) * SEPARATOR_LENGTH);
  const shownAction = action === undefined ? [] : [shortened.shift()];
  return [...shownAction, ...(names.length > 0 ? [shortened.join(' › ')] : [])].join(' · ');
}
