import { control } from './control.mjs';
import { cues } from './cues.mjs';
import { deploys } from './deploy.mjs';
import { feedback } from './feedback.mjs';
import { jitter, narrow, panel, steady } from './flood.mjs';
import { idle } from './idle.mjs';
import { lanes } from './lanes.mjs';
import { load } from './load.mjs';
import { long } from './long.mjs';
import { looks } from './looks.mjs';
import { lost } from './lost.mjs';
import { million } from './million.mjs';
import { pages } from './pages.mjs';
import { remote } from './remote.mjs';
import { fast, slow } from './single.mjs';
import { updates } from './updates.mjs';
import { watchers } from './watchers.mjs';

/** All scenarios. `once` returns the result of one run. `rows` has the measures and their limits. */
export const scenarios = [
  steady,
  narrow,
  jitter,
  updates,
  lanes,
  idle,
  panel,
  control,
  pages,
  fast,
  slow,
  watchers,
  feedback,
  long,
  deploys,
  lost,
  looks,
  cues,
  million,
  load,
  remote,
];
