import { encode } from '../../hub/wire/encode.js';
import type { Params } from '../../hub/wire/request.js';

/**
 * Identifies the target of a press, or the target of a fader by the values besides its `latest`. Throws `BAD_INPUT` for
 * a value that JSON cannot hold.
 */
export const targetText = (params: Params, latest?: string): string =>
  Object.entries(params)
    .filter(([name]) => name !== latest)
    .map(([name, value]) => `${name}=${encode(name, value)}`)
    .join();
