import { resolve } from 'node:path';
import type { Node, NodeAPI, NodeDef, NodeMessage } from 'node-red';
import { type AsRun, asRunOf, type CommandRecord } from '../hub/records/as-run.js';
import type { OnAirReport } from '../hub/watch/on-air.js';
import { badInput, HubError, type TargetNames } from '../hub/wire/errors.js';
import { explainReason } from '../hub/words/explain.js';
import { labelOf, targetNames } from '../hub/words/target-names.js';
import type { Words } from '../hub/words/texts.js';
import { EVENT, type EventKind, type SavedEvent } from '../saved/event.js';
import { pickedValues, type SavedParams } from '../saved/param.js';
import { JsonLines, NotRegularFile } from './log/json-lines.js';
import { journalBadInput } from './registry/journal-failure.js';
import { pendingDone, sessionOf } from './registry/registry.js';
import { failMessage } from './runtime/catch-error.js';
import { Inputs, type Receiver } from './runtime/inputs.js';
import { editorId, type Lifetime, logErrors } from './runtime/lifetime.js';
import type { RuntimeWords } from './runtime/node-texts.js';
import { registerNode } from './runtime/register-node.js';
import { readSaved } from './runtime/saved-field.js';
import { hubOf } from './runtime/target.js';
import { Status } from './status/status.js';

type EventDef = NodeDef & SavedEvent;

const REHEARSAL_SWITCH = new Map<unknown, boolean>([
  [true, true],
  [false, false],
  ['on', true],
  ['off', false],
]);

/** A remote host that started later sends this to get the present state. */
const REPORT_REQUEST = 'ask';

const CHOICE = { key: 'choice', options: [...REHEARSAL_SWITCH.keys(), REPORT_REQUEST].map(String) } as const;

/** Throws `BAD_INPUT` if the payload throws when it is read. */
function payloadOf(msg: NodeMessage): unknown {
  try {
    return msg.payload;
  } catch {
    throw new HubError('BAD_INPUT', { field: 'payload', value: '[Getter]', allowed: CHOICE });
  }
}

export = (RED: NodeAPI) =>
  registerNode(RED, 'hub-event', (life, saved: EventDef, words) => startNode(RED, life, saved, words));

function startNode(RED: NodeAPI, life: Lifetime, saved: EventDef, words: RuntimeWords): Receiver {
  const { node } = life;
  const hub = hubOf(RED, saved.hub, words);
  const values = readSaved(EVENT, saved);
  const folder = (RED.settings as { fileWorkingDirectory?: string }).fileWorkingDirectory ?? '';
  const file = { path: resolve(folder, values.file), maxBytes: values.maxSize * 1e6, maxOldFiles: values.oldFiles };
  const log = values.file ? new JsonLines(file, takeWriteResult) : undefined;
  let hasWriteFault = false;
  // First, since the commands of the other nodes end in the meantime.
  life.add(() => pendingDone(hub));
  const status = new Status(life, words, hub);

  /** A line without operation: the graphics on air in one rundown. */
  function writeOnAir({ at, engineId, rundownId, items, isFirst }: OnAirReport): void {
    const target = { engineId, rundownId };
    const names = pickedNames(RED, saved.hub, target);
    const line = { at: new Date(at).toISOString(), target, names, onAir: items ?? null };
    log?.write(isFirst ? { ...line, first: true } : line);
  }

  function takeWriteResult(error?: Error): void {
    const key = error instanceof NotRegularFile ? 'errors.logNotFile' : 'errors.logFile';
    if (error && !hasWriteFault) node.error(words(key, { file: file.path, reason: error.message }), {});
    hasWriteFault = error !== undefined;
    showWriteFault();
  }

  const showWriteFault = (): void => (hasWriteFault ? status.logFailed() : status.recovered());

  function sendReport(topic: EventKind, payload: unknown): void {
    if (values[topic] && !life.hasEnded) node.send({ topic, payload });
  }

  function report(ended: CommandRecord): void {
    const names = ended.names ?? (ended.isValue ? undefined : savedNamesOf(RED, ended));
    const record = recordOf({ ...asRunOf(ended), ...(names && { names }) }, wouldFail(words, ended));
    log?.write(record);
    sendReport('asRun', record);
  }

  life.add(hub.ended.watch(logErrors(node, report)));
  if (log) {
    life.add(hub.onAir.watch(logErrors(node, writeOnAir)));
    // The next node begins again.
    life.add(() => {
      for (const each of hub.onAir.present) writeOnAir({ ...each, items: undefined, isFirst: false });
      return log.close();
    });
  }
  life.afterStart(() => {
    log?.check();
    life.add(hub.connection.watch(logErrors(node, (state) => sendReport('connection', state))));
    life.add(hub.rehearsal.changed.watch(logErrors(node, (on) => sendReport('rehearsal', on))));
    sendReport('rehearsal', hub.rehearsal.on);
  });

  function handleInput(msg: NodeMessage): void {
    const payload = payloadOf(msg);
    if (payload === REPORT_REQUEST) {
      sendReport('connection', hub.connection.state);
      sendReport('rehearsal', hub.rehearsal.on);
      return;
    }
    const on = REHEARSAL_SWITCH.get(payload);
    if (on === undefined) throw badInput('payload', payload, CHOICE);
    hub.rehearsal.set(on);
    showWriteFault();
  }

  return new Inputs(life, words, {
    handle: handleInput,
    fail: (msg, error) => {
      status.failed(error);
      journalBadInput(hub, error, editorId(node));
      return failMessage(life, words, msg, error, { hub, fields: sessionOf(hub) });
    },
  });
}

/** The reason why a rehearsed command would fail. */
function wouldFail(words: Words, { command, params, outcome, failure }: CommandRecord): string | undefined {
  if (outcome !== 'rehearsal' || !failure) return undefined;
  return explainReason(words, failure.with({ called: targetNames(command, params) }), command);
}

/** The names that the pickers saved in the node of a command. */
function savedNamesOf(RED: NodeAPI, { command, params, owner }: CommandRecord): TargetNames | undefined {
  const sender = editorId(owner);
  let names: TargetNames | undefined;
  RED.nodes.eachNode((each) => {
    if (each.id === sender) names = targetNames(command, params, ...pickedValues(each));
  });
  return names;
}

/** The names of a show and a rundown, as the pickers saved them in the nodes of this hub. */
function pickedNames(RED: NodeAPI, hub: string, target: Readonly<Record<string, string>>): object {
  const values: SavedParams<unknown>[] = [];
  RED.nodes.eachNode((each) => {
    if ((each as { readonly hub?: unknown }).hub === hub) values.push(...pickedValues(each));
  });
  return Object.fromEntries(Object.entries(target).map(([name, value]) => [name, labelOf(values, name, value)]));
}

/**
 * The as-run record of a command. Times in ms, `at` in ISO 8601. `wouldFail` is the reason why a rehearsed command would
 * fail. `names` are those of the target, `cue` is the number of its cue. A copy, since a flow may change its message.
 */
function recordOf(asRun: AsRun, wouldFail: string | undefined): object {
  const { at, owner, cue, operation, target, names, value, outcome, code, statusCode, waited, elapsed } = asRun;
  const { id, name, type } = owner as Partial<Node>;
  const result = { outcome, code, wouldFail, statusCode, waited, elapsed };
  const time = new Date(at).toISOString();
  const record = { at: time, node: name || id, type, cue, operation, target, names, value, ...result };
  return JSON.parse(JSON.stringify(record)) as object;
}
