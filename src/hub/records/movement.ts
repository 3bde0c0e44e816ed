import type { CommandRecord } from './as-run.js';
import { shortText } from './short-json.js';

/** A movement of a fader ends after this pause without a value, in ms. */
export const MOVEMENT_PAUSE_MS = 1000;

/** Characters of each value that tell two targets apart. */
const MAX_CHARS = 1000;

/** Identifies the movements of one fader that end in the same way, by its node, its target and the outcome. */
export function movementKey(
  { command, params, outcome, code, statusCode, facts }: CommandRecord,
  node: string,
): string {
  let key = `${node}\n${command.name}\n${outcome}\n${code}\n${statusCode}\n${facts?.wouldFail}`;
  for (const name in params) if (name !== command.latest) key += `\n${name}=${shortText(params[name], MAX_CHARS)}`;
  return key;
}
