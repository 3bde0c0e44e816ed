import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import should from 'should';
import { findOperation, Hub, HubError, type HubSettings, type Operation } from '../../dist/hub/index.js';
import type { Fault } from './faults/fault.js';
import { faults } from './faults.js';
import { certificates, fine, HostileHub } from './hub.js';

const catalogue = JSON.parse(readFileSync(join(__dirname, '../../locales/en-US/hub-config.json'), 'utf8')) as {
  status: Record<string, string>;
};

const setProperty = findOperation('setProperty') as Operation;

const DEFAULTS: Omit<HubSettings, 'baseUrl'> = {
  dialect: 1,
  linearSegment: 'linear',
  headers: { 'X-API-Key': 'rh_very_secret_key' },
  timeout: 15_000,
  maxInFlight: 8,
};

/** A command to one of two engines, each with a lane of its own; gives how it ended. */
async function command(hub: Hub, engineId: number, timeout?: number): Promise<string> {
  const values = { engineId, nodePath: 'Mixer_0', propertyPath: 'Opacity', Value: 0.5 };
  try {
    await hub.run(setProperty, values, timeout === undefined ? {} : { timeout });
    return 'done';
  } catch (error) {
    if (!(error instanceof HubError)) return `${error}`;
    return `${error.code} ${error.outcome}`;
  }
}

/** What keeps a process alive. */
const open = (): string =>
  process
    .getActiveResourcesInfo()
    .filter((kind) => /TCP|TLS|Timeout|GetAddrInfo/.test(kind))
    .sort()
    .join(' ');

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
  const { act = fine, nowhere, absent, hangs, settings } = fault;
  const right = fault.tls ? { tls: certificates.good } : {};
  const wrong = fault.wrong ?? right;
  // Only now the test's own timer runs.
  await sleep(1);
  const before = open();
  let isFaulty = true;
  const serve = (listening: object) =>
    HostileHub.open((socket, request) => {
      const isMeant = isFaulty && request.path.includes('/engines/1/');
      (isMeant ? act : fine)(socket, request);
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
    const [end, other] = await Promise.all([command(hub, 1, hangs ? 300 : undefined), wholeHub ? '' : command(hub, 2)]);
    seen.end = end;
    if (!wholeHub) seen.others = other === 'done' ? 'yes' : other;
    isFaulty = false;
    // A socket that the hub hangs up on after its answer is not taken by the next command.
    await sleep(50);
    await sleep(1);
    if (fault.wrong || absent) {
      if (!absent) await first?.close();
      second = await serve({ port, ...right });
    }
    if (!nowhere) {
      const again = await command(hub, 1);
      seen.again = again === 'done' ? 'yes' : again;
    }
  } finally {
    hub.close();
    const hungUp = await soon(() => [first, second].every((each) => !each || each.sockets.size === 0));
    if (!absent && !second) await first?.close();
    await second?.close();
    seen.back = (await soon(() => open() === before)) && hungUp ? 'yes' : `${hungUp} ${before} -> ${open()}`;
  }
  return seen;
}

describe('a hub that', () => {
  const rows: string[][] = [];

  for (const fault of faults)
    it(fault.name, async () => {
      const seen = await meet(fault);
      const [code = '', outcome = 'done'] = seen.end.split(' ');
      const status = outcome === 'done' ? 'connected' : (catalogue.status[code] ?? '');
      rows.push([fault.name, outcome === 'done' ? '–' : code, outcome, status, seen.again, seen.others, seen.back]);
      should(seen).match({ end: fault.end, again: /^(yes|–)$/, others: /^(yes|–)$/, back: 'yes' });
    });

  after(() => {
    const heads = ['A hub that …', 'code', 'outcome', 'status', 'again', 'others', 'all back'];
    const widths = heads.map((_, column) => Math.max(...[heads, ...rows].map((row) => (row[column] ?? '').length)));
    const line = (row: string[]) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd();
    console.log(['', line(heads), ...rows.map(line), `${rows.length} faults`].join('\n'));
  });
});
