/** What a remote node is: where the hub is reached from, or where it is not. */
export const ROLES = ['panel', 'host'] as const;

/** What the dialog of the remote node saves. A blank means: as usual. */
export interface SavedRemote {
  /** One of the roles. */
  role?: string;
  /** Under which topic all of them speak; the same on every machine. */
  topic?: string;
  /** Of a panel: what its commands are called; blank: as `msg.topic` says. */
  command?: string;
  /** Of a panel, seconds: for how long a command may be on its way and wait. */
  expiry?: string | number;
  /** Of a panel, seconds: how long after that the answer may come. */
  patience?: string | number;
}

export const USUAL_TOPIC = 'graphics-hub';

/** Seconds: a hand that presses and sees nothing happen presses again after about as long. */
export const USUAL_EXPIRY_S = 0.5;

/** Seconds: as long as a hub may take for an answer, unless something else was set. */
export const USUAL_PATIENCE_S = 5;

/** Seconds: a command that may wait longer is not accepted. */
export const LONGEST_EXPIRY_S = 60;
