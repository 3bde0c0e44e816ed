import type { NodeMessage } from 'node-red';
import type { Hub } from '../../hub/hub.js';
import { answersOf, entriesError, withoutOutcome } from '../../hub/plan/incomplete.js';
import type { Area } from '../../hub/table/operation.js';
import type { SavedOperation } from '../../saved/operation.js';
import { type Deliver, deliverAnswer, putAnswer, withFields } from '../message/message.js';
import type { Ports } from '../runtime/ports.js';

/** Turns the answers to the operations of an area into output messages. */
export const deliverOf = (tools: Ports['tools'], area: Area, hub: Hub): Deliver<SavedOperation> =>
  area === 'batch' ? deliverBatch(tools, hub) : deliverAnswer(hub);

const deliverBatch =
  ({ clone, newId }: Ports['tools'], { failureOf }: Hub): Deliver<SavedOperation> =>
  (msg, operation, result, saved, session) => {
    const answers = answersOf(result);
    const failed = saved.failed === 'result' ? [] : answers.filter(({ outcome }) => outcome !== 'done');
    const delivered = answers.filter((answer) => !failed.includes(answer));
    return {
      messages: delivered.length === 0 ? [] : outputMessages(),
      failure: failed.length > 0 ? entriesError(failed, failureOf) : undefined,
    };

    function outputMessages(): NodeMessage[] {
      if (saved.output !== 'each')
        return [putAnswer(copied(msg), operation, { ...result, body: delivered.map(withoutOutcome) }, session)];
      const group = { id: newId(), type: 'array', count: delivered.length, len: 1 };
      return delivered.map(({ id: entry, responseCode: statusCode, responseBody: body }, index) => {
        const message = copied(msg);
        // As a split node does. A join node restores the outer parts.
        const outer: unknown = Object.getOwnPropertyDescriptor(message, 'parts')?.value;
        const parts = { ...(outer !== undefined && { parts: outer }), ...group, index };
        return withFields(putAnswer(message, operation, { ...result, statusCode, body }, { ...session, entry }), {
          parts,
        });
      });
    }

    /** Each output message is a copy, since later nodes may change it. The hub has answered, so this must not throw. */
    function copied(message: NodeMessage): NodeMessage {
      try {
        return clone(message);
      } catch {
        // A getter throws, for example.
        return Object.defineProperties({}, Object.getOwnPropertyDescriptors(message));
      }
    }
  };
