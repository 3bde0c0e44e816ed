import { type Finding, HubError } from '../hub/index.js';
import { certificateProblem } from '../hub/wire/certificates.js';
import { ownSentence } from '../hub/words/explain.js';
import { HubReader } from '../recording/reader.js';
import type { Recording } from '../recording/recording.js';
import { reasonText, text } from '../texts/report-texts.js';
import { type ConnectionValues, settingsFrom } from './connection.js';
import { CommandFailure } from './run-command.js';
import { askSecret } from './terminal.js';

/** A hub that answers, and accepts the key. */
export interface OpenHub {
  readonly reader: HubReader;
  readonly hub: Recording['hub'];
  /** False if the answers were not conclusive, so that the revision is that of the line, or 1. */
  readonly isDetected: boolean;
}

/**
 * Connects to a hub, and finds out its revision. If the hub refuses the key, it asks for one on a terminal. Rejects with
 * a CommandFailure. No sentence has the address. After the signal, all requests end at once.
 */
export async function openHub(url: string, values: ConnectionValues, interruption: AbortController): Promise<OpenHub> {
  const { signal } = interruption;
  const first = await tryHub(url, values, undefined, signal);
  if (first.finding.key !== 'refused' || !process.stdin.isTTY) return usable(first);
  first.reader.close();
  const key = await askSecret(text('connection.askKey'), () => interruption.abort());
  if (key === '') throw new CommandFailure(text(signal.aborted ? 'connection.interrupted' : 'connection.refused'));
  return usable(await tryHub(url, values, key, signal));
}

interface Tried extends Omit<OpenHub, 'isDetected'> {
  readonly finding: Finding;
}

async function tryHub(
  url: string,
  values: ConnectionValues,
  key: string | undefined,
  signal: AbortSignal,
): Promise<Tried> {
  const reader = readerOf(url, values, key);
  signal.addEventListener('abort', () => reader.close());
  const { finding, hub } = await reader.detect();
  if (!signal.aborted) return { reader, finding, hub };
  reader.close();
  throw new CommandFailure(text('connection.interrupted'));
}

function readerOf(url: string, values: ConnectionValues, key: string | undefined): HubReader {
  try {
    return new HubReader(settingsFrom(url, values, key));
  } catch (error) {
    if (error instanceof HubError) throw new CommandFailure(text('connection.headers'));
    throw error;
  }
}

/** Throws a CommandFailure, and closes the hub, if it does not answer or refuses the key. */
function usable({ reader, finding, hub }: Tried): OpenHub {
  if (finding.reachable && finding.key !== 'refused')
    return { reader, hub, isDetected: finding.dialect !== null && finding.linearSegment !== null };
  reader.close();
  throw new CommandFailure(finding.reachable ? text('connection.refused') : unreachable(finding.problem));
}

function unreachable(problem: HubError | undefined): string {
  if (problem && ownSentence(problem) === 'needsHttps') return text('connection.needsHttps');
  const { code = 'HUB_UNREACHABLE', facts = {} } = problem ?? {};
  const cause = ('cause' in facts && facts.cause) || code;
  if (certificateProblem(cause)) return text('connection.certificate', { cause });
  return text('connection.unreachable', { reason: reasonText(code), cause });
}
