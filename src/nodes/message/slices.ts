/** Longest time of one slice, in ms. */
const SLICE_MS = 3;

/** Work for later slices, in the order of arrival. */
const waiting = new Set<() => void>();
/** Set during a slice: the begin of the next one. */
let next: NodeJS.Immediate | undefined;
/** In ms of `performance.now()`. */
let endsAt = 0;

/**
 * Runs work at once, or in a later slice if this turn of the event loop has already taken long. The order is kept.
 * Example: a lost hub ends 1,000 watches in one turn. Their errors take 0.3 s, and other messages pass in between.
 */
export function runInSlice(work: () => void): void {
  if (waiting.size > 0 || (next && performance.now() >= endsAt)) {
    waiting.add(work);
    return;
  }
  beginSlice();
  work();
}

/** The work of all nodes that waits for a slice. */
export const waitingInSlices = (): number => waiting.size;

/** Work that still waits never runs. */
export function cancelInSlice(work: () => void): void {
  waiting.delete(work);
}

function beginSlice(): void {
  if (next) return;
  endsAt = performance.now() + SLICE_MS;
  next = setImmediate(runNextSlice);
}

function runNextSlice(): void {
  next = undefined;
  if (waiting.size === 0) return;
  beginSlice();
  for (const work of waiting) {
    waiting.delete(work);
    try {
      work();
    } catch (thrown) {
      console.error(thrown);
    }
    if (performance.now() >= endsAt) return;
  }
}
