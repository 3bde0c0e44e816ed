import { type Act, answer, JSON_TYPE } from '../hub.js';
import type { Command, End, Fault } from './fault.js';

/** One entry of a request or of an answer. */
type Entry = Record<string, unknown>;

/** Answers a batch with the changed right answers to its entries. */
const answersBatch =
  (make: (right: Entry[]) => unknown): Act =>
  (socket, { body }) => {
    const entries = JSON.parse(body) as Entry[];
    const right = entries.map(({ id }) => ({ id, responseCode: 200, responseBody: { ok: true } }));
    socket.write(answer('200 OK', JSON_TYPE, JSON.stringify(make(right))));
  };

/** A batch with the answers of a hub. */
export const fineBatch = answersBatch((right) => right);

/** Changes the first of two answers. */
const first = (make: (right: Entry) => unknown) => answersBatch(([one = {}, ...others]) => [make(one), ...others]);

/** Wrong answers to two entries, and the end of the batch, of the first entry and of the second. */
const wrong: Record<string, readonly [Act, End, End, End]> = {
  'in another order': [answersBatch((right) => right.reverse()), 'done', 'done', 'done'],
  'with ids as text': [
    answersBatch((right) => right.map((row) => ({ ...row, id: `${row.id}` }))),
    'done',
    'done',
    'done',
  ],
  'with an extra answer': [
    answersBatch((right) => [{ id: 'foreign', responseCode: 500 }, ...right]),
    'done',
    'done',
    'done',
  ],
  'without the answer to one entry': [answersBatch(([, ...others]) => others), ...onlyFirst('HUB_BAD_ANSWER unknown')],
  'with an unknown id': [first((right) => ({ ...right, id: 99 })), ...onlyFirst('HUB_BAD_ANSWER unknown')],
  'with one answer without an id': [first(({ id: _, ...right }) => right), ...onlyFirst('HUB_BAD_ANSWER unknown')],
  'with two answers to one entry': [
    answersBatch(([one = {}, ...others]) => [one, { ...one, responseCode: 404 }, ...others]),
    ...onlyFirst('HUB_BAD_ANSWER unknown'),
  ],
  'with one answer without a status': [
    first(({ responseCode: _, ...right }) => right),
    ...onlyFirst('HUB_BAD_ANSWER unknown'),
  ],
  'with one status as text': [
    first((right) => ({ ...right, responseCode: '200' })),
    ...onlyFirst('HUB_BAD_ANSWER unknown'),
  ],
  'with status 102 for one entry': [
    first((right) => ({ ...right, responseCode: 102 })),
    ...onlyFirst('HUB_BAD_ANSWER unknown'),
  ],
  'with status 999 for one entry': [
    first((right) => ({ ...right, responseCode: 999 })),
    ...onlyFirst('HUB_BAD_ANSWER unknown'),
  ],
  'with null for one entry': [first(() => null), ...onlyFirst('HUB_BAD_ANSWER unknown')],
  'with 404 for one entry': [
    first((right) => ({ ...right, responseCode: 404 })),
    ...onlyFirst('HUB_NOT_FOUND refused'),
  ],
  'with 503 for one entry': [first((right) => ({ ...right, responseCode: 503 })), ...onlyFirst('HUB_FAULT unknown')],
  'with an empty list': [answersBatch(() => []), ...both('HUB_BAD_ANSWER unknown')],
  'with an object instead of a list': [answersBatch(() => ({ ok: true })), ...both('HUB_BAD_ANSWER unknown')],
};

/** The end if only the first entry failed. A batch as a whole reports this as one error. */
function onlyFirst(end: End): [End, End, End] {
  return [end === 'HUB_NOT_FOUND refused' ? 'HUB_REJECTED refused' : 'HUB_FAULT unknown', end, 'done'];
}

function both(end: End): [End, End, End] {
  return [end, end, end];
}

/** Two values for two targets, which are sent as one batch. */
const joined: Command = async (send) => {
  const ends = await Promise.all(
    [1, 3].map((engineId) => send('setProperty', { engineId, nodePath: 'N', propertyPath: 'P', Value: 0.5 })),
  );
  return ends.join(', ');
};

/** A batch of two. */
const batch: Command = (send) =>
  send('batch', {
    entries: [
      { id: 1, url: '/launcher/1/launch', verb: 'PUT' },
      { id: 2, url: '/rgraphs', verb: 'GET' },
    ],
  });

export const batches: Fault[] = Object.entries(wrong).flatMap(([name, [act, whole, one, other]]) => [
  // An empty list has no answer to any entry, but it is a list.
  {
    name: `answers a batch ${name}`,
    end: name === 'with an empty list' ? 'HUB_FAULT unknown' : whole,
    act,
    command: batch,
  },
  { name: `answers joined values ${name}`, end: `${one}, ${other}`, act, command: joined, settings: { joining: true } },
]);
