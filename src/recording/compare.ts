import { type Recording, readKey } from './recording.js';
import { type Thing, thingKey, thingsOf } from './things.js';

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
  /** The same name in the same container, with another id. */
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
  const replaced = pairs(removed, added, ({ kind, name, containers }) => thingKey({ kind, id: name, containers }));
  const renamed = [...earlier].flatMap(([key, thing]) => {
    const now = later.get(key);
    return now && now.name !== thing.name ? [{ before: thing, after: now }] : [];
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
