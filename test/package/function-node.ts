import { FakeClock } from '../hub/fake-clock.js';
import { recipes } from '../recipes.js';

interface Message {
  readonly topic?: unknown;
  readonly payload: unknown;
}

/** Runs the code of a function node like Node-RED: with `node`, `context`, `msg`, timers and its modules. */
export function functionNode(recipe: string, name: string, ...libraries: readonly unknown[]) {
  const code = recipes
    .flatMap(({ name: of, flow }) => (of === recipe ? flow : []))
    .find((part) => part.type === 'function' && part.name === name);
  if (!code) throw new Error(`No ${name} in ${recipe}`);
  const sent: Message[] = [];
  const resets: object[] = [];
  const statuses: string[] = [];
  const warnings: string[] = [];
  const node = {
    /** A message, or one for each output. The second output asks the lamps to send their states again. */
    send: (msg: Message | readonly [Message | null, object?]) => {
      const [first, second] = Array.isArray(msg) ? msg : [msg];
      if (first) sent.push(first);
      if (second) resets.push(second);
    },
    status: ({ text }: { text: string }) => statuses.push(text),
    warn: (text: string) => warnings.push(text),
  };
  const context = {};
  const clock = new FakeClock();
  const pass = (ms: number) => clock.advance(ms, () => new Promise((resolve) => setImmediate(resolve)));
  const sandbox = { node, context, setTimeout: clock.setTimeout, clearTimeout: clock.clearTimeout };
  const run = (text: unknown, msg?: object) =>
    new Function(...Object.keys(sandbox), 'msg', ...(code.libs ?? []).map(({ var: name }) => name), String(text))(
      ...[...Object.values(sandbox), msg, ...libraries],
    );
  /** *On Start* and *On Message* may wait, but *On Stop* may not. */
  const waiting = (text: unknown, msg?: object): Promise<void> => run(`return (async () => {${text}})()`, msg);
  return {
    ...{ sent, resets, statuses, warnings, clock, pass },
    start: (edit = (text: string) => text) => waiting(edit(String(code.initialize))),
    receive: (msg: object) => waiting(code.func, msg),
    stop: () => run(code.finalize),
  };
}

/** A lamp that is red and blinks. */
export const RED = { state: 'armed', colour: [255, 0, 0], blink: true, at: 0 } as const;
