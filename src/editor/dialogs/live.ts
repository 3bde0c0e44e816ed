/** How often the runtime is asked, in ms: four times a second are as fast as one reads. */
const PACE_MS = 250;

/** Longer names are cut: they come from messages. */
export const LONGEST = 60;

/** Asks and shows until the dialog that holds `box` is closed; never again before it was answered. */
export async function whileOpen<Seen>(
  box: HTMLElement,
  ask: () => Promise<Seen>,
  show: (seen: Seen) => void,
): Promise<void> {
  while (box.isConnected) {
    const seen = await ask();
    if (box.isConnected) show(seen);
    await new Promise((resolve) => setTimeout(resolve, PACE_MS));
  }
}
