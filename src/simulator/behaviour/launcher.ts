import type { Static } from '@sinclair/typebox';
import type { NewLaunchConfig, NewRenderer } from '../../hub/table/schemas/launcher.js';
import { engineTypeOf } from '../state/engine.js';
import { type Engine, type LauncherRenderer, newId, type State } from '../state/state.js';
import { found, refuseInText } from './answer.js';
import type { Behaviour, Call } from './index.js';
import { findLoadable, loading, unload } from './loading.js';

type Config = State['launcher']['configs'][number];

/** Launch configurations and their renderers (docs/interface.md "Launcher"). */
export const launcher = {
  listLaunchConfigs: ({ state }) => state.launcher.configs,
  getLaunchConfig: (call) => configOf(call),
  createLaunchConfig: ({ state, body }) => {
    const { name, renderers } = body as Static<typeof NewLaunchConfig>;
    for (const [index, id] of renderers.entries())
      if (!findRenderer(state, id)) throw refuseInText(422, `renderers.${index}: there is no renderer ${id}`);
    const config: Config = { id: newId(state), name, renderers };
    state.launcher.configs.push(config);
    return { id: config.id, renderers };
  },
  // All renderers start, or none does.
  launch: (call) => {
    const starts = renderersOf(call).map((renderer) => starting(call.state, renderer));
    for (const start of starts) start();
    return 'OK';
  },
  stopLaunch: (call) => {
    for (const renderer of renderersOf(call)) stop(call.state, renderer);
    return 'OK';
  },
  // What it changes is not shown anywhere; the instance's description tells of it.
  retime: (call) => {
    const engines = renderersOf(call).map((renderer) => engineOf(call.state, renderer));
    const running = engines.flatMap((engine) => engine?.host.instances ?? []).filter(isLoaded);
    if (running.length === 0) throw refuseInText(422, `Launch configuration ${call.params.configID} is not running`);
    for (const instance of running) instance.statusDescription = `Retimed at ${new Date(call.now).toISOString()}`;
    return 'OK';
  },
  listRenderers: (call) => configOf(call).renderers,
  getRenderer: (call) => ({ launchConfigId: configOf(call).id, ...rendererOf(call).settings }),
  startRenderer: (call) => starting(call.state, rendererOf(call))(),
  stopRenderer: (call) => stop(call.state, rendererOf(call)),
  createRenderer: (call) => {
    const { engineId = null, projectId = null, projectMapId = null, ...more } = call.body as Static<typeof NewRenderer>;
    const { engineType = 'RE', stateId = 0 } = more;
    const config = configOf(call);
    const id = newId(call.state);
    // The configuration in the path counts, whatever launchConfigId says.
    call.state.launcher.renderers.push({ id, settings: { engineId, projectId, projectMapId, engineType, stateId } });
    config.renderers.push(id);
    return id;
  },
} satisfies Record<string, Behaviour>;

const isLoaded = ({ status }: Engine['host']['instances'][number]): boolean => status === 'Loaded';

const findRenderer = ({ launcher: { renderers } }: State, id: number): LauncherRenderer | undefined =>
  renderers.find((renderer) => renderer.id === id);

const configOf = ({ state, params }: Call): Config =>
  found(
    state.launcher.configs.find(({ id }) => id === Number(params.configID)),
    `Launch configuration ${params.configID}`,
    refuseInText,
  );

const renderersOf = (call: Call): LauncherRenderer[] =>
  configOf(call).renderers.flatMap((id) => findRenderer(call.state, id) ?? []);

const rendererOf = (call: Call): LauncherRenderer =>
  found(
    renderersOf(call).find(({ id }) => id === Number(call.params.rendererID)),
    `Renderer ${call.params.rendererID}`,
    refuseInText,
  );

/** The engine that a renderer runs on; undefined while it has none. */
const engineOf = ({ engines }: State, { settings: { engineId } }: LauncherRenderer): Engine | undefined =>
  engines.find(({ host }) => host.id === engineId);

/** What starts a renderer. Throws a Refusal, before anything has changed, if its settings do not go together. */
function starting(state: State, renderer: LauncherRenderer): () => void {
  const { engineType, stateId, projectId, projectMapId } = renderer.settings;
  const engine = engineOf(state, renderer);
  if (!engine) throw refuseInText(422, `Renderer ${renderer.id} has no engine`);
  const loadable = findLoadable(state, engineType, stateId);
  if (!loadable) throw refuseInText(422, `Renderer ${renderer.id} has no ${engineType} state ${stateId}`);
  return loading(engine, engineType, loadable, { projectId, projectMapId });
}

/** Stops what runs on the renderer's engine, if it is of the renderer's type. */
function stop(state: State, renderer: LauncherRenderer): void {
  const engine = engineOf(state, renderer);
  if (engine && engineTypeOf(engine) === renderer.settings.engineType) unload(engine);
}
