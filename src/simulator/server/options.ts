import { isIPv6 } from 'node:net';
import { Value } from '@sinclair/typebox/value';
import type { Area, Dialect } from '../../hub/table/operation.js';
import { isSegment } from '../../hub/table/paths.js';
import { Recording } from '../../recording/recording.js';
import type { JournalEntry } from './journal.js';
import {
  aFunction,
  integerFrom,
  listOf,
  matching,
  numberFrom,
  oneOf,
  type Rules,
  refuseMistakes,
  secret,
  text,
  yesOrNo,
} from './mistakes.js';
import { MAX_LAG_MS } from './status-lag.js';

/** Options of a simulator. */
export interface SimulatorOptions {
  /** Default 0: any free port. */
  port?: number;
  /** Default 127.0.0.1: other computers cannot reach it. */
  host?: string;
  /** Other names that clients may use in the `Host` header. Loopback names and its own address are always allowed. */
  names?: readonly string[];
  /** Default 1. Operations of dialect 2 then answer 404. */
  dialect?: Dialect;
  /** Dialect 2 before build 2.1.0+191: the linear area lists `engines`, not only `shows`. */
  early?: boolean;
  /** Dialect 2: leaves out the fields that are optional there, as the samples of API 2.1.0 do. */
  sparse?: boolean;
  /** First segment of the paths of the linear area. Default: `linear` on dialect 1, `lino` on dialect 2. */
  linearSegment?: string;
  /** If set, requests without this key get 401. */
  apiKey?: string;
  /** Header that carries the key. Default: X-API-Key. */
  keyHeader?: string;
  /** Modules that the key may use, e.g. `Lino`. Others answer 403. Default: all. */
  modules?: readonly string[];
  /** Time that a show of dialect 2 takes to start and to stop, in ms. Default: 3000. */
  restartTime?: number;
  /**
   * Lists and states show the state from before a command for this time in ms, at most 5000. Default 0. `/control/lag`
   * can change it until the next reset.
   */
  statusLag?: number;
  /** A recorded hub. It replaces the simulator's own data. Its revision and its linear segment are the defaults. */
  recording?: Recording;
  /**
   * Called for every request on its arrival. The journal is limited, so use this to count. `statusCode` is set after
   * the answer.
   */
  onArrival?: (entry: JournalEntry) => void;
}

type Open = 'apiKey' | 'modules' | 'recording' | 'onArrival';

/** All options, with their defaults. Only options without a default may be absent. */
export type SimulatorSettings = Readonly<Required<Omit<SimulatorOptions, Open>> & Pick<SimulatorOptions, Open>>;

export const isHostName = (name: string): boolean => isIPv6(name) || /^[^\s/:]+$/.test(name);

/**
 * The modules of the hub's rights by area (docs/develop/interface.md "Seen in the field", Rights). Other areas need no right.
 */
export const MODULES: Partial<Record<Area, string>> = {
  'engine-property': 'Nodegraph Editor',
  'engine-function': 'Nodegraph Editor',
  graph: 'Nodegraph Editor',
  launcher: 'Launcher',
  'linear-play': 'Lino',
};

/** The modules that a key may use. */
export const MODULE_NAMES: readonly string[] = [...new Set(Object.values(MODULES))];

const OPTIONS: Rules<keyof SimulatorOptions> = {
  port: integerFrom(0, 65_535),
  host: text,
  names: listOf({
    isAllowed: (name) => typeof name === 'string' && isHostName(name),
    allowed: 'a host name without a port, such as "hub.studio.example"',
  }),
  dialect: oneOf(1, 2),
  early: yesOrNo,
  sparse: yesOrNo,
  linearSegment: {
    isAllowed: (segment) => typeof segment === 'string' && isSegment(segment),
    allowed: 'a text other than "", "." and ".."',
  },
  apiKey: secret,
  keyHeader: matching(/^[!#$%&'*+.^_`|~\w-]+$/, 'the name of a header, such as "X-API-Key"'),
  modules: listOf(oneOf(...MODULE_NAMES)),
  restartTime: numberFrom(0),
  statusLag: numberFrom(0, MAX_LAG_MS),
  recording: {
    isAllowed: (recording) => Value.Check(Recording, recording),
    allowed: 'a recording, as graphics-hub record writes it',
  },
  onArrival: aFunction,
};

/**
 * Adds the defaults (docs/develop/interface.md "Revisions and dialects"). Throws a RangeError with the field, its value and the
 * allowed values.
 */
export function settingsFrom(options: SimulatorOptions): SimulatorSettings {
  refuseMistakes('startSimulator', options, OPTIONS, 'option');
  const {
    port = 0,
    host = '127.0.0.1',
    names = [],
    recording,
    dialect = recording?.hub.dialect ?? 1,
    early = recording?.hub.isEarly ?? false,
    sparse = false,
    linearSegment = recording?.hub.linearSegment ?? (dialect === 1 ? 'linear' : 'lino'),
    keyHeader = 'X-API-Key',
    restartTime = 3000,
    statusLag = 0,
    ...open
  } = options;
  for (const [option, isSet] of Object.entries({ early, sparse }))
    if (isSet && dialect === 1) throw new RangeError(`startSimulator: ${option} is true. It is only for dialect 2.`);
  return {
    port,
    host,
    names,
    recording,
    dialect,
    early,
    sparse,
    linearSegment,
    keyHeader,
    restartTime,
    statusLag,
    ...open,
  };
}
