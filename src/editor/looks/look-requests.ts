import { askEndpoint, RequestError } from '../base/endpoint.js';
import { red } from '../base/red.js';
import { words } from '../base/words.js';

interface LookRequest {
  readonly action: 'recall' | 'store' | 'update' | 'compare' | 'restore' | 'rename' | 'delete' | 'import';
  readonly look?: string;
  /** The new name. */
  readonly to?: string;
  /** The text of a file. */
  readonly text?: string;
}

/** The values of a look, with their outcomes after a recall, or its differences. Throws a `RequestError`. */
export async function actOnLook<Entry>(id: string, request: LookRequest): Promise<readonly Entry[]> {
  const options = { area: 'hub-look', isRead: request.action === 'compare' } as const;
  return (await askEndpoint<{ readonly entries: readonly Entry[] }>(['looks', id], request, options)).entries;
}

export const canWriteLooks = (): boolean => red.user.hasPermission('hub-look.write');

/** The result of a store in words. */
export const storedText = ({ length: count }: readonly unknown[]): string => words('sidebar.looks.stored', { count });

/** The reason why a request of the dialog failed. */
export function failureText(error: unknown): string {
  if (!(error instanceof RequestError)) throw error;
  if (error.status === 413) return words('look.tooLarge');
  return error.status === 404 ? words('look.deployFirst') : error.message;
}
