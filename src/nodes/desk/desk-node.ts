import type { NodeAPI, NodeDef, NodeMessage } from 'node-red';
import { plainText } from '../../base/values.js';
import type { Hub } from '../../hub/hub.js';
import { badInput, HubError } from '../../hub/wire/errors.js';
import type { HubSettings } from '../../hub/wire/settings.js';
import { putIgnored } from '../message/message.js';
import { journalBadInput } from '../registry/journal-failure.js';
import { buttonHistories, configOf, sessionOf } from '../registry/registry.js';
import type { CatchError } from '../runtime/catch-error.js';
import type { Inputs, Send } from '../runtime/inputs.js';
import { editorId, type Lifetime } from '../runtime/lifetime.js';
import { NodeOutput } from '../runtime/node-output.js';
import type { RuntimeWords } from '../runtime/node-texts.js';
import { type Ignored, PressFilter } from '../runtime/press-filter.js';
import { hubOf } from '../runtime/target.js';
import { fileError } from './file-error.js';

/** A message that asks for the present state, as a remote host does that started later. */
const ASK = 'ask';

/** Each field may be missing. */
export type DeskMessage = NodeMessage &
  Readonly<Partial<Record<'operation' | 'look' | 'only' | 'blend' | 'cue' | 'by' | 'gesture' | 'remote', unknown>>>;

/** The reason to ignore a message. */
interface IgnoredMessage {
  readonly ignored: Ignored;
}

/** A node with a stored list and the desk that plays it: looks or cues. */
export abstract class DeskNode<Request extends { readonly operation: string }> {
  /** The editor id of the hub configuration. */
  readonly config: string;
  /** The name of the node, or blank. */
  readonly name: string;
  readonly hub: Hub;
  protected readonly presses: PressFilter;
  protected readonly output: NodeOutput;

  /** Throws a HubError if its hub is missing. */
  constructor(
    RED: NodeAPI,
    readonly life: Lifetime,
    { hub, name }: NodeDef & { readonly hub: string },
    protected readonly words: RuntimeWords,
  ) {
    this.hub = hubOf(RED, hub, words);
    this.config = editorId(RED.nodes.getNode(hub) ?? {});
    this.name = name;
    this.output = new NodeOutput(life.node);
    this.presses = new PressFilter({ kind: 'press', payloadIsData: false }, life.clock, buttonHistories(life));
    this.presses.start();
  }

  /** Its messages. */
  abstract readonly inputs: Inputs;
  /** The path of the file. */
  abstract readonly path: string;
  abstract readonly status: { note(ignored: Ignored): void };

  /** The names in the file: looks, or numbers of cues. Rejects with a HubError if they are unknown. */
  abstract names(): Promise<ReadonlySet<string>>;
  /** Rejects with a HubError if the file cannot be read. */
  abstract checkFile(): Promise<void>;
  /** The state for the sidebar. */
  abstract report(): object;
  /** Throws a HubError if a press with this name finds nothing. */
  abstract requireName(names: ReadonlySet<string>, given: string): void;
  /** The names that were read last. Empty: unknown. */
  abstract get lastNames(): Iterable<string>;

  /** Rejects with a HubError for a wrong message. */
  protected abstract read(msg: DeskMessage): Promise<Request | IgnoredMessage>;
  /** `since`: the arrival of the message in the clock's ms. */
  protected abstract run(request: Request, msg: NodeMessage, since: number, send: Send): Promise<void>;
  /** Sends the present state again. */
  protected abstract resend(): void | Promise<void>;
  /** Puts a failure into a message. */
  protected abstract fail(msg: NodeMessage, error: HubError): CatchError;

  /** The id in the editor. */
  get id(): string {
    return editorId(this.life.node);
  }

  /** The settings of the hub. Undefined if its configuration has closed. */
  get settings(): HubSettings | undefined {
    return configOf(this.hub)?.settings;
  }

  /** Runs a message. */
  protected readonly receive = async (msg: DeskMessage, send: Send): Promise<void> => {
    const since = this.life.clock.now();
    if (msg.payload === ASK && msg.operation === undefined) return this.resend();
    const request = await this.read(msg).catch((error: unknown) => {
      journalBadInput(this.hub, error, this.id);
      throw error;
    });
    if (!('ignored' in request)) return this.run(request, msg, since, send);
    this.status.note(request.ignored);
    putIgnored(msg, request.ignored);
  };

  /** Reports that the file cannot be read. */
  protected readonly reportFile = (thrown: unknown): void => {
    const error = fileError(thrown, this.path);
    if (!(error instanceof HubError)) throw thrown;
    const { life } = this;
    if (!life.hasEnded) life.node.error(this.fail({}, error), {});
  };

  /** `msg.hub` of a result. */
  protected resultFields(fields: {
    readonly operation: string;
    readonly look?: string;
    readonly outcome: string;
  }): object {
    return { ...fields, at: this.life.clock.date(), ...sessionOf(this.hub) };
  }

  protected close(): void {
    this.presses.close();
    this.hub.abandon(this.life.node);
    this.output.close();
  }
}

/** The operation in a message. Undefined: none. Throws `BAD_INPUT`. */
export function operationIn<Operation extends string>(
  { operation: given }: DeskMessage,
  operations: readonly Operation[],
): Operation | undefined {
  if (given === undefined) return undefined;
  const operation = operations.find((each) => each === plainText(given));
  if (!operation) throw badInput('operation', given, { key: 'choice', options: operations });
  return operation;
}
