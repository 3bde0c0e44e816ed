import { systemClock } from '../../dist/base/clock.js';
import { CueDesk } from '../../dist/cues/cue-desk.js';
import { cueFiles } from '../../dist/cues/cue-text.js';
import { cueTime } from '../../dist/cues/cue-time.js';
import { PositionFile } from '../../dist/cues/position.js';
import { Hub } from '../../dist/hub/hub.js';

/** A desk on a real hub, with its files at `path`. */
export function openDesk(url: string, path: string) {
  const settings = { baseUrl: url, headers: {}, timeout: 5000, maxInFlight: 4, dialect: 1 } as const;
  const hub = new Hub({ ...settings, linearSegment: 'linear' });
  const desk = new CueDesk({
    hub,
    owner: {},
    file: cueFiles.open(`${path}.json`),
    position: new PositionFile(`${path}.position`),
    rules: { onGo: 'next', lockout: 0, expiry: 5000 },
    clock: systemClock,
    time: cueTime,
    recall: async () => 'done',
    message: () => undefined,
  });
  const close = () => {
    desk.close();
    hub.close();
  };
  return { hub, desk, close };
}
