import { setTimeout as sleep } from 'node:timers/promises';
import should from 'should';
import { findOperation, Hub, HubError, type HubSettings, type Operation } from '../../dist/hub/index.js';
import { fineBatch } from './faults/batches.js';
import type { Command, End, Fault, Send } from './faults/fault.js';
import { faults } from './faults.js';
import { type Act, certificates, fine, HostileHub } from './hub.js';

const isBatch = (path: string) => path.endsWith('/batch');

/** The right behaviour of a hub. */
const right: Act = (socket, request) => (isBatch(request.path) ? fineBatch : fine)(socket, request);

const DEFAULTS: Omit<HubSettings, 'baseUrl'> = {
  dialect: 1,
  linearSegment: 'linear',
  headers: { 'X-API-Key': 'rh_very_secret_key' },
  timeout: 15_000,
  maxInFlight: 8,
};

/** The end of a batch with an answer, by the outcome of its worst entry. The node reports this code. */
const worst: Record<string, End> = { done: 'done', refused: 'HUB_REJECTED refused', unknown: 'HUB_FAULT unknown' };

/** A busy machine may need seconds to connect. In ms. */
const PATIENCE = 60_000;

/** Runs operations. Returns the end of each. */
const sending =
  (hub: Hub, timeout?: number, expiry = PATIENCE): Send =>
  async (operation, params) => {
    let recorded = '';
    const unwatch = hub.ended.watch(({ outcome }) => {
      recorded = outcome;
    });
    try {
      const options = { expiry, ...(timeout !== undefined && { timeout }) };
      await hub.run(findOperation(operation) as Operation, params, options);
      return operation === 'batch' ? `${worst[recorded]}` : 'done';
    } catch (error) {
      if (!(error instanceof HubError)) return `${error}`;
      return `${error.code} ${error.outcome}`;
    } finally {
      unwatch();
    }
  };

/** A value for a property of one of two engines, each with its own lane. */
const setting =
  (engineId: number): Command =>
  (send) =>
    send('setProperty', { engineId, nodePath: 'Mixer_0', propertyPath: 'Opacity', Value: 0.5 });

/** The handles that keep a process alive. */
const open = (): string =>
  process
    .getActiveResourcesInfo()
    .filter((kind) => /TCP|TLS|Timeout|GetAddrInfo/.test(kind))
    .sort()
    .join(' ');

/** True if no more handles are open than before. A handle of an earlier fault may have been open then. */
function areHandlesClosed(before: string): boolean {
  const remaining = before.split(' ');
  return open()
    .split(' ')
    .every(
      (kind) => kind === '' || remaining.splice(remaining.indexOf(kind), remaining.includes(kind) ? 1 : 0).length > 0,
    );
}

/** Waits until the condition holds. Returns false if it never does. */
async function waitUntil(condition: () => boolean): Promise<boolean> {
  for (let tries = 0; tries < 3000; tries += 1) {
    if (condition()) return true;
    await sleep(10);
  }
  return false;
}

/** The observations of one fault. Each must be as the fault defines it, or 'yes', or '–' if it cannot be observed. */
interface Observation {
  end: string;
  again: string;
  others: string;
  back: string;
}

async function meet(fault: Fault): Promise<Observation> {
  const { act = fine, command = setting(1), nowhere, absent, hangs, settings } = fault;
  const usual = fault.tls ? { tls: certificates.good } : {};
  const wrong = fault.wrong ?? usual;
  // From here on only the test's own timer runs.
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
  const observation: Observation = { end: '', again: '–', others: '–', back: '' };
  let second: HostileHub | undefined;
  try {
    const connects = fault.end !== 'HUB_UNREACHABLE not-sent';
    const wholeHub = nowhere !== undefined || absent === true || fault.wrong !== undefined;
    const [end, other] = await Promise.all([
      command(sending(hub, hangs ? 300 : undefined, connects ? PATIENCE : 3000)),
      // A call with its own deadline is sent alone.
      wholeHub ? '' : setting(2)(sending(hub, DEFAULTS.timeout)),
    ]);
    observation.end = end;
    if (!wholeHub) observation.others = other === 'done' ? 'yes' : other;
    isFaulty = false;
    // If the hub closes a socket after its answer, the next command does not use it.
    await sleep(50);
    await sleep(1);
    if (fault.wrong || absent) {
      if (!absent) await first?.close();
      second = await serve({ port, ...usual });
    }
    if (!nowhere) {
      const again = await command(sending(hub));
      observation.again = again.split(', ').every((each) => each === 'done') ? 'yes' : again;
    }
  } finally {
    hub.close();
    const hungUp = await waitUntil(() => [first, second].every((each) => !each || each.sockets.size === 0));
    if (!absent && !second) await first?.close();
    await second?.close();
    observation.back =
      (await waitUntil(() => areHandlesClosed(before))) && hungUp ? 'yes' : `${hungUp} ${before} -> ${open()}`;
  }
  return observation;
}

describe('a hub that', () => {
  for (const fault of faults)
    it(fault.name, async () => {
      const expected = { end: fault.end, again: /^(yes|–)$/, others: /^(yes|–)$/, back: 'yes' };
      should(await meet(fault)).match(expected);
    });
});
