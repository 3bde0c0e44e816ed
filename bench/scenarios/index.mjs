import { jitter, narrow, panel, steady } from './flood.mjs';
import { million } from './million.mjs';
import { remote } from './remote.mjs';
import { fast, slow } from './single.mjs';
import { updates } from './updates.mjs';
import { watchers } from './watchers.mjs';

/** `once` gives what one run found; `rows` says what of it is shown and held to which limit. */
export const scenarios = [steady, narrow, jitter, updates, panel, fast, slow, watchers, million, remote];
