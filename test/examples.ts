import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A part of a flow: a node, a configuration, a tab, a group. */
export interface Part {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly wires?: readonly (readonly string[])[];
  readonly [field: string]: unknown;
}

/** The simulator's address in the README and the examples. */
export const USUAL = 'http://127.0.0.1:8090';

/** The paths of the examples in the order of the import dialog. */
export const examples = readdirSync('examples', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.replaceAll('\\', '/').replace('.json', ''))
  .sort()
  .map((name) => ({
    name,
    flow: JSON.parse(readFileSync(join('examples', `${name}.json`), 'utf8')) as readonly Part[],
  }));

/** The flow of an example. */
export function example(name: string): readonly Part[] {
  const found = examples.find((one) => one.name === name);
  if (!found) throw new Error(`No example ${name}`);
  return found.flow;
}

/** A flow whose hub is the simulator at this address. */
export const pointedAt = <Flow>(url: string, flow: Flow): Flow =>
  JSON.parse(JSON.stringify(flow).replaceAll(USUAL, url)) as Flow;
