import type { Node } from 'node-red';
import type { Hub } from '../../hub/hub.js';
import type { HubError } from '../../hub/wire/errors.js';
import type { Secrets } from './hub-settings.js';

/** The configuration that all nodes of one hub share: `hub`, or the `problem` that keeps it from working. */
export interface HubConfigNode extends Node<Secrets> {
  hub?: Hub;
  problem?: HubError;
}

/** The id that the editor knows a node by: inside a subflow it runs under another, once an instance. '' for what is none. */
export function editorId(node: object): string {
  const { _alias, id = '' } = node as { readonly _alias?: string; readonly id?: string };
  return _alias ?? id;
}
