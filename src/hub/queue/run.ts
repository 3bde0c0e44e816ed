import type { Job, QueuedJob, Turn } from './job.js';

/** Values of one kind that waited side by side, the oldest first, and go out as one request: `x = 1`, `y = 2`. */
export type Run = readonly [QueuedJob, ...QueuedJob[]];

/** The request of a run, composed by its newest; see `Job.compose`. */
export function compose(run: Run, turn: Turn): object | Promise<object> {
  const jobs = run.map(({ job }) => job);
  return (jobs.at(-1) as Job<unknown>).compose(jobs, turn);
}

/** Whether it may be one entry of a batch. */
export const isJoinable = (run: Run): boolean => run.length === 1 && run[0].job.joinable === true;

export const isSame = (run: readonly QueuedJob[], other: readonly QueuedJob[]): boolean =>
  run.length === other.length && run.every((each, index) => each === other[index]);

/** Why each job of a run could not go out alone; undefined: it could, or only a look-up would show it. */
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
