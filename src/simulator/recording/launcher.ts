import type { Fields } from '../../base/values.js';
import type { RecordedReads } from '../../recording/recorded-reads.js';
import { engineTypeOf } from '../state/engine.js';
import type { Engine, EngineKind, Launcher, LauncherRenderer } from '../state/state.js';
import { fieldsOf, idIn, numberIn, objectsIn, rowsOf, textIn } from './fields.js';

/** The recorded launch configurations and their renderers, as ids or as objects (docs/develop/interface.md "Launcher"). */
export function recordingLauncher(recording: RecordedReads, engines: readonly Engine[]): Launcher {
  const renderers = new Map<number, LauncherRenderer>();
  const configs = rowsOf(recording, 'listLaunchConfigs').map((row) => {
    const listed = Array.isArray(row.renderers) ? row.renderers : [];
    const rows = objectsIn(listed);
    const ids = rows.length > 0 ? rows.map(({ id }) => numberIn(id)) : listed.map(numberIn);
    for (const [index, id] of ids.entries())
      renderers.set(id, rendererOf(recording, row.id, id, rows[index] ?? {}, engines));
    return { id: numberIn(row.id), name: textIn(row.name), renderers: ids };
  });
  return { configs, renderers: [...renderers.values()] };
}

function rendererOf(
  recording: RecordedReads,
  configID: unknown,
  id: number,
  listed: Fields,
  engines: readonly Engine[],
): LauncherRenderer {
  const single = fieldsOf(recording, 'getRenderer', { configID, rendererID: id });
  const engineId = idIn(single.engineId) ?? idIn(listed.engineHostId);
  const engine = engines.find(({ host }) => host.id === engineId);
  return {
    id,
    settings: {
      engineId,
      projectId: idIn(single.projectId) ?? idIn(listed.projectId),
      projectMapId: idIn(single.projectMapId),
      engineType: typeOf(single.engineType, engine),
      stateId: numberIn(single.stateId ?? listed.graphId),
    },
    log: [],
  };
}

const typeOf = (recorded: unknown, engine: Engine | undefined): EngineKind => {
  if (recorded === 'RE' || recorded === 'RE5' || recorded === 'UE') return recorded;
  return (engine && engineTypeOf(engine)) ?? engine?.host.instances[0]?.engineType ?? 'RE';
};
