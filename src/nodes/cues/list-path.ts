import { join } from 'node:path';
import type { NodeAPI } from 'node-red';

/** The path of a list in the user directory, without the end of its name. */
export const listPath = (RED: NodeAPI, list: string): string =>
  join(RED.settings.userDir ?? '', 'graphics-hub-cues', list);
