import { firstName } from '../base/display.js';
import { kindsListedBy, thingsIn } from '../hub/lists/index.js';
import { findTableOperation } from '../hub/table/operations.js';
import { type RecordedRead, type Recording, readKey } from './recording.js';

/** A thing of a hub, and the things that contain it, the outermost first. */
export interface Thing {
  /** As in the table. Example: `engine`. */
  readonly kind: string;
  readonly id: string;
  readonly name: string;
  readonly containers: readonly Container[];
  /** The key of the read that lists it. */
  readonly list: string;
}

export interface Container {
  readonly kind: string;
  readonly id: string;
}

/** Parts of a thing. Lists do not have them. */
const PARTS = new Set(['component', 'functionParameter', 'button', 'itemData', 'externalDataField', 'ncs']);

/** The things of a recording, by their keys, in the order of its lists. */
export function thingsOf(recording: Recording): Map<string, Thing> {
  const things = new Map<string, Thing>();
  for (const read of recording.reads)
    for (const thing of listedThings(recording, read)) {
      const key = thingKey(thing);
      if (!things.has(key)) things.set(key, thing);
    }
  return things;
}

/** The key of a thing: the same in two recordings of one hub. */
export const thingKey = ({ kind, id, containers }: Pick<Thing, 'kind' | 'id' | 'containers'>): string =>
  JSON.stringify([...containers.map((each) => [each.kind, each.id]), [kind, id]]);

/** The name of a thing with its containers. Example: `Studio A › Mixer › Overlay Opacity`. */
export const fullName = ({ containers, name }: Thing, things: ReadonlyMap<string, Thing>): string =>
  [...containers.map((container, index) => containerName(container, containers.slice(0, index), things)), name].join(
    ' › ',
  );

const containerName = (container: Container, containers: readonly Container[], things: ReadonlyMap<string, Thing>) =>
  things.get(thingKey({ ...container, containers }))?.name ?? container.id;

function listedThings({ hub }: Recording, read: RecordedRead): Thing[] {
  if (!('answer' in read)) return [];
  const containers = containersOf(read).filter(({ kind }) => hub.dialect === 1 || kind !== 'linearEngine');
  const list = readKey(read);
  return kindsListedBy(read.operation)
    .filter((kind) => !PARTS.has(kind))
    .flatMap((kind) =>
      thingsIn(kind, read.answer).map(({ value, label }) => {
        const id = String(value);
        return { kind, id, name: firstName(label, id), containers, list };
      }),
    );
}

/** On revision 2, every show lists every rundown, so a show contains none. */
const containersOf = ({ operation, params }: RecordedRead): Container[] =>
  (findTableOperation(operation)?.parameters ?? []).map(({ name, names = name }) => ({
    kind: names,
    id: String(params[name]),
  }));
