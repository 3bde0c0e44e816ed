import type { NodeMessage, NodeStatus } from 'node-red';
import { plainText } from '../../base/values.js';
import { findOperation } from '../../hub/table/operations.js';
import type { Params } from '../../hub/wire/request.js';
import type { State } from '../../panels/lamp/state.js';
import type { ActionValues } from '../../saved/control.js';
import { commandInputs } from '../command/command.js';
import { takeIgnored, withFields } from '../message/message.js';
import { Inputs } from '../runtime/inputs.js';
import type { Lifetime } from '../runtime/lifetime.js';
import type { RuntimeWords } from '../runtime/node-texts.js';
import { cueInputs, lookInputs } from './desks.js';
import type { ControlEvent } from './gestures.js';
import { LastResult, type ResultNote } from './last-result.js';
import type { PendingInput } from './pending-input.js';
import { type ControlCommand, commandOf, isAboutTarget, type Subject } from './subject.js';
import { Toggle } from './toggle.js';

interface ActionOutputs {
  /** Gets each answer. */
  readonly send: (answer: NodeMessage) => void;
  /** The answer or the failure of a command. `isOfSubject`: it is about the thing that the control shows. */
  readonly result: (msg: NodeMessage, isOfSubject: boolean) => void;
  /** An action was rehearsed. */
  readonly rehearsed: () => void;
  /** The status of an action, by its name. One that waits for a second press is `armed`. */
  readonly status: (name: string, status: NodeStatus) => void;
  /** `note` has changed. */
  readonly noted: () => void;
  /** An action has ended, so `isBusy` may have changed. */
  readonly ended: () => void;
}

/** `msg.hub` of an answer or a failure. */
interface Result {
  readonly operation?: unknown;
  readonly outcome?: unknown;
  readonly params?: Params;
}

/** The second command of a toggle. */
const OFF = 'off';

/** The actions of a control: each event runs its command, look or cue. */
export class Actions {
  readonly #life: Lifetime;
  readonly #words: RuntimeWords;
  readonly #subject: Subject;
  readonly #outputs: ActionOutputs;
  readonly #toggle: Toggle | undefined;
  readonly #lastResult: LastResult;
  /** By the event that runs it. */
  readonly #actions = new Map<string, Inputs>();

  /** Throws `BAD_INPUT`. */
  constructor(life: Lifetime, words: RuntimeWords, subject: Subject, outputs: ActionOutputs) {
    this.#life = life;
    this.#words = words;
    this.#subject = subject;
    this.#outputs = outputs;
    this.#lastResult = new LastResult(life.clock, outputs.noted);
    const { id, values, main, isButton, command, opposite, stateRead } = subject;
    this.#toggle = opposite && command && new Toggle(id, command, stateRead !== undefined && values.interval > 0);
    const rows = isButton ? values.actions : values.actions.slice(0, 1);
    for (const row of rows) this.#actions.set(row.on, this.#inputsOf(row));
    if (main && opposite) this.#actions.set(OFF, this.#commandInputs(OFF, main, opposite));
  }

  /** Runs the action of an event. */
  act({ on, msg, input }: ControlEvent): void {
    const name = on ?? this.#mainName;
    const { isOn } = this.#toggle ?? {};
    // The first press in an unknown state only asks for a second one.
    if (!this.#toggle || name !== this.#mainName || isOn === undefined) this.#run(name, msg, input);
    else this.#run(isOn ? OFF : name, msg, input, this.#toggle.press(!isOn));
  }

  /** True until the commands of a toggle have ended: they need its state. */
  get isBusy(): boolean {
    return this.#toggle?.isBusy === true;
  }

  /** The state of the thing, for the next press of a toggle. */
  update(msg: NodeMessage): void {
    this.#toggle?.update(msg);
  }

  /** A rehearsed command would have left this state of the thing. Undefined: the rehearsal is over. */
  rehearse(state: State | undefined): void {
    this.#toggle?.rehearse(state);
    if (!state) this.#lastResult.endRehearsal();
  }

  /** A command in progress, or the result of the last one. */
  get note(): ResultNote | undefined {
    return this.#lastResult.shown;
  }

  get #mainName(): string {
    return this.#subject.main?.on ?? 'press';
  }

  #inputsOf(row: ActionValues): Inputs {
    const { hub, isButton } = this.#subject;
    if (row.does === 'look') return lookInputs(this.#part(row.on), this.#words, hub, row, isButton);
    if (row.does === 'cue' && isButton) return cueInputs(this.#part(row.on), this.#words, hub, row, isButton);
    if (row.does === 'page' && isButton) return this.#turnInputs(row);
    return this.#commandInputs(row.on, row, commandOf(row, isButton));
  }

  /** The answer of a key that shows another page is the name of this page. */
  #turnInputs(row: ActionValues): Inputs {
    const { surface } = this.#subject;
    return new Inputs(this.#part(row.on), this.#words, {
      handle: (msg, send) => {
        surface.turn(row);
        send(withFields(msg, { page: surface.presentName }));
      },
    });
  }

  #commandInputs(
    name: string,
    { on, expiry, timeout, secondPress }: ActionValues,
    { operation, params }: ControlCommand,
  ): Inputs {
    // In an unknown state, nobody knows whether the press is for on or off.
    const asks = this.#toggle && on === this.#mainName ? () => this.#toggle?.isOn === undefined : undefined;
    const times = { ...(expiry && { expiry }), ...(timeout && { timeout }) };
    const { hub, id } = this.#subject;
    const saved = { hub: id, operation: operation.name, params, ...times, secondPress, actOn: 'every' };
    return commandInputs(this.#part(name), this.#words, hub, saved, operation.area, asks);
  }

  #part = (name: string): Lifetime => this.#life.part({ status: (shown) => this.#outputs.status(name, shown) });

  #run(name: string, msg: NodeMessage, input: PendingInput | undefined, onEnd?: () => void): void {
    const action = this.#actions.get(name);
    if (!action) return;
    const pending = input?.begin() ? input : undefined;
    this.#lastResult.begin(name !== 'release');
    const deliver = (answer: NodeMessage) => {
      // The desk of a look or a cue may answer after the close.
      if (this.#life.hasEnded) return;
      this.#showResult(name, answer);
      this.#outputs.send(answer);
    };
    void action.receive(msg, deliver, (error) => {
      onEnd?.();
      const ignored = takeIgnored(msg);
      if (!this.#life.hasEnded) {
        if (error) this.#showResult(name, msg);
        else if (ignored === 'rehearsal') this.#rehearsed(name);
        this.#lastResult.end(error ?? (ignored === 'wouldFail' ? this.#words('status.wouldFail') : undefined), ignored);
        this.#outputs.ended();
      }
      if (pending) pending.end(msg, error);
      else if (error) this.#life.node.error(error, msg);
    });
  }

  #rehearsed(name: string): void {
    // A command that waited in a rehearsal may end after it.
    if (!this.#subject.hub.rehearsal.on) return;
    if (name === this.#mainName || name === OFF) this.#toggle?.rehearsePress(name !== OFF);
    this.#outputs.rehearsed();
  }

  #showResult(name: string, msg: NodeMessage & { readonly hub?: Result }): void {
    const { operation, outcome, params } = msg.hub ?? {};
    if (outcome === undefined || findOperation(plainText(operation))?.kind === 'read') return;
    const { command } = this.#subject;
    const isOwn = name === this.#mainName || name === OFF;
    const isOfSubject = isOwn || (command !== undefined && isAboutTarget(command, params));
    if (isOfSubject) this.#toggle?.update(msg);
    this.#outputs.result(msg, isOfSubject);
  }
}
