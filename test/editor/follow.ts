import should from 'should';

/** Each instruction of a page with its action, in the order of the page. */
export type Step = readonly [instruction: string, act: () => Promise<unknown>];

/** Performs the action of each instruction. The page must have the instructions, in this order. */
export async function follow(page: string, ...steps: readonly Step[]): Promise<void> {
  const text = page.replace(/\s+/g, ' ');
  let at = 0;
  for (const [instruction, act] of steps) {
    const next = text.indexOf(instruction, at);
    should(next).be.aboveOrEqual(at, instruction);
    at = next;
    await act();
  }
}
