import type { NodeAPI, NodeDef, NodeMessage } from 'node-red';
import { CueDesk } from '../cues/cue-desk.js';
import { cueFiles } from '../cues/cue-file.js';
import { cueTime } from '../cues/cue-time.js';
import type { LookStep, MessageStep } from '../cues/list.js';
import type { PlayRules } from '../cues/play.js';
import type { CueReport } from '../cues/player.js';
import { PositionFile } from '../cues/position.js';
import type { Hold, Run, StepOutcome } from '../cues/run.js';
import type { CueCall } from '../hub/records/as-run.js';
import { HubError } from '../hub/wire/errors.js';
import { outcomeOf } from '../looks/entries.js';
import { CUES, type SavedCuesNode } from '../saved/cues.js';
import { StoredError } from '../stored/stored-error.js';
import { holdSentence } from './cues/cue-failure.js';
import { cueMessage } from './cues/cue-message.js';
import { type CueRequest, cueRequest } from './cues/cue-request.js';
import { cueRows, cueViewOf } from './cues/cue-view.js';
import { CuesStatus } from './cues/cues-status.js';
import { leaveStates, takeStates } from './cues/deployed-lists.js';
import { journalEnd } from './cues/journal-cue.js';
import { listPath } from './cues/list-path.js';
import { CueFailure, cueFields, deliverCue, failCue, NOTES, OPERATIONS, runCue } from './cues/run-cue.js';
import { cueRoutes } from './endpoints/cue-routes.js';
import { entriesError, fileError } from './look/look-error.js';
import { copyOf } from './message/json-values.js';
import { putIgnored, remainingMs, withFields } from './message/message.js';
import { journalBadInput } from './registry/journal-failure.js';
import { buttonHistories, claimList, cuesChanged, looksOf, registerCues } from './registry/registry.js';
import type { CatchError } from './runtime/catch-error.js';
import { Inputs, type Receiver } from './runtime/inputs.js';
import { asError, editorId, type Lifetime, logErrors } from './runtime/lifetime.js';
import { NodeOutput } from './runtime/node-output.js';
import type { RuntimeWords } from './runtime/node-texts.js';
import { PressFilter } from './runtime/press-filter.js';
import { registerNode } from './runtime/register-node.js';
import { readSaved } from './runtime/saved-field.js';
import { hubOf } from './runtime/target.js';

type CuesDef = NodeDef & SavedCuesNode;

/** While time runs, the state is sent once in this time, in ms. */
const TICK_MS = 1000;

