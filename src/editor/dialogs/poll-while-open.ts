/** How often the runtime is asked, in ms: four times a second are as fast as one reads. */
const POLL_INTERVAL_MS = 250;

/** Longer names are cut: they come from messages. */
export const MAX_NAME_LENGTH = 60;

/** Asks and shows until the dialog that holds `box` is closed; never again before it was answered. */
export async function pollWhileOpen<Report>(
  box: HTMLElement,
  ask: () => Promise<Report>,
  show: (report: Report) => void,
): Promise<void> {
  while (box.isConnected) {
    const report = await ask();
    if (box.isConnected) show(report);
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
}
