import { resolve } from 'node:path';
import type { Node, NodeAPI, NodeDef, NodeMessage } from 'node-red';
import { asRunOf, type CommandRecord } from '../hub/records/as-run.js';
import { badInput, type HubError } from '../hub/wire/errors.js';
import { statusOf } from '../hub/words/explain.js';
import { type Kind, type SavedEvent, USUAL_KEEP, USUAL_SIZE_MB } from '../saved/event.js';
import { contactOf } from './input/contacts.js';
import type { HubConfigNode } from './input/hub-node.js';
import { atLeast, isOn, positive } from './input/saved-field.js';
import { hubOf } from './input/target.js';
import { recordOf } from './log/as-run-record.js';
import { JsonLines } from './log/json-lines.js';
import { pendingDone } from './log/pending-messages.js';
import { toCatchError } from './output/catch-error.js';
import { putFailure } from './output/message.js';
import type { Fault } from './output/node-status.js';
import { logErrors, onInput } from './output/on-input.js';
import { registerNode } from './output/register-node.js';
import { wordsOf } from './output/runtime-words.js';
import { Status } from './output/status.js';

type EventDef = NodeDef & SavedEvent;

/** What switches rehearsal on and off. */
const SWITCH = new Map<unknown, boolean>([
  [true, true],
  [false, false],
  ['on', true],
  ['off', false],
]);

/** Who was not there when it was told asks for it: a host of other Node-REDs. */
const ASK = 'ask';

export = (RED: NodeAPI) => {
  const words = wordsOf(RED);

  registerNode(RED, 'hub-event', words, work);

  function fileOf({ file, maxSize, keep }: EventDef) {
    const most = positive('maxSize', maxSize || USUAL_SIZE_MB) * 1e6;
    const old = Math.floor(atLeast(0, 'keep', keep === undefined || keep === '' ? USUAL_KEEP : keep));
    const folder = (RED.settings as { fileWorkingDirectory?: string }).fileWorkingDirectory ?? '';
    return file ? { path: resolve(folder, file), most, keep: old } : undefined;
  }

  function work(node: Node, saved: EventDef): void {
    const hub = hubOf(RED.nodes.getNode(saved.hub) as HubConfigNode | null, words);
    const wanted = (kind: Kind) => isOn(kind, saved[kind] ?? true);
    const told = { connection: wanted('connection'), asRun: wanted('asRun'), rehearsal: wanted('rehearsal') };
    const file = fileOf(saved);
    const log = file && new JsonLines(file, written);
    const status = new Status(node, words);
    let fault: Fault | undefined;
    let closed = false;

    function written(error?: Error): void {
      if (error && !fault) node.error(words('errors.logFile', { file: file?.path, reason: error.message }), {});
      fault = error && 'LOG_FILE';
      status.failed(fault);
    }

    function tell(topic: Kind, payload: unknown): void {
      if (told[topic] && !closed) node.send({ topic, payload });
    }

    const unwatch = [
      status.follow(hub),
      hub.ended.watch(
        logErrors(node, (ended: CommandRecord) => {
          const record = recordOf(asRunOf(ended));
          log?.write(record);
          tell('asRun', record);
        }),
      ),
    ];

    /** Not before all nodes are there to get what is told. */
    const starting = setImmediate(() => {
      unwatch.push(hub.connection.watch(logErrors(node, (state) => tell('connection', state))));
      unwatch.push(hub.rehearsal.changed.watch(logErrors(node, (on) => tell('rehearsal', on))));
      tell('rehearsal', hub.rehearsal.on);
    });

    /** What its message asks for: how things are, or rehearsal. */
    function take({ payload }: NodeMessage): void {
      if (payload === ASK) {
        tell('connection', hub.connection.state);
        tell('rehearsal', hub.rehearsal.on);
        return;
      }
      const on = SWITCH.get(payload);
      if (on === undefined)
        throw badInput('payload', payload, { key: 'choice', options: [...SWITCH.keys(), ASK].map(String) });
      hub.rehearsal.set(on);
      status.failed(fault);
    }

    function blame(msg: NodeMessage, error: HubError): Error {
      status.failed(statusOf(error));
      putFailure(msg, undefined, error, contactOf(hub));
      return toCatchError(words, error);
    }

    onInput(node, take, blame);

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
