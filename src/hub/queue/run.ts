import type { Job, Waiting } from './job.js';

/** Values of one kind that waited side by side, the oldest first, and go out as one request: `x = 1`, `y = 2`. */
export type Run = readonly Waiting[];

/** What a run goes out as, told by its newest; see `Job.compose`. */
export function compose(run: Run, turn: number): object | Promise<unknown> {
  const jobs = run.map(({ job }) => job);
  return (jobs.at(-1) as Job<unknown>).compose(jobs, turn);
}

/** Whether it may be one entry of a batch. */
export const isJoinable = (run: Run): boolean => run.length === 1 && run[0]?.job.joinable === true;

/** What one job would go out as alone, or why it could not; neither, if it would have to look something up first. */
export function aloneOf(waiting: Waiting, turn: number): { composed?: object; fault?: unknown } {
  try {
    const composed = compose([waiting], turn);
    if (!(composed instanceof Promise)) return { composed };
    // What that brings is of no use here.
    composed.catch(() => undefined);
    return {};
  } catch (fault) {
    return { fault };
  }
}
