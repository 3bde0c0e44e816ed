/** Four times a second is as fast as a person reads. */
const POLL_INTERVAL_MS = 250;

/** Longer names are cut, because messages can hold any text. */
export const MAX_NAME_LENGTH = 60;

/** Polls until the dialog that holds `box` is closed. Each request waits for the previous answer. */
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
