import type { Gesture } from '../../panels/gesture.js';
import { type FaderOptions, faderMapping, type Range } from '../../panels/mapping/fader.js';
import { positionOf } from '../../panels/mapping/position.js';
import { CURVES, type Entry, entriesOf } from '../../saved/panel.js';
import { byId } from '../base/dom.js';
import type { PanelNode } from '../base/panel-node.js';
import { shownValue } from '../base/shown-value.js';
import { words } from '../base/words.js';
import type { Seen } from '../picking/seen.js';
import { PanelCurve } from './panel-curve.js';

/** Shows what would go out with what is filled in at the moment; what cannot be used yet shows nothing. */
export class PanelPreview {
  readonly #curve = new PanelCurve(words('panel.curve'));

  /** The value that a gesture would become; of an encoder or a button what went out last. */
  show(seen: Seen | undefined): string {
    const gesture = seen?.gesture && isChosen(seen.gesture) ? seen.gesture : undefined;
    if (text('kind') !== 'fader') return gesture && seen?.out !== undefined ? shownValue(seen.out) : '';
    const options = optionsShown();
    const position = gesture && positionOf(gesture, Number(text('component')), options.from);
    const at = typeof position === 'number' ? position : undefined;
    try {
      this.#curve.draw(options, at);
      return at === undefined ? '' : shownValue(faderMapping(options)(at));
    } catch {
      return '';
    }
  }
}

const text = (field: keyof PanelNode): string => byId(`node-input-${field}`).value.trim();

/** Whether it comes from the control that is filled in: of any other nothing goes out. */
const isChosen = ({ source, control }: Gesture): boolean =>
  ['', source].includes(text('source')) && ['', control].includes(text('control'));

/** What the fields of a fader hold; a wrong one counts as blank, as long as it is marked. */
function optionsShown(): FaderOptions<Entry> {
  const entries = entriesOf(text('list'));
  const step = numberIn('step', 0);
  const hasEnds = text('from') !== '' || text('to') !== '';
  const curve = CURVES.find((name) => name === text('curve'));
  return {
    ...(hasEnds && { from: [numberIn('from', 0), numberIn('to', 1)] as Range }),
    to: [numberIn('low', 0), numberIn('high', 1)],
    ...(curve && { curve }),
    invert: byId('node-input-invert').checked,
    ...(step > 0 && { step }),
    ...(entries.length > 0 && { choices: entries }),
  };
}

function numberIn(field: keyof PanelNode, usual: number): number {
  const number = Number(text(field));
  return text(field) === '' || !Number.isFinite(number) ? usual : number;
}
