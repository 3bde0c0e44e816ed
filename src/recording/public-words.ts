import type { TSchema } from '@sinclair/typebox';
import { operations } from '../hub/table/operations.js';

/** Names of fields in the answers of the interface. */
export const PUBLIC_FIELDS = new Set<string>();

/** Fields whose numbers belong to the interface: ids, ports, sizes. The answer itself has the name ''. */
export const NUMBER_FIELDS = new Set<string>(['']);

/** Parts of values (docs/develop/interface.md "Property"). */
export const PUBLIC_PARTS = new Set(
  [
    ['x', 'y', 'z', 'w', 'r', 'g', 'b', 'a', 'location', 'rotation', 'fov', 'focus', 'centerShift', 'zoom', 'k1k2'],
    [
      'renderRatio',
      'distortionScale',
      'sensorSize',
      'pixelAspectRatio',
      'nodalOffset',
      'focusDistance',
      'handle',
      'pid',
    ],
    ['memory', 'offset', 'type', 'size', 'width', 'height', 'format', 'usage', 'filtering', 'fieldType', 'unscaled'],
    ['unmanaged', 'data'],
  ].flat(),
);

/** Words of the interface, by field (docs/develop/interface.md "Resources", "Seen in the field"). */
const WORDS = new Map<string, Set<string>>(
  Object.entries({
    role: ['Broadcast', 'Preview'],
    status: [
      ...['connected', 'ready', 'disconnected', 'reconnecting', 'Idle', 'Caching', 'Loading', 'Loaded', 'Error'],
      ...['Checking', 'Cooking', 'NEW', 'UPDATED', 'MOVED', 'BUSY', 'DELETED', 'NCS CTRL', 'MANUAL CTRL', 'READY'],
      ...['NOT READY', 'PLAY', 'STOP'],
    ],
    engineType: ['RE', 'RE5', 'UE'],
    objType: ['STILL', 'VIDEO', 'AUDIO'],
    objAir: ['READY', 'NOT READY'],
    itemType: ['vs', 'md'],
    activeIn: ['preview', 'program'],
  }).map(([field, words]) => [field, new Set(words)]),
);

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const VERSION = /^\d{1,3}(\.\d{1,4}){0,2}$/;

/** Fields with a text of this form. */
const FORMS: Readonly<Record<string, RegExp>> = {
  createdAt: TIME,
  updatedAt: TIME,
  created: TIME,
  changed: TIME,
  roEdStart: TIME,
  roEdDur: /^\d\d:\d\d:\d\d$/,
  engineVersion: VERSION,
  version: VERSION,
};

/** True for a word, time or version of the interface in its field. */
export const isPublicText = (field: string, text: string): boolean =>
  WORDS.get(field)?.has(text) === true || FORMS[field]?.test(text) === true;

/** Adds the fields and words of a schema. Fields with names of the recording, such as `data`, have no schema. */
function addSchema(schema: TSchema, field: string): void {
  if (schema.type === 'integer' || schema.type === 'number') NUMBER_FIELDS.add(field);
  if (typeof schema.const === 'string') WORDS.set(field, new Set(WORDS.get(field)).add(schema.const));
  for (const branch of schema.anyOf ?? []) addSchema(branch, field);
  if (schema.items) addSchema(schema.items, field);
  for (const [name, each] of Object.entries<TSchema>(schema.properties ?? {})) {
    PUBLIC_FIELDS.add(name);
    addSchema(each, name);
  }
}

for (const { kind, answer } of operations) if (kind === 'read') addSchema(answer, '');
