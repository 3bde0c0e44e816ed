import { area } from '../operation.js';
import { BatchAnswer, BatchCall } from '../schemas/batch.js';

/** Several requests in one call. Each entry has its own answer (docs/interface.md "Batch"). */
export const batch = area('batch', {
  batch: {
    kind: 'trigger',
    method: 'PUT',
    path: '/batch',
    body: BatchCall,
    answer: BatchAnswer,
    // A batch takes the lanes of its entries.
    lane: { name: 'batch', by: [] },
    timeout: 15_000,
  },
});
