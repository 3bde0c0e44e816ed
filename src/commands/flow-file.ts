import { printableName } from '../base/display.js';
import { isObject } from '../base/values.js';
import type { SendRead } from '../hub/lookup/look-ups.js';
import { type CheckedField, checkFlows } from '../recording/flow-check.js';
import { RecordedReads } from '../recording/recorded-reads.js';
import { fieldName, lines, text } from '../texts/report-texts.js';
import type { ConnectionValues } from './connection.js';
import { openHub } from './open-hub.js';
import { readRecording, readText } from './recording-store.js';
import { CommandFailure } from './run-command.js';
import { isAddress } from './source.js';

/** Checks a flow file: 0 if everything exists, 1 if something is missing or two things, 2 if a list was not read. */
export async function checkFlowFile(
  file: string,
  source: string,
  hubName: string | undefined,
  values: ConnectionValues,
  interruption: AbortController,
): Promise<number> {
  const flows = await flowsIn(file);
  const hubId = hubIdIn(flows, hubName);
  const { read, close } = await readsOf(source, values, interruption);
  try {
    const fields = await checkFlows(flows, hubId, read);
    if (interruption.signal.aborted) throw new CommandFailure(text('diff.interrupted'));
    process.stdout.write(flowsText(fields, flows));
    if (fields.some(({ verdict }) => verdict === 'missing' || verdict === 'twoThings')) return 1;
    return fields.some(({ verdict }) => verdict === 'unread') ? 2 : 0;
  } finally {
    close();
  }
}

async function flowsIn(file: string): Promise<FlowNode[]> {
  const content = await readText(file);
  try {
    const flows: unknown = JSON.parse(content);
    if (Array.isArray(flows)) return flows.filter(isObject);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new CommandFailure(text('flows.notFlows', { file }));
}

/** The configuration with this name or id, or the only one. */
function hubIdIn(flows: readonly FlowNode[], wanted: string | undefined): string {
  const hubs = flows.filter(({ type }) => type === 'hub-config');
  const names = hubs.map(({ name, id }) => String(name || id)).join(', ');
  const [hub, ...others] = hubs.filter(({ id, name }) => wanted === undefined || id === wanted || name === wanted);
  if (!hub) throw new CommandFailure(text('flows.noHub', { name: wanted ?? '', names }));
  if (others.length === 0) return String(hub.id);
  throw new CommandFailure(
    text('flows.chooseHub', { names: hubs.map(({ name, id }) => `${name} (${id})`).join(', ') }),
  );
}

/** The reads of a recording, or of a hub. A hub is asked only for the lists that the flow needs. */
async function readsOf(
  source: string,
  values: ConnectionValues,
  interruption: AbortController,
): Promise<{ read: SendRead; close: () => void }> {
  if (isAddress(source)) {
    const { reader } = await openHub(source, values, interruption);
    return { read: reader.read, close: () => reader.close() };
  }
  const recording = await readRecording(source);
  if (recording.isAnonymous) throw new CommandFailure(text('diff.anonymous'));
  return { read: new RecordedReads(recording).read, close: () => undefined };
}

/** A node of a flow file. */
type FlowNode = Readonly<Record<string, unknown>>;

/** The fields of a flow that name nothing of the hub, or that could not be checked. */
function flowsText(fields: readonly CheckedField[], flows: readonly FlowNode[]): string {
  const byId = new Map(flows.map((node) => [node.id, node]));
  const rows = (wanted: CheckedField['verdict']) =>
    fields.filter(({ verdict }) => verdict === wanted).map((field) => fieldText(field, byId));
  const present = fields.filter(({ verdict }) => verdict === 'present').length;
  return [
    lines('flows.missing', rows('missing')),
    lines('flows.twoThings', rows('twoThings')),
    lines('flows.renamed', rows('renamed')),
    lines('flows.unread', rows('unread')),
    lines('flows.notChecked', rows('notChecked')),
    `${text('flows.counts', { checked: fields.length, present })}\n`,
  ].join('');
}

/** Example: `Fader (Show): Property = Mixer//Opacity/0 (Opacity)`. */
function fieldText(
  { nodeId, nodeName, nodeType, field, kind, value, label, now }: CheckedField,
  byId: ReadonlyMap<unknown, FlowNode>,
): string {
  const flow = byId.get(byId.get(nodeId)?.z);
  const flowName = String(flow?.label || flow?.name || flow?.id || '');
  const place = flowName ? ` (${printableName(flowName)})` : '';
  const shownLabel = label && label !== value ? ` (${printableName(label)})` : '';
  const shownNow = now ? ` → ${printableName(String(now.value))} (${printableName(now.label)})` : '';
  return `${printableName(nodeName || nodeType)}${place}: ${fieldName(field, kind)} = ${printableName(value)}${shownLabel}${shownNow}`;
}
