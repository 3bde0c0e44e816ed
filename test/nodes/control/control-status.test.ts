import type { NodeStatus } from 'node-red';
import should from 'should';
import { ControlStatus } from '../../../dist/nodes/control/control-status.js';

describe('the status of a control', () => {
  let shown: NodeStatus[];
  let status: ControlStatus;
  beforeEach(() => {
    shown = [];
    status = new ControlStatus({ status: (each) => void shown.push(each) });
  });

  const [press, hold] = ['press', 'hold'] as const;
  const question = { fill: 'yellow', shape: 'ring', text: 'press again', armed: true } as const;
  const note = { fill: 'yellow', shape: 'ring', text: 'release ignored' } as const;
  const failure = { fill: 'red', shape: 'dot', text: 'refused' } as const;
  const done = { fill: 'green', shape: 'dot', text: '✓ In' } as const;
  const onAir = { fill: 'red', shape: 'dot', text: 'on air' } as const;

  it('shows a failure before the question of another gesture, and the question before a note', () => {
    status.ofWork(press, question);
    status.ofWork(hold, note);
    should(shown).eql([question]);
    status.ofWork(hold, failure);
    should(shown.at(-1)).eql(failure);
    status.ofWork(hold, {});
    should(shown.at(-1)).eql(question);
  });

  it('shows the state of the light before the success of a command', () => {
    status.ofWork(press, done);
    should(shown.at(-1)).eql(done);
    status.ofState(onAir);
    status.ofWork(hold, done);
    should(shown.at(-1)).eql(onAir);
  });

  it('shows the same status once, and nothing after its end', () => {
    status.ofState(onAir);
    status.ofState({ ...onAir });
    status.end();
    status.ofWork(press, failure);
    should(shown).eql([onAir]);
  });
});
