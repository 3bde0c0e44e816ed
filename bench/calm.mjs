/** How much of the machine something else used while we measured. */
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { cpu, now } from './answering.cjs';

/** A run was calm if others, on this machine or on the host that it shares, took at most this share of it. */
const CALM = 0.1;

export const isCalm = ({ others }) => others <= CALM;

const busy = () =>
  stolen() + cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);

/** What its host took away from a virtual machine, in ms; 0 where the system does not tell. */
function stolen() {
  try {
    // In hundredths of a second, behind user, nice, system, idle, iowait, irq and softirq.
    return Number(/^cpu +(?:\d+ ){7}(\d+)/.exec(readFileSync('/proc/stat', 'utf8'))?.[1]) * 10 || 0;
  } catch {
    return 0;
  }
}

/** Runs `work`; gives what it found, and the share of the machine that processes other than `ours` used meanwhile. */
export async function watched(ours, work) {
  const used = async () =>
    cpu() + (await Promise.all(ours.map((child) => child.ask('cpu')))).reduce((a, b) => a + b, 0);
  const look = async () => ({ own: await used(), all: busy(), at: now() });
  const before = await look();
  const found = await work();
  const after = await look();
  const others = after.all - before.all - (after.own - before.own);
  return { found, others: Math.max(0, others / ((after.at - before.at) * cpus().length)) };
}
