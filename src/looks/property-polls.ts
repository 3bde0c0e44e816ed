import { isObject } from '../base/values.js';
import type { Read } from '../hub/reads/read.js';
import type { Reads } from '../hub/reads/reads.js';
import { isNotFound } from '../hub/wire/errors.js';
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

/** The properties that one read shows, by key. */
type Properties = Map<string, Property>;

/** Polls properties: the node as a whole if many of its properties are polled, else each alone. */
export class PropertyPolls {
  readonly #reads: Pick<Reads, 'of' | 'observe'>;
  readonly #interval: number;
  readonly #listener: PropertyListener;
  readonly #polled = new Map<Read, { properties: Properties; end: () => void }>();

  /** `interval` in ms. */
  constructor(reads: Pick<Reads, 'of' | 'observe'>, interval: number, listener: PropertyListener) {
    this.#reads = reads;
    this.#interval = interval;
    this.#listener = listener;
  }

  /** Polls these properties from now on, and no others. The last answers also have the values of added ones. */
  set(found: ReadonlyMap<string, Sought<Property>>): void {
    const wanted = this.#readsOf(found);
    for (const [read, { properties, end }] of this.#polled) {
      const kept = wanted.get(read);
      for (const key of properties.keys()) if (!kept?.has(key)) this.#listener.value(key, undefined);
      if (kept) continue;
      end();
      this.#polled.delete(read);
    }
    for (const [read, properties] of wanted) {
      const polled = this.#polled.get(read);
      if (!polled) this.#start(read, properties);
      else {
        const added = [...properties].filter(([key]) => !polled.properties.has(key));
        polled.properties = properties;
        this.#report(read, new Map(added));
      }
    }
  }

  close(): void {
    for (const { end } of this.#polled.values()) end();
    this.#polled.clear();
  }

  #start(read: Read, properties: Properties): void {
    const polled = { properties, end: () => {} };
    this.#polled.set(read, polled);
    const onResult = (isMissing: boolean) => {
      if (isMissing) this.#listener.missing();
      this.#report(read, polled.properties);
      this.#listener.read();
    };
    polled.end = this.#reads.observe(read, {
      interval: this.#interval,
      answer: ({ body }) => {
        const paths = read.operation.name === 'listProperties' ? valuesIn(body) : undefined;
        onResult([...polled.properties.values()].some(({ params }) => paths?.has(params.propertyPath) === false));
      },
      failure: (error) => onResult(isNotFound(error)),
    });
  }

  #report({ operation, latest }: Read, properties: Properties): void {
    const values = operation.name === 'listProperties' ? valuesIn(latest?.body) : undefined;
    const single = isObject(latest?.body) ? latest.body.Value : undefined;
    for (const [key, { name, params }] of properties) {
      const whole = values ? values.get(params.propertyPath) : single;
      this.#listener.value(key, name.component === undefined ? whole : partOf(whole, name.component));
    }
  }

  /** The reads of all properties that were found. */
  #readsOf(found: ReadonlyMap<string, Sought<Property>>): Map<Read, Properties> {
    const nodes = new Map<object, Properties>();
    for (const [key, { found: property }] of found)
      if (property) nodes.set(property.node, (nodes.get(property.node) ?? new Map()).set(key, property));
    const reads = new Map<Read, Properties>();
    for (const ofNode of nodes.values())
      for (const [key, property] of ofNode) {
        const { params, count } = property.node;
        const { Component: _, ...alone } = property.params;
        const isList = ofNode.size >= LEAST_OF_LIST && ofNode.size >= count * LEAST_SHARE;
        const read = isList ? this.#reads.of('listProperties', params) : this.#reads.of('getProperty', alone);
        reads.set(read, (reads.get(read) ?? new Map()).set(key, property));
      }
    return reads;
  }
}

/** The values in the list of a node, by path. */
const valuesIn = (answer: unknown): ReadonlyMap<unknown, unknown> =>
  new Map(usableThings('property', answer).map(({ value: path, present }) => [path, present]));
