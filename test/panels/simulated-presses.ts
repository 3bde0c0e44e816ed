import fc from 'fast-check';

/** One press at a control. Times are in ms. */
export interface Press {
  /** `mouse`: released on the button. `beside`: released outside it. `key`: Enter. `device`: a hardware key. */
  readonly by: 'mouse' | 'beside' | 'key' | 'device';
  /** The browser or the device. */
  readonly who: string;
  readonly control: string;
  /** The time since the last press of the same operator. */
  readonly pause: number;
  readonly held: number;
  /** The time between the release of a browser and its click. It is long if the network or Node-RED pauses between them. */
  readonly lag: number;
  /** The browser reconnects while it holds the button, and has another id after that. */
  readonly reconnects: boolean;
}

/** One message of a control. */
export interface SentMessage {
  readonly at: number;
  readonly msg: Readonly<Record<string, unknown>>;
}

/** A press that must fire once. */
export interface IntendedPress {
  readonly at: number;
  readonly control: string;
}

/** The enabled events of a dashboard. */
export type Enabled = readonly ('pointerdown' | 'pointerup' | 'click')[];

/** The time from the mouse to the keyboard, in ms. It is longer than the time between a release and its click. */
const TO_KEYBOARD = 2100;

/** All useful choices of enabled events. A release alone is not a press. */
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
    lag: fc.oneof(fc.nat(60), fc.nat(1900)),
    reconnects: fc.boolean(),
  } as const);

/** A list of presses. Each operator presses one control after the other. */
export const presses = (controls: readonly string[], most = 30): fc.Arbitrary<readonly Press[]> =>
  fc.array(press(controls), { maxLength: most });

/**
 * The messages of the controls in order, and the presses that must fire. Operators press independently. Presses without
 * client data belong to one operator.
 */
export function simulatePresses(
  all: readonly Press[],
  enabled: Enabled,
): { sent: SentMessage[]; intended: IntendedPress[] } {
  const sent: SentMessage[] = [];
  const intended: IntendedPress[] = [];
  /** The time when each operator is free again. */
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
 * Replaces presses that are ambiguous without a release. A press that ended outside the button looks like one that is
 * still held. A key press looks like the click of a browser that reconnected.
 */
function possible(
  { by, reconnects }: Pick<Press, 'by' | 'reconnects'>,
  enabled: Enabled,
): Pick<Press, 'by' | 'reconnects'> {
  const isClear = enabled.includes('pointerup') || !enabled.includes('pointerdown');
  return { by: by === 'beside' && !isClear ? 'mouse' : by, reconnects: reconnects && isClear };
}

const inOrder = <T extends { at: number }>(all: T[]): T[] => all.sort((one, other) => one.at - other.at);
