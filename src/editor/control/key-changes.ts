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

/** A control of a surface that has a fixed name. */
function namedControl({ id, surface }: ControlReport): ControlNode | undefined {
  const node = red.nodes.node(id) as ControlNode | null | undefined;
  return node?.type === 'hub-control' && node.surface === surface && !isEnvironment(node.control) ? node : undefined;
}

const nameOf = ({ control }: ControlNode): string => String(control ?? '').trim();

/** The control at its place in the editor, so that several keys can be moved before one deploy. */
export function inEditor(report: ControlReport): PlacedControl {
  const node = canEditFlows() ? namedControl(report) : undefined;
  if (!node || nameOf(node) === report.control) return report;
  return { ...report, control: nameOf(node), isMoved: true };
}

/** Gives a key another place, and the key of that place, if any, its old one. False if nothing was moved. */
export function moveKey(key: PlacedControl, to: string, other: PlacedControl | undefined): boolean {
  const [node, swapped] = [namedControl(key), other && namedControl(other)];
  if (!node || (other && !swapped)) return false;
  const moves: readonly (readonly [ControlNode, string])[] = [
    [node, to],
    ...(swapped ? [[swapped, key.control] as const] : []),
  ];
  const moved = moves.map(([each]) => each);
  const isTaken = ([each, name]: readonly [ControlNode, string]) =>
    controlsOn(key.surface).some(
      (present) => !present.d && !moved.includes(present) && nameOf(present) === name && sharesPage(present, each),
    );
  if (moves.some(isTaken) || moved.some(({ z }) => red.workspaces.isLocked(z))) return false;
  changeNodes(moves.map(([each, control]) => ({ node: each, fields: () => placeFields(each, control) })));
  return true;
}

/** A light of the same name moves too. */
const placeFields = (node: ControlNode, control: string) => ({
  control,
  ...(node.light === nameOf(node) && { light: control }),
});
