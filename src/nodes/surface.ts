import type { Node, NodeAPI, NodeDef } from 'node-red';
import { HubError } from '../hub/wire/errors.js';
import { explainProblem } from '../hub/words/explain.js';
import { type SavedSurface, SURFACE } from '../saved/surface.js';
import type { SavedVersion } from '../saved/version.js';
import { pageStateOf, registerSurface } from './registry/registry.js';
import { wordsOf } from './runtime/node-texts.js';
import { checkVersion, lifeOf } from './runtime/register-node.js';
import { readSaved } from './runtime/saved-field.js';
import { Surface } from './surface/surface.js';
import type { SurfaceNode } from './surface/surface-of.js';

export = (RED: NodeAPI) => {
  const words = wordsOf(RED);

  function HubSurface(this: SurfaceNode, saved: NodeDef & SavedSurface & SavedVersion) {
    RED.nodes.createNode(this as Node, saved);
    const life = lifeOf(RED, this);
    try {
      checkVersion(saved);
      this.surface = new Surface(life, saved.name, readSaved(SURFACE, saved), pageStateOf(life));
      registerSurface(life, this.surface);
    } catch (error) {
      if (!(error instanceof HubError)) throw error;
      this.problem = error;
      this.error(words('errors.unusableSurface', { reason: explainProblem(words, error, undefined) }));
    }
  }

  RED.nodes.registerType('hub-surface', HubSurface);
};
