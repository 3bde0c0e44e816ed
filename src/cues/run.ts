import { cut } from '../base/display.js';
import type { CueCall } from '../hub/records/as-run.js';
import type { HubError, Outcome, Problem, TargetNames } from '../hub/wire/errors.js';
import type { Cue, Step } from './list.js';

/**
 * The end of a step that was sent. `superseded`: a newer value won, which is not a failure. `dropped`: it did not leave,
 * because of a Go, a stop or a failure.
 */
export type StepOutcome = 'done' | 'superseded' | 'rehearsal' | 'dropped' | Outcome;

type StepState = 'waiting' | 'sent' | StepOutcome;

/** The first list of steps of a cue, or the one of its time out. */
export type Part = 'steps' | 'timeOut';

/** A step of a cue that was started. */
export interface StepRun {
  readonly step: Step;
  readonly part: Part;
  /** In the clock's ms. */
  readonly dueAt: number;
  readonly state: StepState;
  /** Set for a failure. */
  readonly reason?: HoldReason | undefined;
  readonly error?: HubError | undefined;
}

/** A cue that was started, with the cue at this moment: later edits do not change it. */
export interface Run {
  readonly id: number;
  readonly number: string;
  readonly cue: Cue;
  /** All its commands have it in the journal. */
  readonly call: CueCall;
  readonly startedAt: number;
  readonly steps: readonly StepRun[];
  /** The time of its follow-on or time out. Undefined: none, not known yet, or over. */
  readonly nextAt?: number | undefined;
  /** A Go or a stop has ended its waiting steps. */
  readonly ending?: 'superseded' | 'stopped';
  /** The parts whose end was reported. */
  readonly reported: readonly Part[];
}

/** The end of all steps of a cue. */
export type CueOutcome = 'done' | 'superseded' | 'stopped' | 'failed' | 'unknown';

/**
 * Why a list holds. `step`: the error of the step. `late`: its time passed too long ago. `restarted`: Node-RED ended before the
 * hub answered.
 *
 * `deployed`: a deploy closed the node before the hub answered, or before it was sent. `rehearsal`: a rehearsal began before.
 *
 * `unread`: the position exists, but cannot be read.
 */
export const HOLD_REASONS = ['step', 'late', 'restarted', 'deployed', 'rehearsal', 'unread'] as const;

export type HoldReason = (typeof HOLD_REASONS)[number];

/** The names of a step for the sentence of its failure. They are stored, since the list may change. */
interface StepName {
  /** Set for a command. */
  readonly operation?: string;
  /** The names of the things of a command, by parameter. */
  readonly called?: TargetNames;
  /** Set for a look. */
  readonly look?: string;
  /** Set for a message. */
  readonly topic?: string;
}

/** The reason why the list holds. */
export interface Hold {
  readonly number: string;
  readonly name: string;
  readonly part: Part;
  /** Undefined: all steps were done, but the follow-on was dropped. */
  readonly step?: number | undefined;
  readonly outcome: Outcome;
  readonly reason: HoldReason;
  /** The step that failed. */
  readonly what?: StepName | undefined;
  /** After a restart of Node-RED, it has the same facts, and no answer of the hub. */
  readonly error?: Problem | undefined;
}

/** True while steps wait or are sent, or while a follow-on or time out waits. */
export const isPlaying = (run: Run | undefined): boolean =>
  run !== undefined &&
  (run.nextAt !== undefined || run.steps.some(({ state }) => state === 'waiting' || state === 'sent'));

export const stepRuns = (steps: readonly Step[], part: Part, at: number): StepRun[] =>
  steps.map((step) => ({ step, part, dueAt: at + 1000 * step.delay, state: 'waiting' }));

export const longestDelay = (steps: readonly Step[]): number => Math.max(0, ...steps.map(({ delay }) => delay));

export const isOpen = ({ state }: StepRun): boolean => state === 'waiting' || state === 'sent';

export const isFailure = (state: StepState): state is Outcome =>
  state === 'refused' || state === 'not-sent' || state === 'unknown';

/** True while its first steps have not all ended. */
export const hasOpenSteps = ({ steps }: Run): boolean => steps.some((each) => each.part === 'steps' && isOpen(each));

export const hasFailed = ({ steps }: Run): boolean => steps.some(({ state }) => isFailure(state));

export const dropWaiting = (run: Run): Run => ({
  ...run,
  nextAt: undefined,
  steps: run.steps.map((each) => (each.state === 'waiting' ? { ...each, state: 'dropped' } : each)),
});

export function outcomeOf({ ending }: Run, steps: readonly StepRun[]): CueOutcome {
  const states = steps.map(({ state }) => state);
  if (states.includes('unknown')) return 'unknown';
  if (states.some(isFailure)) return 'failed';
  return states.includes('dropped') ? (ending ?? 'failed') : 'done';
}

/** The first unknown outcome among the steps of a part, since its Go asks. If there is none, the first failure. */
export function holdOf(run: Run, part: Part): Hold | undefined {
  const steps = run.steps.filter((each) => each.part === part);
  const unknown = steps.findIndex(({ state }) => state === 'unknown');
  const step = unknown >= 0 ? unknown : steps.findIndex(({ state }) => isFailure(state));
  const failed = steps[step];
  if (!failed || !isFailure(failed.state)) return undefined;
  const { state: outcome, reason = 'step', error } = failed;
  return { number: run.number, name: run.cue.name, part, step, outcome, reason, what: stepName(failed.step), error };
}

/** Characters of a name that are stored. */
const MAX_NAME = 81;

function stepName(step: Step): StepName {
  switch (step.does) {
    case 'command': {
      const names = Object.entries(step.params).map(([name, { label, value }]) => [name, label || String(value)]);
      return {
        operation: step.operation,
        called: Object.fromEntries(names.map(([name = '', text = '']) => [name, cut(text, MAX_NAME)])),
      };
    }
    case 'look':
      return { look: step.look };
    case 'message':
      return { topic: step.topic };
  }
}
