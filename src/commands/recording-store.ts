import { access, constants, type FileHandle, open, realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import { replaceFile } from '../base/files.js';
import type { Recording } from '../recording/recording.js';
import { MAX_LENGTH, parseRecording, RecordingError, recordingText } from '../recording/recording-file.js';
import { text } from '../texts/report-texts.js';
import { CommandFailure } from './run-command.js';

/** The recording in a file. Rejects with a CommandFailure with place and reason. */
export async function readRecording(file: string): Promise<Recording> {
  const content = await readText(file);
  try {
    return parseRecording(content);
  } catch (error) {
    if (error instanceof RecordingError) throw notARecording(file, error);
    throw error;
  }
}

const notARecording = (file: string, { problem, facts }: RecordingError) =>
  new CommandFailure(text('file.noRecording', { file, reason: text(`file.${problem}`, facts) }));

/** The text of a file. Its size is checked before it is read. Rejects with a CommandFailure. */
export async function readText(file: string): Promise<string> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(file);
    const { size } = await handle.stat();
    if (size > MAX_LENGTH)
      throw notARecording(file, new RecordingError('tooLong', { length: size, longest: MAX_LENGTH }));
    return await handle.readFile('utf8');
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    throw new CommandFailure(text('file.unreadable', { file, reason: (error as Error).message }));
  } finally {
    await handle?.close();
  }
}

/** A file that can be written. */
export interface Target {
  /** The file itself, also if a link was given. */
  readonly path: string;
  /** The recording in it. Undefined if the file does not exist. */
  readonly earlier: Recording | undefined;
}

/** Checks a file before hours of reading. Rejects with a CommandFailure if it is not a recording, or not writable. */
export async function targetOf(file: string): Promise<Target> {
  const path = await realpath(file).catch(() => file);
  const exists = await access(path).then(
    () => true,
    () => false,
  );
  try {
    await access(dirname(path), constants.W_OK);
  } catch (error) {
    throw unwritable(file, error);
  }
  return { path, earlier: exists ? await readRecording(path) : undefined };
}

const unwritable = (file: string, error: unknown) =>
  new CommandFailure(text('record.unwritable', { file, reason: (error as Error).message }));

/** Writes a recording whole or not at all. Only its owner can read it. Rejects with a CommandFailure. */
export async function writeRecording(file: string, recording: Recording): Promise<void> {
  try {
    await replaceFile(file, async () => ({ bytes: Buffer.from(recordingText(recording)), mode: 0o600 }));
  } catch (error) {
    throw unwritable(file, error);
  }
}
