type StoredProblem =
  /** `bytes`, `most` */
  | 'tooLong'
  /** `line` (of the first byte that is not UTF-8) */
  | 'notText'
  /** `line`, `found` (the text at the error) */
  | 'notJson'
  /** `line`. The text ends before the JSON does. */
  | 'endsEarly'
  /** `line`, `levels` */
  | 'tooDeep'
  /** `line`, `name`. Two fields of one object have this name. */
  | 'sameName'
  /** `line`, `place`, `reason` */
  | 'wrongField'
  /** Looks: `line`, `look`, `longest`. The name of a look is blank or too long. */
  | 'wrongName'
  /** Looks: `line`, `look`, `property`. A look has two values of this property. */
  | 'sameProperty'
  /** Cues: `line`, `number`. It is not the number of a cue. */
  | 'cueNumber'
  /** Cues: `line`, `number`, `operation`. A step is not a command of the table. */
  | 'cueCommand'
  /** Cues: it is not the position of a list. */
  | 'position'
  /** `reason`. An error of the disk. */
  | 'disk'
  /** The path is a folder, pipe or device. */
  | 'notFile'
  /** The file existed before. */
  | 'missing'
  /** Looks: no look is stored. */
  | 'none'
  /** `seconds`. Another program holds the file. */
  | 'busy'
  /** `other`. The path of another node is a hard link to the file. */
  | 'hardLink';

type Facts = Readonly<Record<string, string | number>>;

/** A text or file that cannot be read or written. `facts` are for the translated sentence. Lines are counted from 1. */
export class StoredError extends Error {
  override readonly name = 'StoredError';

  constructor(
    readonly problem: StoredProblem,
    readonly facts: Facts,
  ) {
    super([problem, ...Object.entries(facts).map(([name, fact]) => `${name}=${fact}`)].join(' '));
  }

  /** The same error for the file at a path. */
  at(path: string): StoredError {
    return new StoredError(this.problem, { ...this.facts, path });
  }
}
