import type { Static } from '@sinclair/typebox';
import type { NewLaunchConfig, NewRenderer, ShowConfig } from '../../hub/table/operations/launcher.js';
import { engineTypeOf } from '../state/engine.js';
import { type Engine, type LauncherRenderer, newId, type SimulatorState } from '../state/state.js';
import type { BehaviourCall, Behaviours } from './call.js';
import { refuseInText, required } from './call.js';
import { findLoadable, prepareLoad, unload } from './loading.js';
import { MODE, newShow, setRunning, showOf } from './shows.js';

type Config = SimulatorState['launcher']['configs'][number];

/** Launch configurations and their renderers (docs/develop/interface.md "Launcher"). */
export const launcherBehaviours = {
  listLaunchConfigs: (call) =>
    call.dialect === 1
      ? call.state.launcher.configs
      : call.state.launcher.configs.map((config) => showConfig(call, config)),
  getLaunchConfig: (call) => configOf(call, 422),
  // On dialect 2, a launch configuration is also a show.
  createLaunchConfig: ({ state, body, dialect }) => {
    const { name, renderers } = body as Static<typeof NewLaunchConfig>;
    for (const [index, id] of renderers.entries())
      if (!findRenderer(state, id)) throw refuseInText(422, `renderers.${index}: there is no renderer ${id}`);
    const config: Config = { id: newId(state), name, renderers };
    state.launcher.configs.push(config);
    if (dialect === 2) state.linear.engines.push(newShow(config.id, name));
    return { id: config.id, renderers };
  },
  // Either all renderers start, or none.
  launch: (call) => {
    const starts = renderersOf(call).map((renderer) => prepareStart(call.state, renderer));
    for (const start of starts) start();
    setRunning(call, showOf(call.state, configOf(call).id), true);
    return 'OK';
  },
  stopLaunch: (call) => {
    for (const renderer of renderersOf(call, 422)) stop(call.state, renderer);
    setRunning(call, showOf(call.state, configOf(call).id), false);
  },
  // A read shows the effect only in the description of the instance.
  retime: (call) => {
    const engines = renderersOf(call, 422).map((renderer) => engineOf(call.state, renderer));
    const running = engines.flatMap((engine) => engine?.host.instances ?? []).filter(isLoaded);
    if (running.length === 0) throw refuseInText(422, `Launch configuration ${call.params.configID} is not running`);
    for (const instance of running) instance.statusDescription = `Retimed at ${new Date(call.now).toISOString()}`;
  },
  listRenderers: (call) => configOf(call).renderers,
  getRenderer: (call) => ({ launchConfigId: configOf(call).id, ...rendererOf(call).settings }),
  startRenderer: (call) => {
    prepareStart(call.state, rendererOf(call))();
    return 'OK';
  },
  stopRenderer: (call) => {
    stop(call.state, rendererOf(call));
    return 'OK';
  },
  createRenderer: (call) => {
    const { engineId = null, projectId = null, projectMapId = null, ...more } = call.body as Static<typeof NewRenderer>;
    const { engineType = 'RE', stateId = 0 } = more;
    const config = configOf(call);
    const id = newId(call.state);
    // The configuration in the path is used. The field launchConfigId is ignored.
    const settings = { engineId, projectId, projectMapId, engineType, stateId };
    call.state.launcher.renderers.push({ id, settings, log: [] });
    config.renderers.push(id);
    return id;
  },
} satisfies Behaviours;

const isLoaded = ({ status }: Engine['host']['instances'][number]): boolean => status === 'Loaded';

const findRenderer = ({ launcher: { renderers } }: SimulatorState, id: number): LauncherRenderer | undefined =>
  renderers.find((renderer) => renderer.id === id);

/** The configuration of a request. Throws a RefusalError. Its status depends on the operation. */
function configOf({ state, params }: BehaviourCall, status: 404 | 422 = 404): Config {
  const config = state.launcher.configs.find(({ id }) => id === Number(params.configID));
  if (!config) throw refuseInText(status, `Launch configuration ${params.configID} not found`);
  return config;
}

const renderersOf = (call: BehaviourCall, status?: 404 | 422): LauncherRenderer[] =>
  configOf(call, status).renderers.flatMap((id) => findRenderer(call.state, id) ?? []);

const rendererOf = (call: BehaviourCall): LauncherRenderer =>
  required(
    renderersOf(call).find(({ id }) => id === Number(call.params.rendererID)),
    `Renderer ${call.params.rendererID}`,
    refuseInText,
  );

/** The engine of a renderer, or undefined. */
const engineOf = ({ engines }: SimulatorState, { settings: { engineId } }: LauncherRenderer): Engine | undefined =>
  engines.find(({ host }) => host.id === engineId);

/**
 * Returns a function that starts the renderer. Throws a RefusalError before anything changes if its settings do not
 * match.
 */
function prepareStart(state: SimulatorState, renderer: LauncherRenderer): () => void {
  const { engineType, stateId, projectId, projectMapId } = renderer.settings;
  const engine = engineOf(state, renderer);
  if (!engine) throw refuseInText(422, `Renderer ${renderer.id} has no engine`);
  const loadable = findLoadable(state, engineType, stateId);
  if (!loadable) throw refuseInText(422, `Renderer ${renderer.id} has no ${engineType} state ${stateId}`);
  const load = prepareLoad(engine, engineType, loadable, { projectId, projectMapId });
  return () => {
    load();
    note(renderer, `Loaded ${loadable.name}`);
  };
}

/** Stops the engine of a renderer if it runs an instance of the renderer's type. */
function stop(state: SimulatorState, renderer: LauncherRenderer): void {
  const engine = engineOf(state, renderer);
  if (engine && engineTypeOf(engine) === renderer.settings.engineType) {
    unload(engine);
    note(renderer, 'Stopped');
  }
}

function note({ log }: LauncherRenderer, line: string): void {
  log.push(line);
  if (log.length > LONGEST) log.shift();
}

/** Lines of the log of a renderer. */
const LONGEST = 20;

/** A show with all data of its renderers (docs/develop/interface.md "Seen in the field", Launcher). */
function showConfig({ state }: BehaviourCall, { id, name, renderers }: Config): Static<typeof ShowConfig> {
  return {
    id,
    name,
    running: showOf(state, id)?.running ?? false,
    mode: MODE,
    renderers: renderers.flatMap((rendererId) => {
      const renderer = findRenderer(state, rendererId);
      return renderer ? [showRenderer(state, renderer)] : [];
    }),
  };
}

function showRenderer(
  state: SimulatorState,
  renderer: LauncherRenderer,
): Static<typeof ShowConfig>['renderers'][number] {
  const { engineType, stateId, projectId } = renderer.settings;
  const host = engineOf(state, renderer)?.host;
  const project = state.library.projects.find((one) => one.projectId === projectId);
  return {
    id: renderer.id,
    engineHostId: host?.id ?? null,
    engineHostName: host?.name ?? null,
    engineHostDisplayName: host?.displayName ?? null,
    projectId,
    projectName: project?.name ?? null,
    projectVersion: project?.version ?? null,
    graphId: stateId,
    graphName: findLoadable(state, engineType, stateId)?.name ?? null,
    graphChannels: ['Program', 'Preview'],
    log: renderer.log.map((logMessage) => ({ logMessage })),
  };
}
