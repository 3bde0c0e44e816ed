import type { LookUps } from '../lookup/look-ups.js';

export type Values = Readonly<Record<string, unknown>>;

/**
 * How the values of a command become complete just before it is sent. For example, "press Show of item 2" comes with
 * `buttonKey: 'Show'`, a label; the item's buttons are read, and it goes out with the key, `buttonKey: 'btn_1'`.
 */
export interface Completion {
  /** Whether these values are not complete as they are: `Value: '5'` may have to become a number, `Value: 5` not. */
  needs(values: Values): boolean;
  /**
   * The complete values. `together` are those that go out with them as one, the oldest first, themselves included.
   * `lane` is the one that they go out on. Throws `BAD_INPUT` for a name that the hub does not know, with those that it
   * does, and `HUB_BAD_ANSWER` for an answer of no use.
   */
  complete(values: Values, lookUps: LookUps, run: readonly Values[], lane: string): Promise<Values>;
}
