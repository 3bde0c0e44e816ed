import { jitter, narrow, panel, steady } from './flood.mjs';
import { million } from './million.mjs';
import { remote } from './remote.mjs';
import { fast, slow } from './single.mjs';
import { updates } from './updates.mjs';
import { watchers } from './watchers.mjs';

/** All scenarios. `once` returns the result of one run. `rows` has the measures and their limits. */
export const scenarios = [steady, narrow, jitter, updates, panel, fast, slow, watchers, million, remote];