export = (RED: NodeAPI) => {
  registerNode(RED, 'hub-cues', startNode);
  cueRoutes(RED);

  function startNode(life: Lifetime, saved: CuesDef, words: RuntimeWords): Receiver {
    const { node, clock } = life;
    const hub = hubOf(RED, saved.hub, words);
    const values = readSaved(CUES, saved);
    const rules: PlayRules = { onGo: values.onGo, lockout: values.lockout * 1000, expiry: values.expiry * 1000 };
    const list = values.list || editorId(node);
    const path = `${listPath(RED, list)}.json`;
    const positionPath = `${listPath(RED, list)}.position`;
    claimList(life, list);
    const desk = new CueDesk({
      hub,
      owner: node,
      file: cueFiles.open(path),
      position: new PositionFile(positionPath),
      before: takeStates(path),
      rules,
      clock,
      time: cueTime,
      recall,
      message: sendMessage,
    });
    // Before all others, so that the errors of calls that the hub ends do not become outcomes of steps.
    life.add(() => leaveStates(RED, path, desk.close()));
    const reasonOf = (hold: Hold) => holdSentence(words, hub, hold);
    const view = () => cueViewOf(desk, reasonOf);
    const output = new NodeOutput(node);
    const status = new CuesStatus(life, words, hub, view);
    const presses = new PressFilter({ kind: 'press', payloadIsData: false }, clock, buttonHistories(life));
    presses.start();
    let sent = '';
    let isReporting = false;
    let tick: unknown;

    const started = desk.start();
    started.catch(logErrors(node, reportFile));
    const place = { life, desk, hub, list, path, view };
    registerCues(life, { ...place, config: editorId(RED.nodes.getNode(saved.hub) ?? {}), name: saved.name });

    async function handleInput(msg: NodeMessage, send: (msg: NodeMessage) => void): Promise<void> {
      const since = clock.now();
      const longest = Math.min(rules.expiry, remainingMs(msg, since) ?? Number.POSITIVE_INFINITY);
      // A remote host that started later sends this.
      const isAsk = msg.payload === 'ask' && (msg as { operation?: unknown }).operation === undefined;
      const request = isAsk ? ({ operation: 'ask' } as const) : requestIn(msg);
      // A message may arrive before the file was read.
      await started.catch(() => undefined);
      if (request.operation === 'ask') {
        sent = '';
        reportState();
        return;
      }
      if (request.operation === 'list') {
        send(withFields(msg, { topic: list, payload: cueRows(desk), hub: cueFields(place, OPERATIONS.list, 'done') }));
        return;
      }
      const ignored = await presses.refusal(msg);
      if (ignored) {
        status.note(ignored);
        putIgnored(msg, ignored);
        return;
      }
      if (life.hasEnded) throw new HubError('CLOSED');
      // A slow disk must not play a Go late.
      const remaining = longest - (clock.now() - since);
      const note = await runCue(place, request.press, msg, remaining, send);
      if (note) status.note(NOTES[note]);
    }

    function requestIn(msg: NodeMessage): CueRequest {
      try {
        return cueRequest(msg, values.operation);
      } catch (error) {
        journalBadInput(hub, error, editorId(node));
        throw error;
      }
    }

    /** The end of a cue that no message waits for. */
    function reportEnd(report: CueReport): void {
      const msg: NodeMessage = {};
      journalEnd(hub, report, editorId(node));
      try {
        deliverCue(place, msg, 'followOnCue', report, (message) => output.run(() => node.send([message, null])));
      } catch (thrown) {
        if (!(thrown instanceof CueFailure)) throw thrown;
        output.run(() => node.error(fail(msg, thrown), msg));
      }
    }

    const fail = (msg: NodeMessage, error: HubError): CatchError => failCue(life, words, hub, msg, error);

    async function recall({ look, fade }: LookStep, call: CueCall, remaining: number): Promise<StepOutcome> {
      const looks = looksOf(hub);
      if (!looks) throw new HubError('BAD_INPUT', { sentence: 'noLookNode' });
      try {
        const entries = await looks.desk.recall(look, undefined, undefined, remaining, { call, fade });
        const error = entriesError(entries);
        if (error) throw error;
        return outcomeOf(entries);
      } catch (thrown) {
        throw fileError(thrown, looks.path);
      }
    }

    function sendMessage({ topic, payload }: MessageStep, { number, cue: { name } }: Run): void {
      // The file has the payload, and a flow may change its message.
      node.send([{ topic, payload: copyOf(payload), cue: { number, name } } as NodeMessage, null]);
    }

    /** The commands of a cue are sent before its state. */
    function reportSoon(): void {
      if (isReporting) return;
      isReporting = true;
      life.afterStart(() => {
        isReporting = false;
        reportState();
      });
    }

    /** Sends the state after a change, and once a second while time runs. */
    function reportState(): void {
      if (!desk.state && desk.problem === undefined) return;
      const { remaining, ...lasting } = view();
      clock.clearTimeout(tick);
      if (remaining !== null) tick = clock.setTimeout(repeatState, TICK_MS);
      status.update();
      // A lamp needs the state again after a lost session.
      const text = JSON.stringify([lasting, hub.connection.session]);
      if (text !== sent) sendState();
      sent = text;
      cuesChanged.emit();
    }

    function repeatState(): void {
      sent = '';
      reportState();
    }

    const sendState = () => output.run(() => node.send([null, cueMessage({ list, hub, view })]));

    function reportFile(thrown: unknown): void {
      const error = fileError(thrown, path);
      if (!(error instanceof HubError)) throw thrown;
      if (!life.hasEnded) node.error(fail({}, error), {});
    }

    /** It has no verdict, because the cue was sent. */
    function reportUnsaved(thrown: unknown): void {
      const reason = thrown instanceof StoredError ? thrown.facts.reason : asError(thrown).message;
      node.error(words('errors.positionFile', { file: positionPath, reason }), {});
    }

    life.add(desk.changed.watch(reportSoon));
    life.add(hub.connection.stateChanged.watch(reportSoon));
    life.add(desk.ended.watch(logErrors(node, reportEnd)));
    life.add(desk.fault.watch(logErrors(node, reportFile)));
    life.add(desk.unsaved.watch(reportUnsaved));

    const inputs = new Inputs(life, words, {
      handle: handleInput,
      fail: (msg, error) => {
        // The state of the list shows a cue that failed.
        if (error.code === 'BAD_INPUT' && !(error instanceof CueFailure)) status.failed(error);
        return fail(msg, error);
      },
    });

    life.add(() => {
      presses.close();
      hub.abandon(node);
      output.close();
    });
    return inputs;
  }
};
