import { isSameId } from '../../base/ids.js';
import { isObject } from '../../base/values.js';
import type { Operation } from '../table/operations.js';
import { type AnyOperation, type OperationName, tableOperation } from '../table/operations.js';
import type { HubAnswer } from '../wire/client.js';
import { HubError, isNotFound } from '../wire/errors.js';
import { buildRequest, type Params, type WireRequest } from '../wire/request.js';
import type { HubSettings } from '../wire/settings.js';

/** Sends one request within the remaining time of a call. Throws a HubError. */
export type Ask = (request: WireRequest) => Promise<HubAnswer>;

/**
 * The path of reads that build 2.1.0+191 of revision 2 moved: `path`, or `laterPath`, or a row of a list. The one that
 * answered last is asked first (docs/develop/interface.md "Revisions and dialects").
 */
export class MovedPaths {
  readonly #settings: Pick<HubSettings, 'dialect' | 'linearSegment'>;
  /** By operation: true if the later path answered. */
  readonly #answersLater = new Map<string, boolean>();

  constructor(settings: Pick<HubSettings, 'dialect' | 'linearSegment'>) {
    this.#settings = settings;
  }

  /** True if the hub may answer at another path. */
  mayMove({ laterPath }: Operation): boolean {
    return this.#settings.dialect === 2 && laterPath !== undefined;
  }

  /** True if one request is enough, since the path has answered before. */
  needsOneRequest(operation: Operation): boolean {
    return !this.mayMove(operation) || (operation.laterPath !== null && this.#answersLater.has(operation.name));
  }

  /** The request with checked values, for the path that answered last. Throws `BAD_INPUT`. */
  request(operation: Operation, checked: Params): WireRequest {
    return this.#request(operation, checked, this.#answersLater.get(operation.name) ?? false);
  }

  /**
   * Asks at one path and, after a 404, at the other. Throws a HubError. If both answer 404, it throws the first error.
   */
  async ask(operation: Operation, checked: Params, ask: Ask): Promise<HubAnswer> {
    if (!this.mayMove(operation)) return ask(this.request(operation, checked));
    const later = this.#answersLater.get(operation.name) ?? false;
    try {
      return await this.#askAt(later, operation, checked, ask);
    } catch (error) {
      if (!isNotFound(error)) throw error;
      return await this.#askAt(!later, operation, checked, ask).catch((second: unknown) => {
        throw isNotFound(second) ? error : second;
      });
    }
  }

  /** The path that answered before has answered 404. */
  reset({ name }: Pick<AnyOperation, 'name'>): void {
    this.#answersLater.delete(name);
  }

  async #askAt(later: boolean, operation: Operation, checked: Params, ask: Ask): Promise<HubAnswer> {
    const { listedBy } = operation;
    const answer =
      later && listedBy
        ? await this.#row(listedBy, operation, checked, ask)
        : await ask(this.#request(operation, checked, later));
    this.#answersLater.set(operation.name, later);
    return answer;
  }

  /** The row with the same id, from the list. */
  async #row(listedBy: OperationName, { inPath }: Operation, checked: Params, ask: Ask): Promise<HubAnswer> {
    const answer = await this.ask(tableOperation(listedBy), {}, ask);
    const rowId = checked[inPath.at(-1) ?? ''];
    if (!Array.isArray(answer.body)) throw new HubError('HUB_BAD_ANSWER', { cause: listedBy });
    const row = answer.body.filter(isObject).find(({ id }) => isSameId(id, rowId));
    if (!row) throw new HubError('HUB_NOT_FOUND', { statusCode: 404, said: '' });
    return { ...answer, body: row };
  }

  #request(operation: Operation, checked: Params, later: boolean): WireRequest {
    const { laterPath } = operation;
    const moved = later && laterPath ? { ...operation, path: laterPath } : operation;
    return buildRequest(moved, checked, this.#settings.linearSegment);
  }
}
