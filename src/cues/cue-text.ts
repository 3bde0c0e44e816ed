import { Type } from '@sinclair/typebox';
import { isCueNumber } from '../base/names.js';
import { sortFields } from '../base/values.js';
import { findOperation } from '../hub/table/operations.js';
import { StoredError } from '../stored/stored-error.js';
import { StoredFiles } from '../stored/stored-file.js';
import { indented, readStored } from '../stored/stored-text.js';
import {
  type Afterwards,
  allSteps,
  type Cue,
  type CueList,
  MAX_CUES,
  MAX_SECONDS,
  MAX_STEPS,
  MAX_TEXT,
  type Step,
  sortCues,
} from './list.js';

const strict = { additionalProperties: false } as const;
const seconds = Type.Number({ minimum: 0, maximum: MAX_SECONDS });
const text = Type.String({ maxLength: MAX_TEXT });

/** A value without a message. */
const Param = Type.Object(
  {
    type: Type.Union([Type.Literal('str'), Type.Literal('num'), Type.Literal('bool'), Type.Literal('json')]),
    value: Type.Unknown(),
    label: Type.Optional(Type.String()),
  },
  strict,
);

const StepLine = Type.Union([
  Type.Object(
    {
      does: Type.Literal('command'),
      operation: Type.String(),
      // Not a record, whose patterns do not match all names.
      params: Type.Object({}, { additionalProperties: Param }),
      delay: seconds,
    },
    strict,
  ),
  Type.Object(
    { does: Type.Literal('look'), look: Type.String({ minLength: 1 }), fade: Type.Optional(seconds), delay: seconds },
    strict,
  ),
  Type.Object({ does: Type.Literal('message'), topic: Type.String(), payload: Type.Unknown(), delay: seconds }, strict),
]);

const Steps = Type.Array(StepLine, { maxItems: MAX_STEPS });
const from = Type.Union([Type.Literal('start'), Type.Literal('confirmed')]);

const CueFields = Type.Object(
  {
    name: text,
    note: text,
    steps: Steps,
    afterwards: Type.Optional(
      Type.Union([
        Type.Object({ does: Type.Literal('followOn'), after: seconds, from }, strict),
        Type.Object({ does: Type.Literal('timeOut'), after: seconds, from, steps: Steps }, strict),
      ]),
    ),
  },
  strict,
);

const CuesFile = Type.Object(
  {
    format: Type.Literal('graphics-hub-cues'),
    version: Type.Literal(1),
    cues: Type.Object({}, { additionalProperties: CueFields, maxProperties: MAX_CUES }),
  },
  strict,
);

/**
 * The text of a list: in the order of the numbers, one step per line, so that git can merge it. The same list has the
 * same text.
 */
export function cuesText(list: CueList): string {
  const cues = [...sortCues(list)].map(([number, cue]) => `${JSON.stringify(number)}: ${textOfCue(cue)}`);
  return `{
 "format": "graphics-hub-cues",
 "version": 1,
 "cues": {${indented(cues, 2)}}
}
`;
}

function textOfCue({ name, note, steps, afterwards }: Cue): string {
  const fields = [
    `"name": ${JSON.stringify(name)}`,
    `"note": ${JSON.stringify(note)}`,
    `"steps": ${textOfSteps(steps, 4)}`,
    ...(afterwards ? [`"afterwards": ${textOfAfterwards(afterwards)}`] : []),
  ];
  return `{${indented(fields, 3)}}`;
}

const textOfSteps = (steps: readonly Step[], indent: number): string => `[${indented(steps.map(lineText), indent)}]`;

function textOfAfterwards(afterwards: Afterwards): string {
  const { does, after, from: start } = afterwards;
  const fields = JSON.stringify({ does, after, from: start });
  return does === 'timeOut' ? `${fields.slice(0, -1)},"steps":${textOfSteps(afterwards.steps, 4)}}` : fields;
}

/** The fields of a step in their order. */
function lineText(step: Step): string {
  const { does, delay } = step;
  switch (does) {
    case 'command':
      return JSON.stringify({ does, operation: step.operation, params: paramsOf(step.params), delay });
    case 'look':
      return JSON.stringify({ does, look: step.look, fade: step.fade, delay });
    case 'message':
      return JSON.stringify({ does, topic: step.topic, payload: sortFields(step.payload), delay });
  }
}

/** The values in the order of their names, each with its fields in their order. A blank label is not written. */
const paramsOf = (params: object): unknown => {
  const sorted = Object.entries(sortFields(params) as Record<string, { type: string; value: unknown; label?: string }>);
  return Object.fromEntries(
    sorted.map(([name, { type, value, label }]) => [name, { type, value, label: label || undefined }]),
  );
};

/** The list in a text. Its objects are frozen. Throws a StoredError with the line and the reason. */
export function parseCues(text: string): CueList {
  const { json, lineOf } = readStored(CuesFile, text);
  const cues = Object.entries<Cue>(json.cues);
  for (const [number, cue] of cues) check(number, cue, lineOf);
  return sortCues(cues);
}

/** The list in the values of a request. Throws a StoredError with the line in its file. */
export const cuesFrom = (cues: unknown): CueList =>
  parseCues(JSON.stringify({ format: 'graphics-hub-cues', version: 1, cues }));

/** Checks the rules that the schema cannot hold. */
function check(number: string, cue: Cue, lineOf: (part: unknown) => number): void {
  if (!isCueNumber(number)) throw new StoredError('cueNumber', { line: lineOf(cue), number });
  for (const step of allSteps(cue))
    if (step.does === 'command' && !isCommand(step.operation))
      throw new StoredError('cueCommand', { line: lineOf(step), number, operation: step.operation });
}

/** Reads change nothing, so a cue does not contain them. */
function isCommand(name: string): boolean {
  const operation = findOperation(name);
  return operation !== undefined && operation.kind !== 'read';
}

/** The open files of cue lists. */
export const cueFiles = new StoredFiles<CueList>({ empty: new Map(), parse: parseCues, text: cuesText });
