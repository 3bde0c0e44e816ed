import { STATUS_CODES } from 'node:http';
import type { Static } from '@sinclair/typebox';
import type { BatchAnswer, BatchCall } from '../../hub/table/operations/batch.js';
import type { Behaviours } from './call.js';
import { refuse, type SimulatorAnswer } from './call.js';

/** Several requests in one call. Each is answered by itself, in order (docs/develop/interface.md "Batch"). */
export const batchBehaviour = {
  batch: ({ body, ask }): Static<typeof BatchAnswer> => {
    if (!ask) throw refuse(422, 'A batch cannot hold a batch');
    return (body as Static<typeof BatchCall>).map((entry) => {
      const answer = ask(entry.verb, entry.url, entry.body);
      const { status } = answer;
      return {
        id: entry.id,
        responseCode: status,
        responseMessage: STATUS_CODES[status],
        responseBody: contentOf(answer),
      };
    });
  },
} satisfies Behaviours;

/** The parsed JSON, the text, or null for an empty body. */
function contentOf({ type = '', body }: SimulatorAnswer): unknown {
  if (type.includes('json')) return JSON.parse(body);
  return body === '' ? null : body;
}
