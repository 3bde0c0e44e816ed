import type { Node, NodeAPI, NodeDef, NodeMessage } from 'node-red';
import { HubError } from '../hub/wire/errors.js';
import { type LookEntry, outcomeOf } from '../looks/entries.js';
import { LookDesk } from '../looks/look-desk.js';
import { LookFile } from '../looks/look-file.js';
import type { LookOperation, SavedLookNode } from '../saved/look.js';
import { lookRoutes } from './endpoints/look-routes.js';
import { entriesError, fileError } from './look/look-error.js';
import { type LookRequest, LookRequests } from './look/look-request.js';
import { lookFileOf, lookSettingsOf } from './look/look-settings.js';
import { LookStateMessages, shownLook } from './look/look-states.js';
import { RestoreMessages } from './look/restore-messages.js';
import { copyOf } from './message/copy-of.js';
import { putFailure, withFields } from './message/message.js';
import { remainingMs } from './message/remaining-ms.js';
import { buttonHistories } from './registry/button-histories.js';
import { registerRunningLooks, restoreAll } from './registry/running-looks.js';
import { sessionOf, WatchSession } from './registry/sessions.js';
import { type CatchError, toCatchError } from './runtime/catch-error.js';
import { editorId, type HubConfigNode } from './runtime/hub-node.js';
import { logErrors } from './runtime/log-errors.js';
import { NodeOutput } from './runtime/node-output.js';
import { onInput } from './runtime/on-input.js';
import { registerNode } from './runtime/register-node.js';
import { wordsOf } from './runtime/runtime-words.js';
import { hubOf } from './runtime/target.js';
import { Status } from './status/status.js';

type LookDef = NodeDef & SavedLookNode;

/** A message with this payload sends the states of the looks again. */
const REPORT_REQUEST = 'ask';

/** The names of the operations in `msg.hub.operation`. */
const OPERATIONS: Readonly<Record<LookOperation, string>> = {
  recall: 'recallLook',
  store: 'storeLook',
  compare: 'compareLook',
  restore: 'restoreLook',
  delete: 'deleteLook',
  list: 'listLooks',
};

