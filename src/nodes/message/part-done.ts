/** The sentence for several steps that were not all done. A step with an unknown outcome may have changed something. */
export const partDone = (steps: readonly { readonly outcome: string }[]): 'halfDone' | 'noneDone' =>
  steps.some(({ outcome }) => outcome === 'done' || outcome === 'unknown') ? 'halfDone' : 'noneDone';
