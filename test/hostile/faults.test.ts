import { setTimeout as sleep } from 'node:timers/promises';
import should from 'should';
import { findOperation, Hub, HubError, type HubSettings, type Operation } from '../../dist/hub/index.js';
import { fineBatch } from './faults/batches.js';
import type { Command, End, Fault, Send } from './faults/fault.js';
import { faults } from './faults.js';
import { type Act, certificates, fine, HostileHub } from './hub.js';
import { HEADS, tableOf, told } from './table.js';

const isBatch = (path: string) => path.endsWith('/batch');

/** What a hub does that is as it should be. */
const right: Act = (socket, request) => (isBatch(request.path) ? fineBatch : fine)(socket, request);

const DEFAULTS: Omit<HubSettings, 'baseUrl'> = {
  dialect: 1,
  linearSegment: 'linear',
  headers: { 'X-API-Key': 'rh_very_secret_key' },
  timeout: 15_000,
  maxInFlight: 8,
};

/** How a batch that was answered ends, by what became of its worst entry: the node tells it by this code. */
const worst: Record<string, End> = { done: 'done', refused: 'HUB_REJECTED refused', unknown: 'HUB_FAULT unknown' };

/** Runs operations; gives how each ended. */
const sending =
  (hub: Hub, timeout?: number): Send =>
  async (operation, params) => {
    let recorded = '';
    const unwatch = hub.ended.watch(({ outcome }) => {
      recorded = outcome;
    });
    try {
      await hub.run(findOperation(operation) as Operation, params, timeout === undefined ? {} : { timeout });
      return operation === 'batch' ? `${worst[recorded]}` : 'done';
    } catch (error) {
      if (!(error instanceof HubError)) return `${error}`;
      return `${error.code} ${error.outcome}`;
    } finally {
      unwatch();
    }
  };

/** A value for a property of one of two engines, each with a lane of its own. */
const setting =
  (engineId: number): Command =>
  (send) =>
    send('setProperty', { engineId, nodePath: 'Mixer_0', propertyPath: 'Opacity', Value: 0.5 });

/** What keeps a process alive. */
const open = (): string =>
  process
    .getActiveResourcesInfo()
    .filter((kind) => /TCP|TLS|Timeout|GetAddrInfo/.test(kind))
    .sort()
    .join(' ');

/** Whether no more is open than there was; what ends late from a fault before may have been there then. */
function isBack(before: string): boolean {
  const left = before.split(' ');
  return open()
    .split(' ')
    .every((kind) => kind === '' || left.splice(left.indexOf(kind), left.includes(kind) ? 1 : 0).length > 0);
}

/** Waits until something holds; gives whether it ever did. */
async function soon(holds: () => boolean): Promise<boolean> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (holds()) return true;
    await sleep(10);
  }
  return false;
}

/** What was seen of one fault; each is to be as the fault says, or 'yes', or '–' where it cannot be. */
interface Seen {
  end: string;
  again: string;
  others: string;
  back: string;
}

async function meet(fault: Fault): Promise<Seen> {
  const { act = fine, command = setting(1), nowhere, absent, hangs, settings } = fault;
  const usual = fault.tls ? { tls: certificates.good } : {};
  const wrong = fault.wrong ?? usual;
  // Only now the test's own timer runs.
  await sleep(1);
  const before = open();
  let isFaulty = true;
  const serve = (listening: object) =>
    HostileHub.open((socket, request) => {
      const isMeant = request.path.includes('/engines/1/') || isBatch(request.path);
      (isFaulty && isMeant ? act : right)(socket, request);
    }, listening);
  const first = nowhere ? undefined : await serve(wrong);
  const port = first?.port;
  if (absent) await first?.close();
  const baseUrl = nowhere ?? `${fault.tls ? 'https' : 'http'}://127.0.0.1:${port}`;
  const hub = new Hub({ ...DEFAULTS, baseUrl, ...settings });
  const seen: Seen = { end: '', again: '–', others: '–', back: '' };
  let second: HostileHub | undefined;
  try {
    const wholeHub = nowhere !== undefined || absent === true || fault.wrong !== undefined;
    const [end, other] = await Promise.all([
      command(sending(hub, hangs ? 300 : undefined)),
      // What has a deadline of its own goes alone.
      wholeHub ? '' : setting(2)(sending(hub, DEFAULTS.timeout)),
    ]);
    seen.end = end;
    if (!wholeHub) seen.others = other === 'done' ? 'yes' : other;
    isFaulty = false;
    // A socket that the hub hangs up on after its answer is not taken by the next command.
    await sleep(50);
    await sleep(1);
    if (fault.wrong || absent) {
      if (!absent) await first?.close();
      second = await serve({ port, ...usual });
    }
    if (!nowhere) {
      const again = await command(sending(hub));
      seen.again = again.split(', ').every((each) => each === 'done') ? 'yes' : again;
    }
  } finally {
    hub.close();
    const hungUp = await soon(() => [first, second].every((each) => !each || each.sockets.size === 0));
    if (!absent && !second) await first?.close();
    await second?.close();
    seen.back = (await soon(() => isBack(before))) && hungUp ? 'yes' : `${hungUp} ${before} -> ${open()}`;
  }
  return seen;
}

describe('a hub that', () => {
  const rows: string[][] = [];

  for (const fault of faults)
    it(fault.name, async () => {
      const seen = await meet(fault);
      rows.push([...told(fault.name, seen.end, fault.statusCode), seen.again, seen.others, seen.back]);
      should(seen).match({ end: fault.end, again: /^(yes|–)$/, others: /^(yes|–)$/, back: 'yes' });
    });

  after(() => {
    const heads = [...HEADS, 'again', 'others', 'all back'];
    console.log(`\n${tableOf(heads, rows)}\n\n${rows.length} faults`);
  });
});
