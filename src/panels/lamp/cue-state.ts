import { isObject } from '../../base/values.js';
import type { State } from './state.js';

/** The cues of a list as texts for a display, each with its number and its name. Example: `10 Anchor`. Blank: there is none. */
export interface CueTexts {
  /** The cue that the state is about: the one that runs or failed, or else the one on standby. */
  readonly text: string;
  /** The cue that was started last. */
  readonly current: string;
  /** The cue that the next Go plays. */
  readonly standby: string;
  /** The cue after the one on standby. */
  readonly next: string;
  /** Seconds until the next thing that happens by itself. */
  readonly remaining: string;
}

/** The texts before the first state of a list, and while its state is unknown. */
export const NO_CUES: CueTexts = { text: '', current: '', standby: '', next: '', remaining: '' };

/** The states of a cue list, as `hub-cues` sends them on its second output. */
const CUE_STATES: Readonly<Record<string, State>> = {
  standby: 'cueStandby',
  running: 'cueRunning',
  holding: 'cueHolding',
  failed: 'failed',
  restarted: 'cueRestarted',
  asking: 'armed',
  end: 'off',
  unreadable: 'failed',
};

/** The state of a cue list in a payload. Undefined for any other payload. */
export function cueStateOf(payload: unknown): { readonly state: State; readonly cues: CueTexts } | undefined {
  if (!isObject(payload) || !('standby' in payload) || typeof payload.state !== 'string') return undefined;
  const state = Object.hasOwn(CUE_STATES, payload.state) ? CUE_STATES[payload.state] : undefined;
  if (!state) return undefined;
  const [current, standby, next] = [payload.current, payload.standby, payload.next].map(cueText) as [
    string,
    string,
    string,
  ];
  const failed = isObject(payload.failed) ? cueText(payload.failed.cue) : '';
  const text = payload.state === 'running' ? current : failed || standby;
  const remaining = typeof payload.remaining === 'number' ? payload.remaining.toFixed(0) : '';
  return { state, cues: { text, current, standby, next, remaining } };
}

function cueText(cue: unknown): string {
  if (!isObject(cue)) return '';
  const { number = '', name = '' } = cue;
  return `${number} ${name}`.trim();
}
