import { cut } from '../base/display.js';
import type { TargetNames } from '../hub/wire/errors.js';
import type { Step } from './list.js';

/** The names of a step for the sentence of its failure. They are stored, since the list may change. */
export interface StepName {
  /** Set for a command. */
  readonly operation?: string;
  /** The names of the things of a command, by parameter. */
  readonly called?: TargetNames;
  /** Set for a look. */
  readonly look?: string;
  /** Set for a message. */
  readonly topic?: string;
}

/** Characters of a name that are stored. */
const MAX_NAME = 81;

export function stepName(step: Step): StepName {
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
