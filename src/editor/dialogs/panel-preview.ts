import type { Gesture } from '../../panels/gesture.js';
import { type FaderOptions, faderMapping, type Range } from '../../panels/mapping/fader.js';
import type { LastGestureReport } from '../../panels/mapping/last-gesture.js';
import { positionOf } from '../../panels/mapping/position.js';
import { CURVES, type ListChoice, parseListChoices } from '../../saved/panel.js';
import { byId } from '../base/dom.js';
import { formatValue } from '../base/format-value.js';
import type { PanelNode } from '../base/panel-node.js';
import { words } from '../base/words.js';
import { PanelCurve } from './panel-curve.js';

/** Shows the value that the fields would send. Unusable fields show nothing. */
export class PanelPreview {
  readonly #curve = new PanelCurve(words('panel.curve'));

  /** The value of a fader gesture. For an encoder or a button, the last value sent. */
  show(report: LastGestureReport | undefined): string {
    const gesture = report?.gesture && isFromControl(report.gesture) ? report.gesture : undefined;
    if (text('kind') !== 'fader') return gesture && report?.out !== undefined ? formatValue(report.out) : '';
    const options = currentOptions();
    const position = gesture && positionOf(gesture, Number(text('component')), options.from);
    const faderPosition = typeof position === 'number' ? position : undefined;
    try {
      this.#curve.draw(options, faderPosition);
      return faderPosition === undefined ? '' : formatValue(faderMapping(options)(faderPosition));
    } catch {
      return '';
    }
  }
}

const text = (field: keyof PanelNode): string => byId(`node-input-${field}`).value.trim();

/** True if the gesture comes from the chosen control. Others send nothing. */
const isFromControl = ({ source, control }: Gesture): boolean =>
  ['', source].includes(text('source')) && ['', control].includes(text('control'));

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
