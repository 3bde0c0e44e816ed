import type { Press } from '../../cues/play.js';
import type { CueReport, Pressed } from '../../cues/player.js';
import type { Hub } from '../../hub/hub.js';
import { cueEnded } from '../../hub/queue/call.js';
import { HubError } from '../../hub/wire/errors.js';
import { fileError } from '../look/look-error.js';
import { journalBadInput, journalFailure, journalOf } from '../registry/journal-failure.js';
import type { RunningCues } from '../registry/registry.js';
import { holdError, operationOf } from './cue-failure.js';

/**
 * An operation of a person, which may wait for `remaining` ms. Each Go that sends nothing, or not all, is in the journal.
 * Throws a HubError. `node`: the editor id of the pressed node.
 */
export function pressCues(
  { desk, hub, path }: Pick<RunningCues, 'desk' | 'hub' | 'path'>,
  press: Press,
  node: string,
  remaining?: number,
): Pressed {
  try {
    if (remaining !== undefined && remaining <= 0) throw new HubError('EXPIRED', { sentence: 'cueLate' });
    const pressed = desk.press(press, remaining);
    pressed.ended?.then(
      (report) => journalEnd(hub, report, node),
      // The node has closed.
      () => undefined,
    );
    return pressed;
  } catch (thrown) {
    const error = fileError(thrown, path);
    if (error instanceof HubError) journalPress(hub, press, error, node, desk.state?.standby);
    throw error;
  }
}

/** Adds a Go that played no cue, or a wrong operation. `standby`: the cue of the Go, if that is known. */
export function journalPress(hub: Hub, press: Press, failure: HubError, node: string, standby?: string): void {
  if (press.does !== 'go' && press.does !== 'goto' && press.does !== 'again') {
    journalBadInput(hub, failure, node);
    return;
  }
  const number = press.does === 'goto' ? press.cue : (standby ?? '');
  journalFailure(hub, { does: 'cue', number, name: '' }, failure, node);
}

/** Adds the failure of a cue, or its end before its first command, unless its commands in the journal show it. */
export function journalEnd(hub: Hub, { run, outcome, hold, isRehearsal }: CueReport, node: string): void {
  const { call } = run;
  if (hold) {
    const { look, called: names } = hold.what ?? {};
    const group = look === undefined ? call : ({ does: 'recall', name: look, since: 0, within: call } as const);
    const rehearsed = isRehearsal ? ({ outcome: 'rehearsal' } as const) : {};
    journalFailure(hub, group, holdError(hold), node, { command: operationOf(hold), names, ...rehearsed });
  } else if ((outcome === 'superseded' || outcome === 'stopped') && !journalOf(hub)?.has(call))
    journalFailure(hub, call, cueEnded(), node);
}
