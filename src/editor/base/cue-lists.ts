import type { CueName, CueView } from '../../cues/cue-view.js';
import type { Cue, CueList } from '../../cues/list.js';
import { sortCues } from '../../cues/list.js';
import type { PlayNote } from '../../cues/play.js';
import type { CueOutcome, Part } from '../../cues/run.js';
import type { RenamedThing } from '../../hub/lists/agreement.js';
import type { Problem } from '../../hub/wire/errors.js';
import type { CueOperation, SavedCuesNode } from '../../saved/cues.js';
import { askEndpoint, problemSentence } from './endpoint.js';
import { allNodes, type EditorNode, red } from './red.js';
import { parameterName, thingText, words } from './words.js';

/** A `hub-cues` as the editor holds it. */
export interface CuesNode extends EditorNode, SavedCuesNode {
  name: string;
}

/** A cue with its last result. */
export interface CueReport extends CueName {
  readonly note: string;
  readonly steps: number;
  readonly afterwards?: 'followOn' | 'timeOut';
  readonly outcome?: CueOutcome | 'running';
}

/** The list of a deployed node, as reported by `src/nodes/endpoints/cue-routes.ts`. */
export interface CueListReport {
  readonly id: string;
  /** Id of the configuration. */
  readonly hub: string;
  readonly list: string;
  readonly name: string;
  readonly state: CueView;
  readonly cues: readonly CueReport[];
  /** The reason why its file cannot be read. */
  readonly problem?: Problem;
}

/** The cues of a file. The revision differs for each content. */
export interface StoredCues {
  readonly cues: CueList;
  readonly text: string;
  readonly revision: string;
  /** Nothing was written, because somebody else has changed the list. */
  readonly isChanged: boolean;
}

const OPTIONS = { area: 'hub-cues' } as const;

/** The lists of all deployed nodes. Rejects with a `RequestError`, as all functions here. */
export const readReports = (): Promise<readonly CueListReport[]> => askEndpoint(['cues'], undefined, OPTIONS);

/** Runs an operation. An ignored one has a note. */
export const operateCues = (
  id: string,
  operation: CueOperation,
  cue?: string,
): Promise<CueListReport & { readonly note?: PlayNote }> =>
  askEndpoint(['cues', id], { operation, ...(cue !== undefined && { cue }) }, OPTIONS);

interface StoredAnswer {
  readonly cues: Readonly<Record<string, Cue>>;
  readonly text: string;
  readonly revision: string;
  readonly changed?: boolean;
}

const storedOf = ({ cues, text, revision, changed = false }: StoredAnswer): StoredCues => ({
  ...{ cues: sortCues(Object.entries(cues)), text, revision },
  isChanged: changed,
});

/** The cues of a list. A list without a file is empty. */
export const readCues = (list: string): Promise<StoredCues> =>
  askEndpoint<StoredAnswer>(['cues', 'lists', list], undefined, OPTIONS).then(storedOf);

/** Writes a list, unless somebody else has changed it since this revision. */
export const writeCues = (list: string, revision: string, cues: CueList): Promise<StoredCues> =>
  postList(list, { revision, cues: Object.fromEntries(cues) });

/** Attempts to write a list that others change too. */
const ATTEMPTS = 3;

/** Writes a changed list. If somebody else has changed it meanwhile, the edit is made in the new list. Returns false if this happens each time. */
export async function editCues(list: string, change: (cues: CueList) => CueList): Promise<boolean> {
  let stored = await readCues(list);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    stored = await writeCues(list, stored.revision, change(stored.cues));
    if (!stored.isChanged) return true;
  }
  return false;
}

/** Replaces a list by the text of a file. */
export const importCues = (list: string, revision: string, text: string): Promise<StoredCues> =>
  postList(list, { revision, text });

const postList = (list: string, question: object): Promise<StoredCues> =>
  askEndpoint<StoredAnswer>(['cues', 'lists', list], question, OPTIONS).then(storedOf);

/** A step that would fail, or that has renamed things. `step` counts from 1. */
export interface CueFinding {
  readonly cue: string;
  readonly part: Part;
  readonly step: number;
  readonly problem?: Problem;
  readonly renamed?: readonly RenamedThing[];
}

/** The steps of a deployed list whose things, values or looks do not exist or were renamed. */
export const checkCues = async (id: string): Promise<readonly CueFinding[]> =>
  (
    await askEndpoint<{ readonly findings: readonly CueFinding[] }>(
      ['cues', id, 'check'],
      {},
      { ...OPTIONS, isRead: true },
    )
  ).findings;

/** A finding as a sentence. */
export const findingText = ({ cue, part, step, problem, renamed = [] }: CueFinding): string =>
  words(part === 'timeOut' ? 'cues.edit.timeOutFinding' : 'cues.edit.finding', {
    ...{ cue, step },
    reason: problem ? problemSentence(problem) : renamed.map(renamedText).join(' '),
  });

const renamedText = ({ field, saved, now }: RenamedThing): string =>
  words('sidebar.check.renamed', { field: parameterName(field), thing: thingText(saved), now: thingText(now) });

/** The name of the list of a node, and of its file. */
export const listNameOf = ({ id, list }: Pick<CuesNode, 'id' | 'list'>): string => String(list ?? '').trim() || id;

/** All `hub-cues` in the editor, deployed or not, also disabled ones. */
export const cuesNodes = (): readonly CuesNode[] =>
  allNodes().filter((node): node is CuesNode => node.type === 'hub-cues');

export const canWriteCues = (): boolean => red.user.hasPermission('hub-cues.write');
