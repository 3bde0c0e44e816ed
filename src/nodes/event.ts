import { resolve } from 'node:path';
import type { Node, NodeAPI, NodeDef, NodeMessage } from 'node-red';
import { asRunOf, type CommandRecord } from '../hub/records/as-run.js';
import { badInput, HubError } from '../hub/wire/errors.js';
import { rehearsedReason } from '../hub/words/explain.js';
import { targetNames } from '../hub/words/target-names.js';
import { DEFAULT_OLD_FILES, DEFAULT_SIZE_MB, type EventKind, type SavedEvent } from '../saved/event.js';
import { recordOf } from './log/as-run-record.js';
import { JsonLines, NotRegularFile } from './log/json-lines.js';
import { pendingDone } from './log/pending-messages.js';
import { putFailure } from './message/message.js';
import { sessionOf } from './registry/sessions.js';
import { type CatchError, toCatchError } from './runtime/catch-error.js';
import type { HubConfigNode } from './runtime/hub-node.js';
import { logErrors } from './runtime/log-errors.js';
import { onInput } from './runtime/on-input.js';
import { registerNode } from './runtime/register-node.js';
import { wordsOf } from './runtime/runtime-words.js';
import { atLeast, isOn, positive } from './runtime/saved-field.js';
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

export = (RED: NodeAPI) => {
  const words = wordsOf(RED);

  registerNode(RED, 'hub-event', words, startNode);

  function fileOf({ file, maxSize, oldFiles }: EventDef) {
    const maxBytes = positive('maxSize', maxSize || DEFAULT_SIZE_MB) * 1e6;
    const maxOldFiles = Math.floor(
      atLeast(0, 'oldFiles', oldFiles === undefined || oldFiles === '' ? DEFAULT_OLD_FILES : oldFiles),
    );
    const folder = (RED.settings as { fileWorkingDirectory?: string }).fileWorkingDirectory ?? '';
    return file ? { path: resolve(folder, file), maxBytes, maxOldFiles } : undefined;
  }

  function startNode(node: Node, saved: EventDef): void {
    const hub = hubOf(RED.nodes.getNode(saved.hub) as HubConfigNode | null, words);
    const isEnabled = (kind: EventKind) => isOn(kind, saved[kind] ?? true);
    const enabled = {
      connection: isEnabled('connection'),
      asRun: isEnabled('asRun'),
      rehearsal: isEnabled('rehearsal'),
    };
    const file = fileOf(saved);
    const log = file && new JsonLines(file, showWriteResult);
    const status = new Status(node, words);
    let fault: 'LOG_FILE' | undefined;
    let closed = false;

    function wouldFail({ command, params, code, outcome, facts }: CommandRecord): string | undefined {
      if (!code || outcome === 'done' || facts?.wouldFail === undefined) return undefined;
      const called = targetNames(command, params);
      return rehearsedReason(words, { code, outcome, facts: { ...facts, called } }, command);
    }

    function showWriteResult(error?: Error): void {
      const key = error instanceof NotRegularFile ? 'errors.logNotFile' : 'errors.logFile';
      if (error && !fault) node.error(words(key, { file: file?.path, reason: error.message }), {});
      fault = error && 'LOG_FILE';
      status.failed(fault);
    }

    function sendReport(topic: EventKind, payload: unknown): void {
      if (enabled[topic] && !closed) node.send({ topic, payload });
    }

    const unwatch = [
      status.follow(hub),
      hub.ended.watch(
        logErrors(node, (ended: CommandRecord) => {
          const record = recordOf(asRunOf(ended), wouldFail(ended));
          log?.write(record);
          sendReport('asRun', record);
        }),
      ),
    ];

    /** After the start of all nodes, so that each of them gets the first message. */
    const starting = setImmediate(() => {
      log?.check();
      unwatch.push(hub.connection.watch(logErrors(node, (state) => sendReport('connection', state))));
      unwatch.push(hub.rehearsal.changed.watch(logErrors(node, (on) => sendReport('rehearsal', on))));
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
      status.failed(fault);
    }

    function failMessage(msg: NodeMessage, error: HubError): CatchError {
      status.failed(error);
      putFailure(msg, undefined, error, sessionOf(hub));
      return toCatchError(words, error, node, { hub: hub.name });
    }

    onInput(node, words, handleInput, failMessage);

    node.on('close', async (done: () => void) => {
      closed = true;
      clearImmediate(starting);
      await pendingDone(hub);
      for (const end of unwatch) end();
      await log?.close();
      status.close();
      done();
    });
  }
};
