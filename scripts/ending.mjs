/** How often a process looks whether its parent is still there, in ms. */
const LOOK = 500;

/** Calls `end` once: on Ctrl-C, on a kill, and when the parent is gone (npm's shell hands no signal on). */
export function onEnd(end) {
  const parent = process.ppid;
  let ended = false;
  const endOnce = () => {
    if (ended) return;
    ended = true;
    end();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, endOnce);
  setInterval(() => process.ppid === parent || endOnce(), LOOK).unref();
}
