import { EVERY } from '../../saved/control.js';
import { hubConfigOf } from '../base/hubs.js';
import { nodeName } from '../base/node-label.js';
import type { ControlNode } from '../base/node-types.js';
import { red } from '../base/red.js';
import { sharesPage, surfaceConfigOf, surfaceLabel } from '../base/surfaces.js';
import { words } from '../base/words.js';

/** A node whose control has another node too: one press runs both, and both set the light. */
export interface SharedControl {
  readonly nodeId: string;
  /** Id of the configuration. */
  readonly hub: string | undefined;
  readonly sentence: string;
}

/** The nodes that share a control on a page of one surface, deployed or not. Disabled ones and blank controls do not count. */
export function sharedControls(): readonly SharedControl[] {
  const ofControl = new Map<string, ControlNode[]>();
  red.nodes.eachNode((each) => {
    const node = each as ControlNode;
    const control = controlOf(node);
    if (node.type !== 'hub-control' || node.d || control === '' || control === EVERY) return;
    const key = JSON.stringify([node.surface, control]);
    ofControl.set(key, [...(ofControl.get(key) ?? []), node]);
  });
  return [...ofControl.values()].flatMap((nodes) =>
    nodes.flatMap((node) => {
      const surface = surfaceConfigOf(node.surface);
      const other = nodes.find((each) => each !== node && sharesPage(each, node));
      if (!surface || !other) return [];
      const names = { surface: surfaceLabel(surface), control: controlOf(node), other: nodeName(other.id) };
      const hub = hubConfigOf(node, String(node.hub ?? ''))?.id;
      return [{ nodeId: node.id, hub, sentence: words('sidebar.check.shared', names) }];
    }),
  );
}

const controlOf = ({ control }: ControlNode): string => String(control ?? '').trim();
