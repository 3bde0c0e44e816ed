import type { Node } from 'node-red';
import type { Hub } from '../../hub/hub.js';
import type { HubError } from '../../hub/wire/errors.js';
import type { Secrets } from './hub-settings.js';

/** The configuration node of a hub. It has a `hub`, or the `problem` in its settings. */
export interface HubConfigNode extends Node<Secrets> {
  hub?: Hub;
  problem?: HubError;
}

/** The id of a node in the editor, which differs from its runtime id in a subflow. Blank for an object without an id. */
export function editorId(node: object): string {
  const { _alias, id = '' } = node as { readonly _alias?: string; readonly id?: string };
  return _alias ?? id;
}
