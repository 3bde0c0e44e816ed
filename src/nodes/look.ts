import type { NodeAPI, NodeDef, NodeMessage } from 'node-red';
import { HubError } from '../hub/wire/errors.js';
import { type LookEntry, outcomeOf } from '../looks/entries.js';
import { LookDesk } from '../looks/look-desk.js';
import { lookFiles } from '../looks/look-file.js';
import type { SavedLookNode } from '../saved/look.js';
import { lookRoutes } from './endpoints/look-routes.js';
import { entriesError, fileError } from './look/look-error.js';
import { LookRequests } from './look/look-request.js';
import { lookFileOf, lookSettingsOf } from './look/look-settings.js';
import { LookStateMessages, RestoreMessages, shownLook, stateMessage } from './look/look-states.js';
import { resultFields, runLook } from './look/run-look.js';
import { copyOf } from './message/json-values.js';
import { putIgnored, remainingMs } from './message/message.js';
import { journalBadInput } from './registry/journal-failure.js';
import { buttonHistories, looksChanged, registerLooks, sessionOf } from './registry/registry.js';
import { WatchSession } from './registry/sessions.js';
import { type CatchError, failMessage } from './runtime/catch-error.js';
import { Inputs, type Receiver } from './runtime/inputs.js';
import { editorId, type Lifetime, logErrors } from './runtime/lifetime.js';
import { NodeOutput } from './runtime/node-output.js';
import type { RuntimeWords } from './runtime/node-texts.js';
import { registerNode } from './runtime/register-node.js';
import { hubOf } from './runtime/target.js';
import { Status } from './status/status.js';

type LookDef = NodeDef & SavedLookNode;

/** A message with this payload sends the states of the looks again. */
const REPORT_REQUEST = 'ask';

export = (RED: NodeAPI) => {
  registerNode(RED, 'hub-look', startNode);
  lookRoutes(RED);

  function startNode(life: Lifetime, saved: LookDef, words: RuntimeWords): Receiver {
    const { node, clock } = life;
    const hub = hubOf(RED, saved.hub, words);
    const settings = lookSettingsOf(saved);
    const hubId = editorId(RED.nodes.getNode(saved.hub));
    const file = lookFiles.open(lookFileOf(settings.file, hubId, RED.settings.userDir ?? ''));
    const desk = new LookDesk({
      ...settings,
      hub,
      owner: node,
      file,
      look: settings.look || undefined,
    });
    const requests = new LookRequests(settings, clock, buttonHistories(life));
    const status = new Status(life, words, hub);
    const place = { life, hub, desk, path: file.path, status };
    const session = settings.interval > 0 ? new WatchSession(life, hub) : undefined;
    const output = new NodeOutput(node);
    const stateMessages = new LookStateMessages(life, (name) => desk.statusOf(name));
    const restoreMessages = new RestoreMessages(node);
    const stateOf = (look: string) => stateMessage(life, look, desk.statusOf(look), session?.fields ?? sessionOf(hub));
    registerLooks(life, { desk, hub, config: hubId, name: saved.name, path: file.path, stateOf });

    async function handleInput(msg: NodeMessage, send: (msg: NodeMessage) => void): Promise<void> {
      // A remote host that started later sends this.
      if (msg.payload === REPORT_REQUEST && (msg as { operation?: unknown }).operation === undefined)
        return resendStates();
      const remaining = remainingMs(msg, clock.now());
      const request = await requests.read(msg).catch((error: unknown) => {
        journalBadInput(hub, error, editorId(node));
        throw error;
      });
      if (typeof request === 'string') {
        status.note(request);
        putIgnored(msg, request);
        return;
      }
      try {
        await runLook(place, request, msg, remaining, send);
      } finally {
        // A lamp shows the result of the command until the next state.
        if (request.operation === 'recall' || request.operation === 'restore') resendStates();
      }
    }

    function resendStates(): void {
      stateMessages.resend();
      restoreMessages.resend();
      output.run(reportStates);
    }

    function fail(msg: NodeMessage, error: HubError): CatchError {
      if (error.code === 'BAD_INPUT') status.failed(error);
      return failMessage(life, words, msg, error, { hub, fields: sessionOf(hub) });
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
      looksChanged.emit();
      sendAsking();
      if (isRead) session?.delivered(session.id);
    }

    function reportRestore(engine: string, entries: readonly LookEntry[]): void {
      const error = entriesError(entries);
      // Other watches share the values of a poll.
      const msg = {
        topic: engine,
        payload: copyOf(entries),
        hub: resultFields(life, hub, { operation: 'restore' }, outcomeOf(entries)),
      };
      output.run(() => {
        if (error) node.error(fail(msg, error), msg);
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
      if (!life.hasEnded) node.error(fail({}, error), {});
    }

    const onStates = () => {
      followSession();
      output.run(reportStates);
    };
    life.add(file.failed.watch(logErrors(node, reportFile)));
    desk.statesChanged.watch(logErrors(node, onStates));
    desk.restorer.restored.watch(logErrors(node, ({ engine, entries }) => reportRestore(engine, entries)));
    desk.restorer.askingChanged.watch(logErrors(node, reportAsking));
    life.afterStart(() => desk.start().catch(logErrors(node, reportFile)));

    const inputs = new Inputs(life, words, { handle: handleInput, fail });

    life.add(() => {
      requests.close();
      desk.close();
      hub.abandon(node);
      output.close();
    });
    return inputs;
  }
};
