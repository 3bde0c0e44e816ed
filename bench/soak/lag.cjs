const { monitorEventLoopDelay } = require('node:perf_hooks');

const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();

let before = 0;

/** Maximum lag of this process in ms, over the current and the previous interval between questions. */
module.exports = () => {
  const now = delay.max / 1e6;
  delay.reset();
  const most = Math.max(now, before);
  before = now;
  return most;
};
