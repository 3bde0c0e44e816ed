import type { NodeAPI, NodeDef } from 'node-red';
import { Hub } from '../hub/hub.js';
import type { CommandRecord } from '../hub/records/as-run.js';
import { Journal } from '../hub/records/journal.js';
import { HubError } from '../hub/wire/errors.js';
import { versionBase } from '../hub/wire/settings.js';
import { explainProblem } from '../hub/words/explain.js';
import { CREDENTIALS, type SavedHub } from '../saved/hub.js';
import type { SavedVersion } from '../saved/version.js';
import { tokenRoute } from './endpoints/editor-page.js';
import { editorRoutes } from './endpoints/editor-routes.js';
import { recordingRoutes } from './endpoints/recording-routes.js';
import { sidebarRoutes } from './endpoints/sidebar-routes.js';
import { registerRunningHub } from './registry/running-hubs.js';
import { registerHub } from './registry/sessions.js';
import { checkVersion } from './runtime/check-version.js';
import { editorId, type HubConfigNode } from './runtime/hub-node.js';
import { settingsOf, tlsOf } from './runtime/hub-settings.js';
import { logErrors } from './runtime/log-errors.js';
import { wordsOf } from './runtime/runtime-words.js';

type HubConfigDef = NodeDef & SavedHub & SavedVersion;

export = (RED: NodeAPI) => {
  const words = wordsOf(RED);
  /** Configurations for each address. The order of commands is kept only within one configuration. */
  const configurations = new Map<string, number>();
  /** By the id in the editor. A deploy replaces the hubs and keeps their journals. */
  const journals = new Map<string, Journal>();

  function HubConfig(this: HubConfigNode, saved: HubConfigDef) {
    RED.nodes.createNode(this, saved);
    try {
      checkVersion(saved);
      const secrets = this.credentials ?? {};
      const settings = settingsOf(saved, secrets, tlsOf(RED, saved.tls));
      const hub = new Hub({ ...settings, name: saved.name });
      const base = versionBase(settings.baseUrl);
      configurations.set(base, (configurations.get(base) ?? 0) + 1);
      if (configurations.get(base) !== 1) this.warn(words('warnings.sameHub', { url: base }));
      this.hub = hub;
      const id = editorId(this);
      const journal = journals.get(id) ?? new Journal();
      journals.set(id, journal);
      journal.addSecrets(settings);
      hub.ended.watch(logErrors<CommandRecord>(this, (ended) => journal.add(ended, editorId(ended.owner))));
      const unregisterRunning = registerRunningHub(id, { hub, journal, settings, secrets, tls: saved.tls ?? '' });
      const unregisterHub = registerHub(this.id, hub);
      this.on('close', (removed: boolean, done: () => void) => {
        unregisterRunning();
        unregisterHub();
        if (removed) journals.delete(id);
        configurations.set(base, (configurations.get(base) ?? 1) - 1);
        hub.close();
        done();
      });
    } catch (error) {
      if (!(error instanceof HubError)) throw error;
      this.problem = error;
      this.error(words('errors.unusableHub', { reason: explainProblem(words, error, undefined) }));
    }
  }

  const credentials = Object.fromEntries(
    CREDENTIALS.map((name) => [name, { type: name === 'user' ? ('text' as const) : ('password' as const) }]),
  );
  RED.nodes.registerType('hub-config', HubConfig, { credentials });
  tokenRoute(RED);
  editorRoutes(RED);
  sidebarRoutes(RED);
  recordingRoutes(RED);
};
