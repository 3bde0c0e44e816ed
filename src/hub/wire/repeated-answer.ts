import { type RawAnswer, successBody } from './answer.js';

/**
 * The last answer to a read that is repeated. The same text gives the same body, so an unchanged answer costs one
 * comparison of texts. Nobody may change the body.
 */
export class RepeatedAnswer {
  #last: RawAnswer | undefined;
  #body: unknown;

  /** The body of a success. Throws `HUB_BAD_ANSWER`. */
  bodyOf(answer: RawAnswer): unknown {
    const isSame = this.#last?.text === answer.text && this.#last.contentType === answer.contentType;
    if (!isSame) {
      this.#last = undefined;
      this.#body = successBody(answer);
      this.#last = answer;
    }
    return this.#body;
  }
}
