import { isObject } from '../base/values.js';
import type { Hub } from '../hub/hub.js';
import { tableOperation } from '../hub/table/operations.js';
import { isNotFound } from '../hub/wire/errors.js';
import type { Params } from '../hub/wire/request.js';
import { usableThings } from './engine-state.js';
import { type Property, partOf, type Sought } from './find-properties.js';

/**
 * A node with this many polled properties is read as a whole, if they are a quarter of its properties or more. One row
 * of such a list costs less than a quarter of a single read.
 */
const LEAST_OF_LIST = 50;
const LEAST_SHARE = 0.25;

/** Gets the values of the polls. */
export interface PropertyListener {
  /** A property was read. Undefined: it was not. */
  value(key: string, value: unknown): void;
  /** All values of one answer were reported. */
  read(): void;
  /** The hub does not have a property any more. */
  missing(): void;
}

/** One read that is repeated, and the properties that it has, by key. */
interface Reading {
  readonly operation: 'getProperty' | 'listProperties';
  readonly params: Params;
  properties: Map<string, Property>;
}

type ReadValue = (property: Property) => unknown;

/** A poll of one reading, with the values of its last answer. */
interface RunningPoll {
  readonly reading: Reading;
  readValue: ReadValue;
  end: () => void;
}

/** Polls properties: the node as a whole if many of its properties are polled, else each alone. */
export class PropertyPolls {
  readonly #hub: Hub;
  readonly #interval: number;
  readonly #listener: PropertyListener;
  /** By operation and parameters. */
  readonly #polls = new Map<string, RunningPoll>();

  /** `interval` in ms. */
  constructor(hub: Hub, interval: number, listener: PropertyListener) {
    this.#hub = hub;
    this.#interval = interval;
    this.#listener = listener;
  }

  /** Polls these properties from now on, and no others. */
  set(found: ReadonlyMap<string, Sought<Property>>): void {
    const readings = readingsOf(found);
    for (const [id, poll] of this.#polls) {
      const { properties = new Map<string, Property>() } = readings.get(id) ?? {};
      for (const key of poll.reading.properties.keys()) if (!properties.has(key)) this.#listener.value(key, undefined);
      if (properties.size === 0) {
        poll.end();
        this.#polls.delete(id);
      }
    }
    for (const [id, reading] of readings) {
      const running = this.#polls.get(id);
      if (running) this.#extend(running, reading.properties);
      else this.#polls.set(id, this.#start(reading));
    }
  }

  close(): void {
    for (const { end } of this.#polls.values()) end();
    this.#polls.clear();
  }

  /** The last answer also has the values of added properties. */
  #extend({ reading, readValue }: RunningPoll, properties: Map<string, Property>): void {
    const added = [...properties].filter(([key]) => !reading.properties.has(key));
    reading.properties = properties;
    this.#report(added, readValue);
  }

  #start(reading: Reading): RunningPoll {
    const { operation, params } = reading;
    const poll: RunningPoll = { reading, readValue: () => undefined, end: () => {} };
    const take = (readValue: ReadValue) => {
      poll.readValue = readValue;
      this.#report(reading.properties, readValue);
      this.#listener.read();
    };
    poll.end = this.#hub.reads.watch(tableOperation(operation), params, this.#interval, {
      answer: ({ body }) => {
        if (operation === 'getProperty') {
          const value = isObject(body) ? body.Value : undefined;
          return take(() => value);
        }
        const values = valuesIn(body);
        const isIn = ({ params: { propertyPath } }: Property) => values.has(propertyPath);
        if (![...reading.properties.values()].every(isIn)) this.#listener.missing();
        take(({ params: { propertyPath } }) => values.get(propertyPath));
      },
      failure: (error) => {
        if (isNotFound(error)) this.#listener.missing();
        take(() => undefined);
      },
    });
    return poll;
  }

  #report(properties: Iterable<readonly [string, Property]>, readValue: ReadValue): void {
    for (const [key, property] of properties) {
      const { component } = property.name;
      const whole = readValue(property);
      this.#listener.value(key, component === undefined ? whole : partOf(whole, component));
    }
  }
}

/** The reads of all properties that were found, by operation and parameters. */
function readingsOf(found: ReadonlyMap<string, Sought<Property>>): Map<string, Reading> {
  const nodes = new Map<object, Map<string, Property>>();
  for (const [key, { found: property }] of found) {
    if (!property) continue;
    const ofNode = nodes.get(property.node) ?? new Map<string, Property>();
    nodes.set(property.node, ofNode.set(key, property));
  }
  const readings = new Map<string, Reading>();
  for (const ofNode of nodes.values()) {
    for (const [key, property] of ofNode) {
      const { params: nodeParams, count } = property.node;
      const { Component: _, ...propertyParams } = property.params;
      const isList = ofNode.size >= LEAST_OF_LIST && ofNode.size >= count * LEAST_SHARE;
      const operation = isList ? 'listProperties' : 'getProperty';
      const params = isList ? nodeParams : propertyParams;
      const id = JSON.stringify([operation, params]);
      const reading = readings.get(id) ?? { operation, params, properties: new Map<string, Property>() };
      reading.properties.set(key, property);
      readings.set(id, reading);
    }
  }
  return readings;
}

/** The values in the list of a node, by path. */
const valuesIn = (answer: unknown): ReadonlyMap<unknown, unknown> =>
  new Map(usableThings('property', answer).map(({ value: path, present }) => [path, present]));
