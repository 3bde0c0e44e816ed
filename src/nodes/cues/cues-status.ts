import type { NodeStatus } from 'node-red';
import { cut, escapeReferences } from '../../base/display.js';
import { type CueView, shownCue } from '../../cues/cue-view.js';
import type { Hub } from '../../hub/hub.js';
import type { HubError } from '../../hub/wire/errors.js';
import { shortReason } from '../../hub/words/explain.js';
import type { Lifetime } from '../runtime/lifetime.js';
import type { RuntimeWords } from '../runtime/node-texts.js';
import { PacedStatus } from '../status/paced-status.js';
import { ShortNote } from '../status/short-note.js';
import type { Note } from '../status/status-facts.js';

/** Characters of a status. */
const MAX_TEXT = 20;

const COLOURS: Readonly<Record<CueView['state'], Required<Pick<NodeStatus, 'fill' | 'shape'>>>> = {
  standby: { fill: 'green', shape: 'dot' },
  running: { fill: 'blue', shape: 'dot' },
  holding: { fill: 'red', shape: 'dot' },
  failed: { fill: 'red', shape: 'dot' },
  restarted: { fill: 'yellow', shape: 'dot' },
  asking: { fill: 'yellow', shape: 'ring' },
  end: { fill: 'grey', shape: 'dot' },
  unreadable: { fill: 'red', shape: 'ring' },
};

/** The status of a cue list: why it holds, or else the cue that plays or is on standby. */
export class CuesStatus {
  readonly #words: RuntimeWords;
  readonly #hub: Hub;
  readonly #view: () => CueView;
  readonly #status: PacedStatus;
  /** A status is that of a wrong message. */
  readonly #note: ShortNote<Note | NodeStatus>;

  constructor(life: Lifetime, words: RuntimeWords, hub: Hub, view: () => CueView) {
    this.#words = words;
    this.#hub = hub;
    this.#view = view;
    this.#status = new PacedStatus(life);
    this.#note = new ShortNote(life, () => this.update());
    life.add(hub.connection.watch(() => this.update()));
  }

  update(): void {
    this.#status.show(this.#nodeStatus);
  }

  /** Shows for a short time why nothing was done. */
  note(note: Note): void {
    this.#note.show(note);
  }

  /** Shows for a short time that a message was wrong. */
  failed(failure: HubError): void {
    const text = escapeReferences(cut(shortReason(this.#words, failure, undefined), MAX_TEXT));
    this.#note.show({ fill: 'red', shape: 'ring', text });
  }

  readonly #nodeStatus = (): NodeStatus => {
    const view = this.#view();
    const { state } = view;
    const hub = this.#hub.connection.state;
    const note = this.#note.present;
    if (note && state !== 'asking')
      return typeof note === 'string' ? { fill: 'yellow', shape: 'ring', text: this.#words(`status.${note}`) } : note;
    if (hub !== 'connected' && (state === 'standby' || state === 'end'))
      return { fill: hub === 'connecting' ? 'yellow' : 'red', shape: 'ring', text: this.#words(`status.${hub}`) };
    const cue = shownCue(view);
    const text = this.#words(`cues.states.${state}`, { cue: `${cue?.number ?? ''} ${cue?.name ?? ''}`.trim() });
    return { ...COLOURS[state], text: escapeReferences(cut(text, MAX_TEXT)) };
  };
}
