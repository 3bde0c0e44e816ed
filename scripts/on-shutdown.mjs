/** Interval between two checks of the parent process, in ms. */
const CHECK_INTERVAL = 500;

const parent = process.ppid;

/** True if the process exists. Signal 0 only checks. */
export function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** True if the parent has ended or has closed its channel to this process. Windows keeps the id of an ended parent. */
const hasNoParent = () => process.connected === false || process.ppid !== parent || !isRunning(parent);

/**
 * Calls `end` once: on Ctrl-C, on a kill, and after the end of the parent, because the shell of npm passes no signal.
 * It also runs when the parent closes its channel. This works on Windows, where a signal ends the process at once.
 */
export function onShutdown(end) {
  let ended = false;
  const endOnce = () => {
    if (ended) return;
    ended = true;
    end();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, endOnce);
  setInterval(() => hasNoParent() && endOnce(), CHECK_INTERVAL).unref();
}
