import should from 'should';
import {
  Button,
  ClickDeduplicator,
  Motor,
  Once,
  parseLampMessage,
  recognise,
  STATES,
  saidBy,
  systemClock,
  Voices,
} from '../../dist/panels/index.js';

describe('the deprecated names of the library', () => {
  const answerOfRead = { topic: 'CAM 1', payload: true, hub: { operation: 'getProperty', outcome: 'done' } };

  it('find repeated clicks', () => {
    const clicks = new Once({ ...systemClock, now: () => 0 });
    const event = (type: string) => recognise({ topic: 'take', payload: '', _event: { type } })!;
    should(clicks).be.instanceOf(ClickDeduplicator);
    should(['pointerdown', 'pointerup', 'click'].map((type) => clicks.isToldAlready(event(type)))).eql([
      false,
      false,
      true,
    ]);
  });

  it('give a button its lockout', () => {
    const pressed = { source: 'plain', control: 'take', kind: 'button', pressed: true, anew: true } as const;
    for (const options of [{ deaf: 200 }, { lockout: 200, deaf: 0 }]) {
      const events: string[] = [];
      const button = new Button(options, { ...systemClock, now: () => 0 }, (event) => events.push(event));
      for (const gesture of [pressed, pressed]) button.take(gesture);
      should(events).eql(['press']);
    }
  });

  it('collect the sources of a lamp', () => {
    const voices = new Voices(STATES, 1000);
    voices.hear({ from: 'source', name: 'CAM 1', state: 'program' }, 0);
    should([voices.most(0), voices.due(0), voices.most(1000)]).eql(['program', 1000, 'unknown']);
  });

  it('move a motor fader', () => {
    const motor = new Motor('rest');
    motor.move(0);
    motor.hear(0.5);
    should([motor.due(0), motor.take(500)]).eql([500, 0.5]);
  });

  it('read messages to lamps, without look-ups as answers to commands', () => {
    const find = () => ({ kind: 'read' }) as const;
    should(saidBy({ payload: 'preview' })).eql({ from: 'source', name: '', state: 'preview' });
    should(saidBy(answerOfRead, find)).eql(parseLampMessage(answerOfRead, find));
    should(saidBy(answerOfRead, find)).eql({ from: 'source', name: 'CAM 1', state: 'program' });
    should(saidBy(answerOfRead)).eql({ from: 'command', state: undefined });
    should(saidBy({ ...answerOfRead, hub: { ...answerOfRead.hub, outcome: 'refused' } })).eql({
      from: 'command',
      state: 'failed',
    });
  });
});
