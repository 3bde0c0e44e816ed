import type { NodeMessage } from 'node-red';
import { isObject } from '../../base/values.js';

/** True for the message of a value that a newer one has replaced. Its payload is not a state of the hub. */
export const isSuperseded = ({ hub }: NodeMessage & { readonly hub?: unknown }): boolean =>
  isObject(hub) && hub.outcome === 'superseded';
