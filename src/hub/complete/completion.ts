import type { LookUps } from '../lookup/look-ups.js';

export type Values = Readonly<Record<string, unknown>>;

/**
 * Completes the values of a command just before it is sent. Example: "press Show of item 2" has the label `buttonKey:
 * 'Show'`. The item's buttons are read, and the key `buttonKey: 'btn_1'` is sent.
 */
export interface Completion {
  /** True if these values are incomplete. `Value: '5'` may have to become a number, `Value: 5` not. */
  needs(values: Values): boolean;
  /**
   * The complete values. `run` has all values of the same request, the oldest first, including these. `lane` is their
   * lane. Throws `BAD_INPUT` for a name that the hub does not have, with the names that it has. Throws `HUB_BAD_ANSWER`
   * for an unusable answer.
   */
  complete(values: Values, lookUps: LookUps, run: readonly Values[], lane: string): Promise<Values>;
}
