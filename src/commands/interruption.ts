const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The signal of Ctrl-C. A second Ctrl-C ends the program at once. */
export function interruption(): AbortController {
  const controller = new AbortController();
  const abort = () => controller.abort();
  for (const signal of SIGNALS) process.once(signal, abort);
  return controller;
}
