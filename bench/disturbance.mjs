/** CPU time of other programs during a measurement. */
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { cpu, now } from './ipc.cjs';

/** A run counts as calm if other programs, or other guests of the same host, use at most this share of the machine. */
const CALM = 0.1;

export const isCalm = ({ others }) => others <= CALM;

const busy = () =>
  stolenTime() + cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);

/** Time that the host took from this virtual machine, in ms. 0 on systems without this value. */
function stolenTime() {
  try {
    // In hundredths of a second, after user, nice, system, idle, iowait, irq and softirq.
    return Number(/^cpu +(?:\d+ ){7}(\d+)/.exec(readFileSync('/proc/stat', 'utf8'))?.[1]) * 10 || 0;
  } catch {
    return 0;
  }
}

/** Runs `work`. Returns its result, and the share of the machine that processes other than `ours()` used. */
export async function measureLoad(ours, work) {
  const used = async () =>
    cpu() + (await Promise.all(ours().map((child) => child.ask('cpu')))).reduce((a, b) => a + b, 0);
  const takeSample = async () => ({ own: await used(), all: busy(), at: now() });
  const before = await takeSample();
  const found = await work();
  const after = await takeSample();
  const others = after.all - before.all - (after.own - before.own);
  return { found, others: Math.max(0, others / ((after.at - before.at) * cpus().length)) };
}
