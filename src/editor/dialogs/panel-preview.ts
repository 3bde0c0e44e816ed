import type { Gesture } from '../../panels/gesture.js';
import { type FaderOptions, faderMapping, type Range } from '../../panels/mapping/fader.js';
import type { LastGestureReport } from '../../panels/mapping/last-gesture.js';
import { positionOf } from '../../panels/mapping/position.js';
import { CURVES, type ListChoice, parseListChoices } from '../../saved/panel.js';
import { byId } from '../base/dom.js';
import type { PanelNode } from '../base/panel-node.js';
import { words } from '../base/words.js';
import type { PanelOutput } from './panel-command.js';
import { PanelCurve } from './panel-curve.js';

/** Finds the value that the node sends, and shows it on the curve. Unusable fields show nothing. */
export class PanelPreview {
  readonly #node: PanelNode;
  readonly #curve = new PanelCurve(words('panel.curve'));

  constructor(node: PanelNode) {
    this.#node = node;
  }

  /**
   * The value that the fields give for a fader gesture. For an encoder, a button and a fader with soft takeover, the last
   * value sent.
   */
  show(report: LastGestureReport | undefined): PanelOutput | undefined {
    const gesture = report?.gesture && isFromControl(report.gesture) ? report.gesture : undefined;
    if (text('kind') !== 'fader') return gesture && this.#lastOutput(report);
    const value = this.#valueAt(gesture);
    const mayWait = !['', 'jump'].includes(text('takeover')) && text('list') === '';
    if (mayWait) return gesture && this.#lastOutput(report);
    return value === undefined ? undefined : { value };
  }

  #valueAt(gesture: Gesture | undefined): unknown {
    const options = currentOptions();
    const position = gesture && positionOf(gesture, Number(text('component')), options.from);
    const faderPosition = typeof position === 'number' ? position : undefined;
    try {
      this.#curve.draw(options, faderPosition);
      return faderPosition === undefined ? undefined : faderMapping(options)(faderPosition);
    } catch {
      return undefined;
    }
  }

  /** A button that was learned has no output before its deploy: a press would send `true`. */
  #lastOutput({ out, did }: LastGestureReport = { count: 0 }): PanelOutput | undefined {
    if (this.#isDeployed()) return out === undefined ? undefined : { value: out, did };
    const sendsPress = text('kind') === 'button' && byId('node-input-press').checked;
    return sendsPress ? { value: true, did: 'press', isPlanned: true } : undefined;
  }

  /** False if the fields that Learn fills in differ from the deployed node. */
  #isDeployed(): boolean {
    const node = this.#node;
    return !node.changed && LEARNED_FIELDS.every((field) => text(field) === (node[field] ?? ''));
  }
}

const LEARNED_FIELDS = ['source', 'control', 'kind'] as const;

const text = (field: keyof PanelNode): string => byId(`node-input-${field}`).value.trim();

/** True if the gesture comes from the chosen control. Others send nothing. */
export const isFromControl = ({ source, control, topic }: Gesture): boolean =>
  ['', source].includes(text('source')) && ['', control, topic].includes(text('control'));

/** The fader settings in the fields. An invalid field counts as blank, because it is marked. */
function currentOptions(): FaderOptions<ListChoice> {
  const entries = parseListChoices(text('list'));
  const step = numberOr('step', 0);
  const hasEnds = text('from') !== '' || text('to') !== '';
  const curve = CURVES.find((name) => name === text('curve'));
  return {
    ...(hasEnds && { from: [numberOr('from', 0), numberOr('to', 1)] as Range }),
    to: [numberOr('low', 0), numberOr('high', 1)],
    ...(curve && { curve }),
    invert: byId('node-input-invert').checked,
    ...(step > 0 && { step }),
    ...(entries.length > 0 && { choices: entries }),
  };
}

function numberOr(field: keyof PanelNode, fallback: number): number {
  const number = Number(text(field));
  return text(field) === '' || !Number.isFinite(number) ? fallback : number;
}
