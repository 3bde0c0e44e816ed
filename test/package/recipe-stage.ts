import should from 'should';
import type { Simulator } from '../../dist/simulator/index.js';
import { eventually } from '../editor/page.js';
import type { Part } from '../examples.js';
import { isCommand } from '../joined-reads.js';
import type { RealNodeRed } from '../real-node-red.js';

/** The Node-RED of a recipe's flow. */
export interface Stage {
  readonly hub: Simulator;
  readonly nodeRed: RealNodeRed;
  /** The commands that the hub got, as METHOD PATH BODY. */
  readonly sent: () => string[];
  /** A node of the flow by its name. */
  readonly find: (name: string) => Part;
}

/** One run of a recipe: replacements for its device, and the actions of an operator. */
export interface RecipeRun {
  /** Additional nodes that record the output of the flow. */
  readonly nodes?: readonly object[];
  /** Changed addresses and times: text in the flow, and its replacement. */
  readonly changes?: readonly (readonly [string, string])[];
  readonly act: (stage: Stage) => Promise<void>;
  readonly close?: () => Promise<void>;
}

export interface RecipeCase {
  /** Commands of the page, except those that install. */
  readonly commands?: readonly string[];
  /** Errors that Node-RED may report if the device is missing. */
  readonly withoutDevice?: RegExp;
  readonly does?: (test: Mocha.Context) => Promise<RecipeRun>;
}

export const NEXT = 'PUT /linear/rundown/101/playnext/0';
export const IN = 'POST /playout/rundowns/51/items/512/in';
export const OUT = 'POST /playout/rundowns/51/items/512/out';
export const opacity = (value: number) =>
  `PATCH /engines/1/nodes/Mixer_0/properties/Overlay//Opacity/0 {"Value":${value}}`;
/** Shows the lower third, or hides it. */
export const visible = (value: boolean) =>
  `PATCH /engines/1/nodes/Lower Third_0/properties/Status//Visible/0 {"Value":${value}}`;

/** Clicks the button of an inject node. */
export async function click({ nodeRed, find }: Stage, name: string): Promise<void> {
  await eventually(async () => {
    const { status } = await fetch(`${nodeRed.url}/inject/${find(name).id}`, { method: 'POST' });
    // Only deployed nodes can be clicked.
    should(status).equal(200);
  });
}

/** A debug node that prints the messages that it gets. */
export const printed = (tab: string): object => ({
  ...{ id: 'printed', type: 'debug', z: tab, name: 'heard', active: true, tosidebar: false, console: true },
  ...{ tostatus: false, targetType: 'jsonata', complete: '$string({"payload": payload, "retain": retain})' },
});

/** The last message that the debug node printed. */
export const lastPrinted = ({ nodeRed }: Stage): unknown =>
  [...nodeRed.log().matchAll(/\[debug:heard\] (.*)/g)].map(([, json = '']) => JSON.parse(json)).at(-1);

export const sends = ({ sent }: Stage, ...commands: readonly string[]) =>
  eventually(() => should(sent()).eql(commands));

/** Long enough to notice an unwanted message, in ms. */
const A_WHILE = 600;

/** The commands arrive, and no other follows. */
export const staysSo = async (stage: Stage, ...commands: readonly string[]) => {
  await sends(stage, ...commands);
  await new Promise((resolve) => setTimeout(resolve, A_WHILE));
  should(stage.sent()).eql(commands);
};

/** The states of a lamp without those that it can show before the first value of its watch: only the connection is known. */
export const withoutStart = (states: readonly string[]): readonly string[] => {
  const first = states.findIndex((state) => state !== 'unknown' && state !== 'available');
  return first < 0 ? [] : states.slice(first);
};

/** The commands in the journal of the hub. */
export const commands = ({ journal }: Simulator): string[] =>
  journal
    .filter(isCommand)
    .map(({ method, path, body }) => [method, decodeURIComponent(path.replace('/api/rest/v1', '')), body])
    .map(([method, path, body]) => `${method} ${path}${body === undefined ? '' : ` ${JSON.stringify(body)}`}`);

/** Presses a button of the lower third from outside Node-RED. */
export const press = (hub: Simulator, key: string) =>
  fetch(`${hub.url}/api/rest/v1/playout/rundowns/51/items/512/${key}`, { method: 'POST' });

/** Another client sets the opacity. */
export async function setOpacity({ hub }: Stage, Value: number): Promise<void> {
  const path = `/engines/1/nodes/Mixer_0/properties/${encodeURIComponent('Overlay//Opacity/0')}`;
  const headers = { 'content-type': 'application/json' };
  await fetch(`${hub.url}/api/rest/v1${path}`, { method: 'PATCH', headers, body: JSON.stringify({ Value }) });
}
