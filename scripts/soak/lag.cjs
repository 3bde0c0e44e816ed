const { monitorEventLoopDelay } = require('node:perf_hooks');

const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();

let before = 0;

/** How late this process was at most, in ms, since it was last asked or the time before: what it tells may be as old. */
module.exports = () => {
  const now = delay.max / 1e6;
  delay.reset();
  const most = Math.max(now, before);
  before = now;
  return most;
};
