import type { NodeAPI, NodeDef } from 'node-red';
import { Hub } from '../hub/hub.js';
import type { CommandRecord } from '../hub/records/as-run.js';
import { Journal } from '../hub/records/journal.js';
import { HubError } from '../hub/wire/errors.js';
import { versionBase } from '../hub/wire/settings.js';
import { explainProblem } from '../hub/words/explain.js';
import { CREDENTIALS, type SavedHub } from '../saved/hub.js';
import type { SavedVersion } from '../saved/version.js';
import { controlRoutes } from './endpoints/control-routes.js';
import { editorRoutes } from './endpoints/editor-routes.js';
import { tokenRoute } from './endpoints/json-routes.js';
import { LocalSimulator, UsedPort } from './endpoints/local-simulator.js';
import { recordingRoutes } from './endpoints/recording-routes.js';
import { sidebarRoutes } from './endpoints/sidebar-routes.js';
import { registerHub, runningHubs } from './registry/registry.js';
import { settingsOf, simulatorPortOf, tlsOf } from './runtime/hub-settings.js';
import { editorId, logErrors } from './runtime/lifetime.js';
import { wordsOf } from './runtime/node-texts.js';
import { checkVersion, lifeOf } from './runtime/register-node.js';
import type { HubConfigNode } from './runtime/target.js';

type HubConfigDef = NodeDef & SavedHub & SavedVersion;

export = (RED: NodeAPI) => {
  const words = wordsOf(RED);
  const simulator = new LocalSimulator(RED.events);
  /** By editor id. A deploy replaces the hubs and keeps their journals. */
  const journals = new Map<string, Journal>();
  /** The editor ids of the hubs in rehearsal. It lasts over deploys, so that no command is sent by surprise. */
  const rehearsals = new Set<string>();

  function HubConfig(this: HubConfigNode, saved: HubConfigDef) {
    RED.nodes.createNode(this, saved);
    const life = lifeOf(RED, this);
    try {
      checkVersion(saved);
      const secrets = this.credentials ?? {};
      const settings = settingsOf(saved, secrets, tlsOf(RED, saved.tls));
      const id = editorId(this);
      const rehearsal = settings.rehearsal === true || rehearsals.has(id);
      const hub = new Hub({ ...settings, rehearsal, name: saved.name });
      const base = versionBase(settings.baseUrl);
      // The order of commands is kept only within one configuration.
      const hasSameHub = runningHubs().some((other) => versionBase(other.settings.baseUrl) === base);
      if (hasSameHub) this.warn(words('warnings.sameHub', { url: base }));
      this.hub = hub;
      const journal = journals.get(id) ?? new Journal();
      journals.set(id, journal);
      journal.texts.addSecrets(settings);
      for (const ends of [hub.ended, hub.refused])
        ends.watch(logErrors<CommandRecord>(life.node, (ended) => journal.add(ended, editorId(ended.owner))));
      hub.rehearsal.changed.watch(() => {
        // A configuration in a subflow has several hubs.
        if (runningHubs(id).some((each) => each.hub.rehearsal.on)) rehearsals.add(id);
        else rehearsals.delete(id);
      });
      hub.onAir.watch((report) => journal.addOnAir(report));
      const simulatorPort = simulatorPortOf(saved);
      registerHub(life, {
        id: this.id,
        editorId: id,
        hub,
        journal,
        settings,
        secrets,
        tls: saved.tls ?? '',
        simulatorPort,
      });
      if (simulatorPort !== undefined) life.afterStart(() => startSimulator(this, simulatorPort));
      life.add((removed) => {
        if (removed) {
          journals.delete(id);
          rehearsals.delete(id);
        }
        hub.close();
      });
    } catch (error) {
      if (!(error instanceof HubError)) throw error;
      this.problem = error;
      this.error(words('errors.unusableHub', { reason: explainProblem(words, error, undefined) }));
    }
  }

  async function startSimulator(node: HubConfigNode, port: number): Promise<void> {
    try {
      await simulator.start(port);
    } catch (error) {
      if (!(error instanceof UsedPort)) throw error;
      node.warn(words('warnings.simulatorPort', { port }));
    }
  }

  const credentials = Object.fromEntries(
    CREDENTIALS.map((name) => [name, { type: name === 'user' ? ('text' as const) : ('password' as const) }]),
  );
  RED.nodes.registerType('hub-config', HubConfig, { credentials });
  tokenRoute(RED);
  editorRoutes(RED);
  sidebarRoutes(RED, simulator);
  controlRoutes(RED);
  recordingRoutes(RED);
};
