import should from 'should';
import type { Trouble } from '../../dist/simulator/index.js';
import { CueStage, cueOf, message, set } from './cue-stage.js';
import { randomOf } from './random.js';
import { handPause, type Message } from './stage.js';

/** Each takes about 10 ms of a fast machine. The whole number is 10,000. */
const GOS = Number(process.env.CUE_GOS ?? 700);
const CUES = 40;
const numberOf = (index: number) => String(10 * (index + 1));
/** The value that the command of a cue sets. */
const valueAt = (index: number) => (index + 1) / 1000;

/** The faults of a hub, as in docs/develop/rules.md "Message out". */
const FAULTS: readonly Trouble[] = [
  { status: 409 },
  { status: 401 },
  { status: 404 },
  { status: 500 },
  { hangUp: 'before' },
  { hangUp: 'during' },
  { never: true },
  { rubbish: true },
  { delay: 30 },
  { delay: 60 },
];

/** Three panels, each with its form of a press and of a release. */
const PANELS: readonly [press: Message, release: Message][] = [
  [{ payload: true }, { payload: false }],
  [
    { topic: 'desk/go', payload: 'ON' },
    { topic: 'desk/go', payload: 'OFF' },
  ],
  [
    { payload: true, gesture: { source: 'streamdeck', control: 'key 3', did: 'press' } },
    { payload: false, gesture: { source: 'streamdeck', control: 'key 3', did: 'release' } },
  ],
];

/** A message that may have started a cue. `moved`: a person had moved standby before it. */
interface Press {
  readonly moved: boolean;
  readonly standby: string | undefined;
}

describe('a cue list under random Gos of three panels', function () {
  this.timeout(1_800_000);
  const show = CueStage.forEach();

  for (const onGo of ['next', 'refuse'])
    it(`plays no cue twice, and skips none without a reason: a Go during a cue ${onGo}`, async () => {
      const random = randomOf(43);
      const cues = Object.fromEntries(
        Array.from({ length: CUES }, (_, index) => [
          numberOf(index),
          cueOf(`cue ${index}`, index % 4 === 3 ? [message('atem'), set(valueAt(index))] : [set(valueAt(index))]),
        ]),
      );
      await show.open(cues, { onGo, lockout: '0' }, [], { timeout: '0.2' });
      /** The messages in their order, by their id. */
      const presses = new Map<string, Press>();
      const sent = new Map<unknown, number>();
      const reasons = new Set<string>();
      let states = 0;
      const requests = new WeakSet<object>();
      let moved = true;
      let count = 0;

      const send = (msg: Message, press?: Press) => {
        count += 1;
        const id = `p${count}`;
        if (press) presses.set(id, press);
        show.stage.node('cues').receive({ _msgid: id, ...msg });
      };
      const allEnded = () => show.stage.caught.length + show.stage.completed.length;
      const before = allEnded();
      const ended = () => allEnded() - before;
      const settled = () => show.stage.until(() => ended() === count);
      /** The hub keeps only the last requests. */
      const collect = () => {
        for (const request of show.hub.journal) {
          if (requests.has(request) || request.operation !== 'setProperty') continue;
          requests.add(request);
          const { Value } = request.body as { Value: unknown };
          sent.set(Value, (sent.get(Value) ?? 0) + 1);
        }
        for (const { payload } of show.states.slice(states)) if (payload.failed) reasons.add(payload.failed.cue.number);
        states = show.states.length;
      };

      for (let go = 0; go < GOS / 2; go += 1) {
        const { state, standby } = show.state;
        if (state === 'end' || !standby) {
          await settled();
          send({ operation: 'standby', cue: numberOf(0) });
          moved = true;
        } else if (state === 'asking' || state === 'failed' || state === 'holding') {
          // A person looks at the screen, and decides to play it again, or not.
          await settled();
          send(random() < 0.5 ? { operation: 'standby', cue: show.state.standby?.number } : { operation: 'next' });
          moved = true;
        }
        if (random() < 0.1)
          show.hub.trouble({ operation: 'setProperty', times: 1, ...FAULTS[Math.floor(random() * FAULTS.length)] });
        const [press, release] = PANELS[Math.floor(random() * PANELS.length)] as (typeof PANELS)[number];
        send({ ...press }, { moved, standby: show.state.standby?.number });
        send({ ...release });
        moved = false;
        if (random() < 0.7) await settled();
        else if (random() < 0.5) await new Promise((resolve) => setTimeout(resolve, 5 * random()));
        collect();
      }
      await settled();
      await show.stage.until(() => show.state.state !== 'running');
      collect();

      const results = new Map([...show.stage.completed, ...show.stage.caught].map((msg) => [msg._msgid, msg]));
      const started = [...presses].flatMap(([id, press]) => {
        const { cue, hub, payload } = results.get(id) ?? {};
        if (!cue) return [];
        // The next Go has replaced it before its command left.
        const isReplaced = Array.isArray(payload) && payload.some(({ outcome }) => outcome === 'dropped');
        return [{ ...press, number: cue.number as string, isDone: hub?.outcome === 'done', isReplaced }];
      });
      should(started.length).be.above(GOS / 8);

      // No cue twice: after a success, the next one plays. None is skipped without a reason.
      started.forEach(({ number, moved: isMoved }, index) => {
        const last = started[index - 1];
        if (!last || isMoved) return;
        const next = String(Number(last.number) + 10);
        if (last.isDone) should(number).equal(next, `press ${index}`);
        else if (number !== last.number) {
          should(number).equal(next);
          const hasReason = last.isReplaced || reasons.has(last.number);
          should(hasReason).equal(true, `${last.number} failed, and the screen does not say so`);
        }
      });

      // Each start sends its command at most once.
      for (let index = 0; index < CUES; index += 1) {
        const starts = started.filter(({ number }) => number === numberOf(index)).length;
        should(sent.get(valueAt(index)) ?? 0).be.belowOrEqual(starts, `commands of cue ${numberOf(index)}`);
      }
    });
});

describe('a cue list behind a broker that delivers a Go twice', () => {
  const show = CueStage.forEach();

  it('plays one cue for each Go', async () => {
    await show.open(
      { 10: cueOf('Übergabe', [set(0.25)]), 20: cueOf('日本語', [set(0.5)]), 30: cueOf('c', [set(1)]) },
      { lockout: '0' },
    );
    const go = { topic: 'desk/go', payload: 'GO', qos: 1, retain: false, operation: 'go' };
    for (const press of [1, 2]) {
      for (const delivery of ['a', 'b']) show.stage.node('cues').receive({ ...go, _msgid: `${press} ${delivery}` });
      // The first one is the message of the start.
      await show.stage.until(() => show.stage.completed.length === 1 + 2 * press);
      await handPause();
    }
    should(show.values).eql([0.25, 0.5]);
  });
});

describe('a cue list behind a change node that adds an operation', () => {
  const show = CueStage.forEach();

  it('plays for a press and for a message without a device, and never for a release or a retained message', async () => {
    await show.open({ 10: cueOf('Übergabe', [set(0.25)]), 20: cueOf('日本語', [set(0.5)]), 30: cueOf('c', [set(1)]) });
    const client = { socketId: 'a' };
    for (const msg of [
      { topic: 3, payload: 0 },
      { topic: 'take', _event: { type: 'pointerup' }, _client: client },
      { topic: 'take', retain: true },
      { topic: 'desk/go', qos: 0 },
    ])
      await show.send('go', msg);
    should(show.values).be.empty();
    await show.send('go', { topic: 3, payload: 1 });
    await show.send('go', { topic: 'go', payload: '' });
    should(show.values).eql([0.25, 0.5]);
  });
});
