import { Anonymizer } from './anonymize.js';
import { SecretFilter } from './blank-secrets.js';
import type { RecordedRead, Recording } from './recording.js';

/** Removes secrets from the parts of a recording and, if `isAnonymous`, names and texts of the recording. */
export class Privacy {
  readonly #secrets = new SecretFilter();
  readonly #names: Anonymizer | undefined;

  constructor({ isAnonymous }: { readonly isAnonymous: boolean }) {
    this.#names = isAnonymous ? new Anonymizer() : undefined;
  }

  get isAnonymous(): boolean {
    return this.#names !== undefined;
  }

  /** The number of blanked values. */
  get blanked(): number {
    return this.#secrets.count;
  }

  /** The answer to a read. */
  answer(answer: unknown, params: RecordedRead['params']): unknown {
    const filtered = this.#secrets.filter(answer, params);
    return this.#names ? this.#names.answer(filtered) : filtered;
  }

  /** The first segment of the linear paths can be a name of the recording. */
  hub(hub: Recording['hub']): Recording['hub'] {
    const isPublic = !this.#names || hub.linearSegment === 'linear' || hub.linearSegment === 'lino';
    return isPublic ? hub : { ...hub, linearSegment: hub.dialect === 1 ? 'linear' : 'lino' };
  }

  /** The parameters of a read. They name the same things as the answers. */
  params(params: RecordedRead['params']): RecordedRead['params'] {
    const filtered = this.#secrets.params(params);
    return this.#names ? this.#names.params(filtered) : filtered;
  }
}
