import should from 'should';
import { examples, type Part } from '../examples.js';
import { recipes } from '../recipes.js';

/** The commands of the hub whose second press skips one: playnext, continue, and next of an item. */
const STEPS = ['playNext', 'continueItem', 'nextItemStep'];

/** The lockout in s that the editor gives to a new key. */
const LOCKOUT = '0.25';

/** Other lockouts, in s, and their reasons. */
const OTHERS: Readonly<Record<string, string>> = {
  // A double click with the mouse is slower than two taps.
  '3-panels/mqtt-button-without-surprises: Next on program': '0.5',
  '4-recipes/dashboard: playNext': '0.5',
  // A click shortly before the time, and the time itself.
  '4-recipes/schedule: playNext': '90',
  // Only a hold plays the next item. A second hold takes longer than the lockout, which counts presses only.
  '4-recipes/shelly: Lower third': '',
};

/** A default of cue lists, for the Gos of all their panels. */
const OF_A_LIST = '0.3';

/** A saved action of a control, or a node. */
interface Action {
  readonly operation?: string;
  readonly does?: string;
  /** Blank: Go. */
  readonly cueOperation?: string;
}

const isStep = ({ operation = '', does, cueOperation }: Action): boolean =>
  does === 'cue' ? !cueOperation || cueOperation === 'go' : STEPS.includes(operation);

const actionsOf = ({ actions = [] }: Part & { readonly actions?: readonly Action[] }): readonly Action[] => actions;

const flows = [...examples, ...recipes.map(({ name, flow }) => ({ name: `4-recipes/${name}`, flow }))];
const lockouts = flows.flatMap(({ name, flow }) =>
  (flow as readonly (Part & Action)[])
    .filter((node) => isStep(node) || actionsOf(node).some(isStep))
    .map((node) => [`${name}: ${node.name || node.operation}`, node.lockout] as const),
);

describe('the lockouts of the examples', () => {
  it('let a nervous hand go one step at a time', () => {
    should(lockouts.length).be.aboveOrEqual(15);
    should(lockouts).eql(lockouts.map(([node]) => [node, OTHERS[node] ?? LOCKOUT]));
  });

  it('differ only in examples that exist', () => {
    should(Object.keys(OTHERS).filter((node) => !lockouts.some(([each]) => each === node))).eql([]);
  });

  it('of cue lists are their default', () => {
    const lists = flows.flatMap(({ flow }) => flow.filter(({ type }) => type === 'hub-cues'));
    should(lists.length).be.aboveOrEqual(5);
    should(lists.filter(({ lockout }) => lockout !== OF_A_LIST)).eql([]);
  });
});
