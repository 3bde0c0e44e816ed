import { HubError } from '../../hub/wire/errors.js';
import { StoredError } from '../../stored/stored-error.js';

/** An error of a stored file as a HubError. All others stay as they are. */
export function fileError(error: unknown, path: string): unknown {
  if (error instanceof StoredError)
    return new HubError('BAD_INPUT', { sentence: `stored_${error.problem}`, path, ...error.facts });
  const { code, message } = error as NodeJS.ErrnoException;
  return typeof code === 'string' && error instanceof Error && !(error instanceof HubError)
    ? new HubError('BAD_INPUT', { sentence: 'stored_disk', path, reason: message })
    : error;
}
