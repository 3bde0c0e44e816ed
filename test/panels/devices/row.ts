/**
 * The act of the hand behind a message. `press` and `hold` last until a `release`. `single`, `double`, `held` and `triple`
 * are complete: the device sends no release. `longer`: a press that was sent before becomes a hold.
 */
export type Hand =
  | 'press'
  | 'release'
  | 'single'
  | 'double'
  | 'triple'
  | 'hold'
  | 'held'
  | 'longer'
  | 'turn'
  | 'nothing';

/** The events of a panel's button. A complete press has its release with it. */
export const EVENTS: Readonly<Record<Hand, readonly string[]>> = {
  press: ['press'],
  release: ['release'],
  single: ['press', 'release'],
  double: ['double', 'release'],
  triple: [],
  hold: ['hold'],
  held: ['hold', 'release'],
  longer: ['hold'],
  turn: [],
  nothing: [],
};

/** The acts that make a trigger act, by its *Act on*. */
export const ACTS: Readonly<Record<string, readonly Hand[]>> = {
  press: ['press', 'single', 'double', 'triple', 'hold', 'held', 'turn'],
  single: ['press', 'single'],
  double: ['double'],
  hold: ['hold', 'held', 'longer'],
};

/** One message as its device sends it, the act behind it, and where its form is documented. */
export interface Row {
  readonly msg: Readonly<Record<string, unknown>>;
  readonly hand: Hand;
  readonly source: string;
}

/** A message as a broker delivers it to *mqtt in*. */
const published = (topic: string, payload: string, hand: Hand, source: string): Row => ({
  msg: { topic, payload, qos: 0, retain: false },
  hand,
  source,
});

/** Rows of one device: topic, payload and hand. */
export const rowsOf = (source: string, rows: readonly (readonly [topic: string, payload: string, hand: Hand])[]) =>
  rows.map(([topic, payload, hand]) => published(topic, payload, hand, source));

/** A message of another node than *mqtt in*. */
export const sent = (source: string, rows: readonly (readonly [msg: Row['msg'], hand: Hand])[]): Row[] =>
  rows.map(([msg, hand]) => ({ msg, hand, source }));
