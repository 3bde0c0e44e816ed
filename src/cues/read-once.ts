import type { SendRead } from '../hub/lookup/look-ups.js';

/** Sends each read once. */
export function readOnce(read: SendRead): SendRead {
  const answers = new Map<string, Promise<unknown>>();
  return (name, params) => {
    const key = JSON.stringify([name, params]);
    const answer = answers.get(key) ?? read(name, params);
    answers.set(key, answer);
    return answer;
  };
}
