import type { BatchMember, QueuedJob, Turn } from './job.js';

/** Neighbouring jobs with the same merge key, the oldest first, sent as one request. Example: `x = 1`, `y = 2`. */
export type Run = readonly [QueuedJob, ...QueuedJob[]];

/** The request of a run, composed by its newest job. See `Job.compose`. */
export function compose(run: Run, turn: Turn): object | Promise<object> {
  const jobs = run.map(({ job }) => job);
  return newestOf(run).job.compose(jobs, turn);
}

export const newestOf = (run: Run): QueuedJob => run.at(-1) ?? run[0];

/** The run as one entry of a batch. Undefined: it is sent alone. */
export const batchMemberOf = (run: Run): BatchMember | undefined =>
  run.length === 1 ? run[0].job.batchMember : undefined;

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
