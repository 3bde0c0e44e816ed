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

/** The paths of the examples in the order of the import dialog. The flows of recipes need a device, so they have own tests. */
export const examples = readdirSync('examples', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.replaceAll('\\', '/').replace('.json', ''))
  .filter((name) => !name.startsWith('4-recipes/'))
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

/** True for the control of a button whose light shows the property that it sets. */
export function showsProperty({ type, kind, actions }: Part): boolean {
  if (type !== 'hub-control' || kind !== 'button') return false;
  const [action] = actions as readonly { readonly operation?: string }[];
  return action?.operation === 'setProperty';
}

/** A flow whose hub is the simulator at this address. */
export const pointedAt = <Flow>(url: string, flow: Flow): Flow =>
  JSON.parse(JSON.stringify(flow).replaceAll(USUAL, url)) as Flow;
