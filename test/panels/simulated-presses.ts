import fc from 'fast-check';

/** What a hand did once at a control, in ms. */
export interface Press {
  /** `mouse`: pressed and let go at the button; `beside`: let go beside it; `key`: Enter; `device`: a key that is wired. */
  readonly by: 'mouse' | 'beside' | 'key' | 'device';
  /** Whose it is: a browser, or a device. */
  readonly who: string;
  readonly control: string;
  /** After whatever the same hand did before. */
  readonly pause: number;
  readonly held: number;
  /** Between a browser's release and its click. */
  readonly lag: number;
  /** Its browser lost the connection while it held the button, and has another id from then on. */
  readonly reconnects: boolean;
}

/** One message that a control sends. */
export interface SentMessage {
  readonly at: number;
  readonly msg: Readonly<Record<string, unknown>>;
}

/** A press as a hand meant it. */
export interface IntendedPress {
  readonly at: number;
  readonly control: string;
}

/** The events that a dashboard's buttons send. */
export type Enabled = readonly ('pointerdown' | 'pointerup' | 'click')[];

/** Longer than a click comes behind its release: a hand needs as long to go from the mouse to the keyboard. */
const TO_KEYBOARD = 600;

/** All that a dashboard's buttons can be told to send. Who sends a release alone tells of no press. */
export const enabledEvents: fc.Arbitrary<Enabled> = fc
  .subarray(['pointerdown', 'pointerup', 'click'] as const)
  .filter((enabled) => enabled.some((type) => type !== 'pointerup'));

const press = (controls: readonly string[]): fc.Arbitrary<Press> =>
  fc.record({
    by: fc.constantFrom('mouse', 'beside', 'key', 'device'),
    who: fc.constantFrom('A', 'B', 'C', ''),
    control: fc.constantFrom(...controls),
    pause: fc.nat(800),
    held: fc.nat(3000),
    lag: fc.nat(60),
    reconnects: fc.boolean(),
  } as const);

/** What some hands do, each one thing after the other. */
export const presses = (controls: readonly string[], most = 30): fc.Arbitrary<readonly Press[]> =>
  fc.array(press(controls), { maxLength: most });

/**
 * What the hands' controls send, in order, and what the hands meant. Several people press for themselves; one without
 * client data is one hand.
 */
export function simulatePresses(
  all: readonly Press[],
  enabled: Enabled,
): { sent: SentMessage[]; intended: IntendedPress[] } {
  const sent: SentMessage[] = [];
  const intended: IntendedPress[] = [];
  /** When each hand is free again. */
  const free = new Map<string, number>();
  const ids = new Map<string, number>();
  for (const { who, control, pause, held, lag, ...press } of all) {
    const { by, reconnects } = possible(press, enabled);
    const isDevice = by === 'device';
    const hand = isDevice ? `device ${who}` : who;
    const down = (free.get(hand) ?? 0) + pause + 1;
    const up = by === 'key' ? down : down + held;
    if (isDevice) {
      for (const [at, payload] of [
        [down, 1],
        [up, 0],
      ] as const)
        sent.push({ at, msg: { topic: `${control} of ${hand}`, payload } });
      intended.push({ at: down, control: `${control} of ${hand}` });
      free.set(hand, up);
      continue;
    }
    const event = (type: Enabled[number], at: number) => {
      if (!enabled.includes(type)) return;
      const socketId = `${who}${ids.get(who) ?? 0}`;
      sent.push({ at, msg: { topic: control, payload: '', _event: { type }, ...(who && { _client: { socketId } }) } });
    };
    const click = up + (by === 'key' ? 0 : lag);
    if (by !== 'key') event('pointerdown', down);
    if (reconnects && by !== 'key') ids.set(who, (ids.get(who) ?? 0) + 1);
    if (by !== 'key') event('pointerup', up);
    if (by !== 'beside') event('click', click);
    if (by !== 'key' && enabled.includes('pointerdown')) intended.push({ at: down, control });
    else if (by !== 'beside' && enabled.includes('click')) intended.push({ at: click, control });
    free.set(hand, click + (by === 'beside' ? TO_KEYBOARD : 0));
  }
  return { sent: inOrder(sent), intended: inOrder(intended) };
}

/**
 * Without a release nobody can tell a press that ended beside the button from one that is still held, nor a click by a
 * key from that of a browser which was connected again.
 */
function possible(
  { by, reconnects }: Pick<Press, 'by' | 'reconnects'>,
  enabled: Enabled,
): Pick<Press, 'by' | 'reconnects'> {
  const isClear = enabled.includes('pointerup') || !enabled.includes('pointerdown');
  return { by: by === 'beside' && !isClear ? 'mouse' : by, reconnects: reconnects && isClear };
}

const inOrder = <T extends { at: number }>(all: T[]): T[] => all.sort((left, right) => left.at - right.at);
