import { EVERY, NO_LIGHT } from '../../saved/control.js';
import { isEnvironment } from '../../saved/environment.js';
import type { ControlReport } from '../../saved/page-key.js';
import { changeNodes } from '../base/change-nodes.js';
import type { ControlNode } from '../base/node-types.js';
import { canEditFlows, red } from '../base/red.js';
import { controlsOn, sharesPage } from '../base/surfaces.js';

/** A control at its place in the editor. */
export interface PlacedControl extends ControlReport {
  /** The place on the device is another one until a deploy. */
  readonly isMoved?: true;
}

/** A control of a surface that has a fixed name, which only one has. */
function namedControl({ id, surface }: ControlReport): ControlNode | undefined {
  const node = red.nodes.node(id) as ControlNode | null | undefined;
  if (node?.type !== 'hub-control' || node.surface !== surface) return undefined;
  return isEnvironment(node.control) || nameOf(node) === EVERY ? undefined : node;
}

const nameOf = ({ control }: ControlNode): string => String(control ?? '').trim();

/** The control at its place in the editor, so that several keys can be moved before one deploy. */
export function inEditor(report: ControlReport): PlacedControl {
  const node = canEditFlows() ? namedControl(report) : undefined;
  if (!node || nameOf(node) === report.control) return report;
  return { ...report, control: nameOf(node), isMoved: true };
}

/** A control that gets the place of another one, if one is there. */
interface Move {
  readonly node: ControlNode;
  readonly control: string;
  readonly other: ControlNode | undefined;
}

/** Gives a control another place, and the control of that place, if any, its old one. False if nothing was moved. */
export function moveKey(key: PlacedControl, to: string, other: PlacedControl | undefined): boolean {
  const [node, swapped] = [namedControl(key), other && namedControl(other)];
  if (!node || (other && !swapped)) return false;
  if (swapped && (losesLight(node, swapped) || losesLight(swapped, node))) return false;
  const moves: readonly Move[] = [
    { node, control: to, other: swapped },
    ...(swapped ? [{ node: swapped, control: key.control, other: node }] : []),
  ];
  const isTaken = (move: Move) =>
    controlsOn(key.surface).some(
      (present) =>
        !present.d &&
        !moves.some((each) => each.node === present) &&
        nameOf(present) === move.control &&
        sharesPage(present, move.node),
    );
  if (moves.some((move) => isTaken(move) || red.workspaces.isLocked(move.node.z))) return false;
  const changes = moves.map((move) => ({ node: move.node, fields: placeFields(move, key.kind) }));
  changeNodes(changes.map(({ node: each, fields }) => ({ node: each, fields: () => fields })));
  return true;
}

/** A control without a light would not keep the other light of its new place. */
const losesLight = (node: ControlNode, other: ControlNode): boolean => node.light === NO_LIGHT && hasOtherLight(other);

const hasOtherLight = (node: ControlNode): boolean => !['', NO_LIGHT, nameOf(node)].includes(node.light ?? '');

/** A light of the same name moves too. In a swap, two keys also swap another light, and how their contacts work: both belong to the place. */
function placeFields({ node, control, other }: Move, kind: PlacedControl['kind']) {
  if (!other || kind !== 'button') return { control, ...(node.light === nameOf(node) && { light: control }) };
  const { inverted, eachPress } = other;
  const itsLight = hasOtherLight(other) ? other.light : '';
  return { control, inverted, eachPress, light: node.light === NO_LIGHT ? NO_LIGHT : itsLight };
}
