import type { Job, QueuedJob, Turn } from './job.js';

/** Neighbouring jobs with the same merge key, the oldest first, sent as one request. Example: `x = 1`, `y = 2`. */
export type Run = readonly [QueuedJob, ...QueuedJob[]];

/** The request of a run, composed by its newest job. See `Job.compose`. */
export function compose(run: Run, turn: Turn): object | Promise<object> {
  const jobs = run.map(({ job }) => job);
  return (jobs.at(-1) as Job<unknown>).compose(jobs, turn);
}

/** True if it may be one entry of a batch. */
export const isJoinable = (run: Run): boolean => run.length === 1 && run[0].job.joinable === true;

export const isSame = (run: readonly QueuedJob[], other: readonly QueuedJob[]): boolean =>
  run.length === other.length && run.every((each, index) => each === other[index]);

/**
 * The error of each job if it is composed alone. Undefined if it can be sent alone, or if only a look-up would show
 * this.
 */
export function soloErrors(run: Run, since: number): Promise<unknown[]> {
  const turn: Turn = { since, wait: () => Promise.reject() };
  return Promise.all(
    run.map(async (each) => {
      try {
        await compose([each], turn);
        return undefined;
      } catch (error) {
        return error;
      }
    }),
  );
}
