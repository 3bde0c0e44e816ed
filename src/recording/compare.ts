import { firstName } from '../base/display.js';
import { isSameName, nameKey } from '../base/names.js';
import { kindsListedBy, thingsIn } from '../hub/lists/index.js';
import { findTableOperation } from '../hub/table/operations.js';
import { type RecordedRead, type Recording, readKey } from './recording.js';

/** A thing in both recordings. */
interface Change {
  readonly before: Thing;
  readonly after: Thing;
}

/** The differences between two recordings of a hub. A thing inside an added or removed thing is not listed. */
export interface Comparison {
  readonly added: readonly Thing[];
  readonly removed: readonly Thing[];
  readonly renamed: readonly Change[];
  /** In another container. */
  readonly moved: readonly Change[];
  /** The same name in the same container, with another id. A name that two of them have is not matched. */
  readonly replaced: readonly Change[];
  /** Reads with an answer in only one of the recordings, so that their things are not compared. */
  readonly unread: readonly string[];
}

/** Kinds whose ids are unique on the whole hub. */
const MOVABLE = new Set(['item', 'linearRundown', 'linearItem', 'mosObject']);

/** Compares two recordings by the ids of their things. */
export function compareRecordings(before: Recording, after: Recording): Comparison {
  const [earlier, later] = [thingsOf(before), thingsOf(after)];
  const removed = onlyIn(earlier, later, listsOf(after));
  const added = onlyIn(later, earlier, listsOf(before));
  const moved = pairs(removed, added, ({ kind, id }) => (MOVABLE.has(kind) ? JSON.stringify([kind, id]) : undefined));
  const shared = new Set([removed, added].flatMap(sharedPlaces));
  const replaced = pairs(removed, added, (thing) => (shared.has(placeOf(thing)) ? undefined : placeOf(thing)));
  const renamed = [...earlier].flatMap(([key, thing]) => {
    const now = later.get(key);
    return now && !isSameName(now.name, thing.name) ? [{ before: thing, after: now }] : [];
  });
  return {
    added: [...added],
    removed: [...removed],
    renamed,
    moved,
    replaced,
    unread: [...unreadIn(earlier, later, after), ...unreadIn(later, earlier, before)],
  };
}

const listsOf = ({ reads }: Recording): Set<string> => new Set(reads.filter((read) => 'answer' in read).map(readKey));

/** The things of one recording whose list was read in the other one too, and does not have them. */
function onlyIn(
  things: ReadonlyMap<string, Thing>,
  others: ReadonlyMap<string, Thing>,
  otherLists: ReadonlySet<string>,
): Set<Thing> {
  const found = [...things].filter(([key, { list }]) => !others.has(key) && otherLists.has(list));
  return new Set(found.map(([, thing]) => thing));
}

/** Takes a removed and an added thing with the same key out of both sets, and returns them as pairs. */
function pairs(removed: Set<Thing>, added: Set<Thing>, keyOf: (thing: Thing) => string | undefined): Change[] {
  const byKey = new Map([...removed].map((thing) => [keyOf(thing), thing]));
  return [...added].flatMap((after) => {
    const key = keyOf(after);
    const before = key === undefined ? undefined : byKey.get(key);
    if (!before || !removed.delete(before)) return [];
    added.delete(after);
    return [{ before, after }];
  });
}

/** The place and the name of a thing. */
const placeOf = ({ kind, name, containers }: Thing): string => thingKey({ kind, id: nameKey(name), containers });

/** The places that several things have. */
function sharedPlaces(things: Iterable<Thing>): string[] {
  const places = new Set<string>();
  return [...things].map(placeOf).filter((place) => places.size === places.add(place).size);
}

/** Lists of one recording that the other one did not read, although it has the container. */
function unreadIn(
  things: ReadonlyMap<string, Thing>,
  others: ReadonlyMap<string, Thing>,
  other: Recording,
): Set<string> {
  const otherLists = listsOf(other);
  const unread = [...things.values()].filter(({ list, containers }) => {
    const container = containers.at(-1);
    const exists = !container || others.has(thingKey({ ...container, containers: containers.slice(0, -1) }));
    return exists && !otherLists.has(list);
  });
  return new Set(unread.map(({ list }) => list));
}

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
const thingKey = ({ kind, id, containers }: Pick<Thing, 'kind' | 'id' | 'containers'>): string =>
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
