import type { Node, NodeAPI } from 'node-red';
import { HubError } from '../../hub/wire/errors.js';
import { explainProblem } from '../../hub/words/explain.js';
import type { Words } from '../../hub/words/texts.js';
import type { Surface } from './surface.js';

/** The configuration node of a surface. It has a `surface`, or the `problem` in its settings. */
export interface SurfaceNode extends Node {
  surface?: Surface;
  problem?: HubError;
}

/** The surface of a configuration by its id. Throws a HubError that names the missing part. */
export function surfaceOf(RED: NodeAPI, id: string, words: Words): Surface {
  const config = RED.nodes.getNode(id) as SurfaceNode | null;
  if (config?.surface) return config.surface;
  const reason = config?.problem && explainProblem(words, config.problem, undefined);
  throw new HubError('BAD_INPUT', reason ? { sentence: 'badSurface', reason } : { sentence: 'noSurface' });
}
