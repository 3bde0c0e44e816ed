import type { Read } from '../hub/lookup/lookup-cache.js';

/** Sends each read once. */
export function readOnce(read: Read): Read {
  const answers = new Map<string, Promise<unknown>>();
  return (name, params) => {
    const key = JSON.stringify([name, params]);
    const answer = answers.get(key) ?? read(name, params);
    answers.set(key, answer);
    return answer;
  };
}