export = (RED: NodeAPI) => {
  const words = wordsOf(RED);

  registerNode(RED, 'hub-look', words, startNode);
  lookRoutes(RED);

  function startNode(node: Node, saved: LookDef): void {
    const config = RED.nodes.getNode(saved.hub) as HubConfigNode | null;
    const hub = hubOf(config, words);
    const settings = lookSettingsOf(saved);
    const hubId = config ? editorId(config) : '';
    const file = LookFile.at(lookFileOf(saved.file, hubId, RED.settings.userDir ?? ''));
    const desk = new LookDesk({
      ...settings,
      hub,
      owner: node,
      file,
      look: settings.look || undefined,
    });
    const requests = new LookRequests(settings, buttonHistories(node));
    const status = new Status(node, words);
    const unfollow = status.follow(hub);
    const session = settings.interval > 0 ? new WatchSession(node.id, hub) : undefined;
    const output = new NodeOutput(node);
    const stateMessages = new LookStateMessages(node, (name) => desk.statusWithout(name));
    const restoreMessages = new RestoreMessages(node);
    const unregister = registerRunningLooks(editorId(node), {
      desk,
      hub,
      config: hubId,
      name: saved.name,
      path: file.path,
    });
    let closed = false;

    const hubFields = (operation: LookOperation, outcome: string, look = '') => ({
      operation: OPERATIONS[operation],
      ...(look && { look }),
      outcome,
      at: Date.now(),
      ...sessionOf(hub),
    });

    async function run({ operation, look, only, share }: LookRequest, remaining?: number): Promise<unknown> {
      switch (operation) {
        case 'recall':
          return desk.recall(look, only, share, remaining);
        case 'store':
          return desk.store(look);
        case 'compare':
          return desk.compare(look);
        case 'restore':
          return restoreAll(hub, remaining);
        case 'delete':
          await desk.delete(look);
          return look;
        case 'list':
          return [...(await desk.list()).keys()];
      }
    }

    async function handleInput(msg: NodeMessage, send: (msg: NodeMessage) => void): Promise<void> {
      // A remote host that started later sends this.
      if (msg.payload === REPORT_REQUEST && (msg as { operation?: unknown }).operation === undefined)
        return resendStates();
      const remaining = remainingMs(msg);
      const request = await requests.read(msg);
      if (typeof request === 'string') return status.note(request);
      const { operation, look } = request;
      status.sending();
      try {
        // The values of a look belong to its file, and a flow may change its message.
        const payload = copyOf(await run(request, remaining));
        if (closed) throw new HubError('CLOSED');
        const entries = operation === 'recall' || operation === 'restore' ? (payload as LookEntry[]) : [];
        const error = entriesError(entries);
        if (error) {
          withFields(msg, { payload });
          throw error;
        }
        const outcome = outcomeOf(entries);
        status.ended(outcome === 'done' ? { done: {} } : { skipped: outcome as 'superseded' | 'rehearsal' });
        if (outcome === 'done' || operation === 'restore')
          send(withFields(msg, { payload, hub: hubFields(operation, outcome, look) }));
      } catch (thrown) {
        const error = fileError(thrown, file.path);
        status.ended(error instanceof HubError ? { failure: error } : {});
        throw error;
      } finally {
        // A lamp shows the result of the command until the next state.
        if (operation === 'recall' || operation === 'restore') resendStates();
      }
    }

    function resendStates(): void {
      stateMessages.resend();
      restoreMessages.resend();
      output.run(reportStates);
    }

    function failMessage(msg: NodeMessage, error: HubError): CatchError {
      if (error.code === 'BAD_INPUT') status.failed(error);
      putFailure(msg, undefined, error, sessionOf(hub));
      return toCatchError(words, error, node, { hub: hub.name });
    }

    /** A lamp does not wait for the slices: the session ends at once. */
    function followSession(): void {
      if (desk.isRead) session?.answered();
      else session?.failed();
    }

    function reportStates(): void {
      const { states, isRead } = desk;
      const shown = shownLook(states);
      const text = shown && words(`look.${shown.state}`, { look: shown.name, count: shown.differences });
      status.look(text);
      stateMessages.send(states, session?.fields ?? sessionOf(hub));
      sendAsking();
      if (isRead) session?.delivered(session.id);
    }

    function reportRestore(engine: string, entries: readonly LookEntry[]): void {
      const error = entriesError(entries);
      // Other watches share the values of a poll.
      const msg = { topic: engine, payload: copyOf(entries), hub: hubFields('restore', outcomeOf(entries)) };
      output.run(() => {
        if (error) node.error(failMessage(msg, error), msg);
        else node.send([msg, null]);
      });
    }

    function reportAsking(engines: readonly string[]): void {
      status.ask(engines.length > 0);
      output.run(sendAsking);
    }

    /** Only while the hub is read: a lamp is unknown anyway without a session. */
    function sendAsking(): void {
      if (session?.id) restoreMessages.send(desk.restorer.asking, session.fields);
    }

    function reportFile(thrown: unknown): void {
      const error = fileError(thrown, file.path);
      if (!(error instanceof HubError)) throw thrown;
      if (!closed) node.error(failMessage({}, error), {});
    }

    const onStates = () => {
      followSession();
      output.run(reportStates);
    };
    const unwatchFile = file.failed.watch(logErrors(node, reportFile));
    desk.statesChanged.watch(logErrors(node, onStates));
    desk.restorer.restored.watch(logErrors(node, ({ engine, entries }) => reportRestore(engine, entries)));
    desk.restorer.askingChanged.watch(logErrors(node, reportAsking));
    /** After the start of all nodes, so that each of them gets the first message. */
    const starting = setImmediate(() => desk.start().catch(logErrors(node, reportFile)));

    onInput(node, words, handleInput, failMessage);

    node.on('close', () => {
      closed = true;
      clearImmediate(starting);
      unregister();
      unwatchFile();
      requests.close();
      desk.close();
      hub.abandon(node);
      unfollow();
      session?.close();
      status.close();
      output.close();
    });
  }
};
