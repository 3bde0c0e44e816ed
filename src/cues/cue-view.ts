/** The number and the name of a cue. */
export interface CueName {
  readonly number: string;
  readonly name: string;
}

/** The state of a cue list for people. */
export interface CueView {
  /** `unreadable`: the file is broken. */
  readonly state: 'standby' | 'running' | 'holding' | 'failed' | 'restarted' | 'asking' | 'end' | 'unreadable';
  /** The cue that was started last. */
  readonly current: CueName | null;
  readonly standby: CueName | null;
  /** The cue after the one on standby. */
  readonly next: CueName | null;
  /** Seconds until the next thing that happens by itself. */
  readonly remaining: number | null;
  readonly failed: { readonly cue: CueName; readonly step: number | null; readonly reason: string } | null;
  /** True while a second press is awaited. */
  readonly asking: boolean;
  /** The panel, sidebar or flow of the last operation. */
  readonly by: string;
}
