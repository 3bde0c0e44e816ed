import type { Gesture } from '../../panels/gesture.js';
import type { ButtonEvent } from '../../panels/mapping/button.js';
import { clamp, type FaderOptions, faderMapping, positionOf, type Range } from '../../panels/mapping/fader.js';
import type { LastGestureReport } from '../../panels/mapping/last-gesture.js';
import { CURVES, type ListChoice, parseListChoices } from '../../saved/panel.js';
import { byId } from '../base/dom.js';
import { commandText } from '../base/node-label.js';
import type { OperationNode, PanelNode } from '../base/node-types.js';
import { type EditorNode, red } from '../base/red.js';
import { operationOf } from '../base/table.js';
import { formatValue, words } from '../base/words.js';
import { MAX_NAME_LENGTH } from './poll-while-open.js';

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
    const position = gesture && positionOf(gesture, Number(text('axis')), options.from);
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
    invert: byId('node-input-inverted').checked,
    ...(step > 0 && { step }),
    ...(entries.length > 0 && { choices: entries }),
  };
}

function numberOr(field: keyof PanelNode, fallback: number): number {
  const number = Number(text(field));
  return text(field) === '' || !Number.isFinite(number) ? fallback : number;
}

const SVG = 'http://www.w3.org/2000/svg';

/** The size of the picture in its own units, and the number of straight pieces in a curve. */
const WIDTH = 160;
const HEIGHT = 100;
const PIECES = 80;

/** Plots the value against the fader position, with a dot at the current position. */
class PanelCurve {
  readonly #line = svgElement('path', { fill: 'none', stroke: 'currentColor', 'stroke-width': '2' });
  readonly #dot = svgElement('circle', { r: '5', fill: 'currentColor' });

  constructor(title: string) {
    const picture = svgElement('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': title });
    picture.append(this.#line, this.#dot);
    byId('hub-curve').append(picture);
  }

  /** `position` is the fader position in the units of `from`. */
  draw(
    { from = [0, 1], to = [0, 1], curve, invert, step }: Omit<FaderOptions, 'choices'>,
    position: number | undefined,
  ): void {
    const valueAt = faderMapping({ from, to, curve, invert, step });
    const point = (fraction: number) => {
      const value = valueAt(from[0] + fraction * (from[1] - from[0]));
      const height = to[0] === to[1] ? 0 : (value - to[0]) / (to[1] - to[0]);
      return [fraction * WIDTH, (1 - height) * HEIGHT] as const;
    };
    const points = Array.from({ length: PIECES + 1 }, (_, index) => point(index / PIECES).join(' '));
    this.#line.setAttribute('d', `M${points.join('L')}`);
    this.#dot.setAttribute('visibility', position === undefined ? 'hidden' : 'visible');
    if (position === undefined) return;
    const [x, y] = point(fractionOf(position, from));
    this.#dot.setAttribute('cx', String(x));
    this.#dot.setAttribute('cy', String(y));
  }
}

const fractionOf = (position: number, [first, last]: Range): number =>
  clamp((position - first) / (last - first), [0, 1]);

function svgElement(name: string, attributes: Readonly<Record<string, string>>): SVGElement {
  const created = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) created.setAttribute(attribute, value);
  return created as SVGElement;
}

/** A value that a panel node sends, or would send after a deploy. */
export interface PanelOutput {
  readonly value: unknown;
  /** The event of a button. */
  readonly did?: ButtonEvent | undefined;
  /** The node with these fields is not deployed. */
  readonly isPlanned?: boolean;
}

/** The value, and the commands of the wired nodes: `a press (true) → Play · News Show`. */
export function commandOf(id: string, { value, did, isPlanned }: PanelOutput): string {
  const text = formatValue(value).slice(0, MAX_NAME_LENGTH);
  const sent = did ? `${words(`panel.${did}`)} (${text})` : text;
  const command = `${sent} → ${targets(id, value)}`;
  return isPlanned ? words('panel.live.planned', { command }) : command;
}

function targets(id: string, value: unknown): string {
  const wired = wiredNodes(id);
  if (wired.length === 0) return words('panel.live.unwired');
  const labels = wired.filter((target) => actsOn(target, value)).map(labelOf);
  if (labels.length === 0) return words('panel.live.noCommand');
  return labels.join(', ');
}

const isOperationNode = (node: EditorNode): node is OperationNode => 'operation' in node && 'params' in node;

function labelOf(node: EditorNode): string {
  if (isOperationNode(node)) return commandText(node);
  // An output of a subflow is not a node, so it has no label.
  if (node.type === 'subflow') return words('panel.live.subflow');
  return (red.utils.getNodeLabel(node) || node.type).slice(0, MAX_NAME_LENGTH);
}

/** False if a trigger ignores this value, because of *Act on*. A panel sends no double press or hold of a device. */
function actsOn(node: EditorNode, value: unknown): boolean {
  if (!isOperationNode(node) || operationOf(node)?.kind !== 'trigger') return true;
  if (typeof value !== 'boolean' && typeof value !== 'number') return true;
  switch (node.actOn || 'press') {
    case 'every':
      return true;
    case 'inverted':
      return !value;
    case 'double':
    case 'hold':
      return false;
    default:
      return Boolean(value);
  }
}

/** The wires to the outputs of a node. */
const OUTPUTS = 0;

/** The enabled nodes that a node is wired to, also through junctions. Each is listed once. */
function wiredNodes(id: string): readonly EditorNode[] {
  const found = new Set<EditorNode>();
  const visited = new Set<string>();
  const visit = (source: string): void => {
    if (visited.has(source)) return;
    visited.add(source);
    for (const { target } of red.nodes.getNodeLinks(source, OUTPUTS)) {
      if (target.type === 'junction') visit(target.id);
      else if (!target.d) found.add(target);
    }
  };
  visit(id);
  return [...found];
}
