import { setTimeout } from 'node:timers/promises';
import { isPlaying } from '../../dist/cues/run.js';
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

const [url = '', path = ''] = process.argv.slice(2);
void playAll(url, path);
