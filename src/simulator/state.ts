import type { Static } from '@sinclair/typebox';
import type { EngineHost } from '../hub/schemas/engines.js';
import { engines } from './data/engines.js';
import type { Moving } from './motion.js';

/** Everything that the simulated hub knows. */
export interface State {
  engines: Engine[];
}

export interface Engine {
  readonly host: Static<typeof EngineHost>;
  readonly nodes: EngineNode[];
}

export interface EngineNode {
  readonly path: string;
  readonly name: string;
  readonly properties: EngineProperty[];
  readonly functions: EngineFunction[];
}

export interface EngineProperty extends Moving {
  readonly path: string;
  readonly name: string;
}

export interface EngineFunction {
  readonly path: string;
  readonly name: string;
  /** Parameter names, each with the path of the node's property that holds its value. */
  readonly parameters: Readonly<Record<string, string>>;
  /** What a call does: values by the path of the node's property. */
  readonly sets: Readonly<Record<string, unknown>>;
}

/** The state at the start. */
export const freshState = (): State => ({ engines: engines() });

/** What runs on an engine: the type of its loaded instance. */
export const engineTypeOf = ({ host }: Engine): string | undefined =>
  host.instances.find(({ status }) => status === 'Loaded')?.engineType;
