import type { OperationName } from '../../hub/table/operations.js';
import type { RecordedReads } from '../../recording/recorded-reads.js';
import type { Launcher, Library } from '../state/state.js';
import { fieldsOf, numberIn, rowsOf, textIn } from './fields.js';

/** The recorded graphs, rgraphs, ustates and projects. A state that only a renderer names is added. */
export function recordingLibrary(recording: RecordedReads, { renderers }: Launcher): Library {
  const library: Library = {
    graphs: states(recording, 'listGraphs', 'getGraph', 'graphId').map(({ whole, ...row }) => ({
      ...row,
      content: textIn(whole.content),
    })),
    rgraphs: states(recording, 'listRgraphs', 'getRgraph', 'rgraphId').map(({ whole, ...row }) => ({
      ...row,
      xmlContent: textIn(whole.xmlContent),
    })),
    ustates: states(recording, 'listUstates', 'getUstate', 'ustateId').map(({ whole, ...row }) => ({
      ...row,
      ustateData: textIn(whole.ustateData),
    })),
    projects: rowsOf(recording, 'listProjects').map((row) => ({
      projectId: numberIn(row.projectId),
      name: textIn(row.name),
      version: textIn(row.version),
      sharedFolderName: textIn(row.sharedFolderName),
      maps: Array.isArray(row.maps) ? row.maps.map(textIn) : [],
      createdAt: numberIn(row.createdAt),
      updatedAt: numberIn(row.updatedAt),
    })),
  };
  for (const { settings } of renderers) {
    const { engineType, stateId } = settings;
    const state = { id: stateId, name: `${engineType} ${stateId}` };
    const isMissing = (one: readonly { readonly id: number }[]) => !one.some(({ id }) => id === stateId);
    if (engineType === 'RE' && isMissing(library.rgraphs)) library.rgraphs.push({ ...state, xmlContent: '' });
    if (engineType === 'RE5' && isMissing(library.graphs)) library.graphs.push({ ...state, content: '' });
    if (engineType === 'UE' && isMissing(library.ustates)) library.ustates.push({ ...state, ustateData: '' });
  }
  return library;
}

/** The rows of a list, each with its single read. */
const states = (recording: RecordedReads, list: OperationName, get: OperationName, param: string) =>
  rowsOf(recording, list).map(({ id, name }) => ({
    id: numberIn(id),
    name: textIn(name),
    whole: fieldsOf(recording, get, { [param]: id }),
  }));
