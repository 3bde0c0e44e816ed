import { redact, redactIn, type SecretPatterns } from '../hub/wire/secrets.js';
import { Anonymizer } from './anonymize.js';
import type { RecordedRead, Recording } from './recording.js';

type ReadParams = RecordedRead['params'];

/**
 * Removes the credentials of the hub from the parts of a recording and, if `isAnonymous`, also the names and texts. Nothing
 * else is taken for a secret: a password looks like a headline.
 */
export class Privacy {
  readonly #credentials: SecretPatterns;
  readonly #names: Anonymizer | undefined;

  constructor({ isAnonymous, credentials }: { readonly isAnonymous: boolean; readonly credentials: SecretPatterns }) {
    this.#credentials = credentials;
    this.#names = isAnonymous ? new Anonymizer() : undefined;
  }

  get isAnonymous(): boolean {
    return this.#names !== undefined;
  }

  /** The answer to a read. */
  answer(answer: unknown): unknown {
    const redacted = redactIn(answer, this.#credentials);
    return this.#names ? this.#names.answer(redacted) : redacted;
  }

  /** The first segment of the linear paths can be a name of the recording. */
  hub(hub: Recording['hub']): Recording['hub'] {
    const isPublic = !this.#names || hub.linearSegment === 'linear' || hub.linearSegment === 'lino';
    return isPublic ? hub : { ...hub, linearSegment: hub.dialect === 1 ? 'linear' : 'lino' };
  }

  /** The parameters of a read. They name the same things as the answers. */
  params(params: ReadParams): ReadParams {
    const redacted = Object.fromEntries(
      Object.entries(params).map(([name, each]) => {
        const text = redact(String(each), this.#credentials);
        return [name, text === String(each) ? each : text];
      }),
    );
    return this.#names ? this.#names.params(redacted) : redacted;
  }
}
