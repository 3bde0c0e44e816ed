import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { isPlaying } from '../../dist/cues/run.js';
import type { HubSnapshot } from '../../dist/hub/queue/traffic.js';
import { openDesk } from './killed-desk.js';

/** Plays cue after cue without an end. Prints a line when it begins. */
async function playAll(url: string, path: string): Promise<void> {
  const { desk } = openDesk(url, path);
  await desk.start();
  process.stdout.write('plays\n');
  for (;;) {
    const { state } = desk;
    if (state?.standby === undefined || state.hold) desk.press({ does: 'standby', cue: '1', by: 'test' });
    await desk.press({ does: 'go', by: 'test' }).ended;
    // A Go during a follow-on would replace its value in the lane.
    while (isPlaying(desk.state?.current)) await setTimeout(1);
  }
}

/** Starts these cues. Prints a line when the command of one is sent or waits, and starts the next one after any input. */
async function playThese(url: string, path: string, cues: readonly string[]): Promise<void> {
  const { hub, desk } = openDesk(url, path);
  await desk.start();
  for (const [index, cue] of cues.entries()) {
    desk.press({ does: 'goto', cue, by: 'test' });
    const count = ({ inFlight, waiting }: HubSnapshot) => inFlight + waiting;
    while (count(hub.snapshot) <= index) await setTimeout(5);
    process.stdout.write('plays\n');
    await once(process.stdin, 'data');
  }
}

const [url = '', path = '', ...cues] = process.argv.slice(2);
void (cues.length > 0 ? playThese(url, path, cues) : playAll(url, path));
