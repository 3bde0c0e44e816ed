/** How often a process looks whether its parent is still there, in ms. */
const LOOK = 500;

const parent = process.ppid;

/** Whether a process is there; signal 0 asks, and does nothing. */
function runs(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/**
 * Whether the parent has ended, or has let go the channel that it had to this process; Windows keeps the number of a
 * parent that is gone.
 */
const isAlone = () => process.connected === false || process.ppid !== parent || !runs(parent);

/**
 * Calls `end` once: on Ctrl-C, on a kill, when the parent is gone (npm's shell hands no signal on), and when a parent
 * that has a channel to this process lets it go, which works on Windows too, where a signal would end it unasked.
 */
export function onEnd(end) {
  let ended = false;
  const endOnce = () => {
    if (ended) return;
    ended = true;
    end();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, endOnce);
  setInterval(() => isAlone() && endOnce(), LOOK).unref();
}
