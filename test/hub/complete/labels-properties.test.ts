import fc from 'fast-check';
import should from 'should';
import { HubError } from '../../../dist/hub/wire/errors.js';
import { SteppedHub } from '../stepped-hub.js';

const ITEM = '/playout/rundowns/1/items/2';
const LABELS = ['In', 'Out', 'Next'];

/** The hub's keys in the order of the labels. Undefined: the hub does not have this label. */
type Keys = readonly (string | undefined)[];

const keys: fc.Arbitrary<Keys> = fc.constantFrom(
  ['a', 'b', 'c'],
  ['b', 'a', 'c'],
  ['c', 'a', 'b'],
  [undefined, 'b', 'a'],
  ['b', undefined, 'c'],
);

const step = fc.record({
  pause: fc.nat(1500),
  label: fc.nat(LABELS.length - 1),
  /** The state of the hub from then on. */
  keys: fc.option(keys, { nil: undefined }),
});

describe('if the buttons of an item change at any time, and however slow the hub is,', () => {
  it('each press by label sends one command, of a key that had the label at most 1 s before, or none', async () => {
    const delays = fc.array(fc.nat(900), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), delays, async (steps, allDelays) => {
        const stage = new SteppedHub({ timeout: 5000 });
        const { clock } = stage;
        const hubStates: { from: number; keys: Keys }[] = [{ from: Number.NEGATIVE_INFINITY, keys: ['a', 'b', 'c'] }];
        const commands: { at: number; key: string }[] = [];
        const buttons = () =>
          hubStates.at(-1)!.keys.flatMap((key, index) => (key === undefined ? [] : [{ key, label: LABELS[index] }]));
        stage.onSend = (request) => {
          const isRead = request.line.startsWith('GET');
          if (!isRead) commands.push({ at: clock.now(), key: request.line.replace(`POST ${ITEM}/`, '') });
          const answer = isRead ? { buttons: buttons() } : { success: true };
          clock.setTimeout(() => request.answer(answer), allDelays[stage.requests.length % allDelays.length] ?? 0);
        };
        const presses = [];
        for (const { pause, label, keys: next } of steps) {
          await stage.advance(pause);
          if (next) hubStates.push({ from: clock.now(), keys: next });
          const run = stage.run('pressItemButton', { rundownId: 1, itemId: 2, buttonKey: LABELS[label] });
          const press: { label: number; pressed: number; error?: unknown } = { label, pressed: clock.now() };
          run.catch((error) => {
            press.error = error;
          });
          presses.push(press);
        }
        await stage.advance(60_000);

        /** True if a label had a key at any time from `from` to `to`. */
        const had = (label: number, key: string | undefined, from: number, to: number) =>
          hubStates.some((each, index) => {
            const until = hubStates[index + 1]?.from ?? Number.POSITIVE_INFINITY;
            return each.keys[label] === key && each.from <= to && until >= from;
          });
        const sent = presses.filter(({ error }) => !error);
        should(commands).have.length(sent.length);
        // A look-up of 900 ms may have begun at the command's turn, or 1 s before.
        sent.forEach(({ label, pressed }, index) => {
          const { at, key } = commands[index]!;
          should(at).be.within(pressed, pressed + 2000);
          should(had(label, key, at - 1900, at)).be.true();
        });
        for (const { label, pressed, error } of presses.filter((each) => each.error)) {
          should(error).be.instanceof(HubError).and.have.property('outcome', 'not-sent');
          if ((error as HubError).code === 'EXPIRED') continue;
          should(error).have.property('code', 'BAD_INPUT');
          should(had(label, undefined, pressed - 1000, pressed + 2900)).be.true();
        }
        stage.hub.close();
        await stage.settle();
      }),
      { numRuns: 150 },
    );
  });
});
