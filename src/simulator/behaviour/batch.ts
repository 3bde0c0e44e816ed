import { STATUS_CODES } from 'node:http';
import type { Static } from '@sinclair/typebox';
import type { BatchAnswer, BatchCall } from '../../hub/table/schemas/batch.js';
import { type Answer, refuse } from './answer.js';
import type { Behaviour } from './call.js';

/** Several requests in one call, in their order; each is answered by itself (docs/interface.md "Batch"). */
export const batch = {
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
} satisfies Record<string, Behaviour>;

/** JSON as what it stands for, text as text, nothing as null. */
function contentOf({ type = '', body }: Answer): unknown {
  if (type.includes('json')) return JSON.parse(body);
  return body === '' ? null : body;
}
