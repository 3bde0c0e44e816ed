/** The roles of a remote node, the default first. The host is connected to the hub. */
export const ROLES = ['panel', 'host'] as const;

/** The saved fields of the remote node. Blank: the default. */
export interface SavedRemote {
  role?: string;
  /** The prefix of all topics. It is the same on every machine. */
  topic?: string;
  /** For a panel: the name of its commands. Blank: `msg.topic`. */
  command?: string;
  /** For a panel: the life of a command, in seconds. */
  expiry?: string | number;
  /** For a panel: the time for the answer after the life of the command, in seconds. */
  answerWithin?: string | number;
}

export const DEFAULT_TOPIC = 'graphics-hub';

/** After about this time without a result, an operator presses again. */
export const DEFAULT_EXPIRY_S = 0.5;

/** The same as the default timeout of a hub. */
export const DEFAULT_PATIENCE_S = 5;

export const MAX_EXPIRY_S = 60;
