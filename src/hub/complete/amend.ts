import type { Read } from '../lookup/lookup-cache.js';
import type { SentValues } from '../lookup/sent-values.js';
import type { Amendment } from '../table/operation.js';
import { badInput, HubError } from '../wire/errors.js';
import { propertyValue } from './property-value.js';

type Values = Record<string, unknown>;

/** What an amendment can know: the hub's descriptions, read now or as they were read before, and what was sent. */
export interface Sources {
  readonly read: Read;
  readonly recall: Read;
  readonly sent: SentValues;
  forget(): void;
}

export interface AmendmentRule {
  /** Whether these values want it; the others are complete. */
  needs(values: Values): boolean;
  /**
   * The complete values; `together` are those that go out with them as one, the oldest first, themselves included.
   * `lane` is the one that they go out on.
   */
  amend(values: Values, sources: Sources, together: readonly Values[], lane: string): Promise<Values>;
}

/**
 * What completes a command's values just before it is sent. Each throws `BAD_INPUT` for a name that the hub does
 * not know, and tells those that it does.
 */
export const amendments: Record<Amendment, AmendmentRule> = {
  propertyValue,

  /** Parameters of a function by name or path become a list of paths. A list is sent as it is. */
  functionParameters: {
    needs: ({ Parameters }) => !Array.isArray(Parameters),
    amend: namedParameters,
  },

  /** A button of a playout item by key, id or label. */
  itemButton: { needs: () => true, amend: itemButton },

  /** A button of a newsroom item by key, id or label. */
  newsroomButton: { needs: () => true, amend: newsroomButton },

  /** Data of a MOS object: what is there with the new on top, or only the new. */
  mosData: { needs: ({ merge }) => merge === true, amend: mergedData },
};

async function namedParameters(values: Values, sources: Sources): Promise<Values> {
  const { Parameters: given, ...target } = values;
  const paths = await lookUp(
    sources,
    'getFunction',
    target,
    (answer) => pathsOf(answer),
    (known) => Object.keys(given as Values).every((name) => known.has(name)),
  );
  const list = Object.entries(given as Values).map(([name, value]) => {
    const path = paths.get(name);
    if (path === undefined) throw unknown('Parameters', name, [...new Set(paths.values()), ...paths.keys()]);
    return { PropertyPath: path, payload: { value } };
  });
  return { ...target, Parameters: list };
}

async function itemButton(values: Values, sources: Sources): Promise<Values> {
  const { buttonKey, ...target } = values;
  const found = (answer: unknown) => (answer as { buttons?: Button[] } | null)?.buttons;
  return { ...target, buttonKey: await pressable(sources, 'getItem', target, found, buttonKey as string) };
}

async function newsroomButton(values: Values, sources: Sources): Promise<Values> {
  const { ncsID, roID, storyID, itemID, buttonKey } = values;
  const found = (answer: unknown) => {
    const item = itemsOf(answer).find((each) => each.storyID === storyID && each.itemID === itemID);
    return item?.mosObject.buttons;
  };
  const key = await pressable(sources, 'getNewsroomRundown', { ncsID, roID }, found, buttonKey as string);
  return { ...values, buttonKey: key };
}

async function mergedData({ ncsID, roID, ...sent }: Values, sources: Sources): Promise<Values> {
  for (const [name, value] of Object.entries({ ncsID, roID }))
    if (value === undefined) throw new HubError('BAD_INPUT', { sentence: 'mergeNeeds', field: name });
  const items = itemsOf(await sources.read('getNewsroomRundown', { ncsID, roID }));
  const object = items.map(({ mosObject }) => mosObject).find(({ objID }) => objID === sent.objID);
  if (!object)
    throw unknown(
      'objID',
      sent.objID,
      items.map(({ mosObject }) => mosObject.objID),
    );
  return { ...sent, data: merged(object.data ?? {}, sent.data) };
}

interface Button {
  readonly id: string;
  readonly key?: string;
  readonly label: string;
}

interface NewsroomItem {
  readonly storyID: string;
  readonly itemID: string;
  readonly mosObject: { readonly objID: string; readonly data?: Values; readonly buttons?: Button[] };
}

const itemsOf = (rundown: unknown): NewsroomItem[] => (rundown as { items?: NewsroomItem[] } | null)?.items ?? [];

/** What a read tells, from memory where that is enough; otherwise it may have changed and is read again. */
async function lookUp<T>(
  { recall, forget }: Sources,
  operation: string,
  target: Values,
  extract: (answer: unknown) => T,
  isEnough: (known: T) => boolean,
): Promise<T> {
  const known = extract(await recall(operation, target));
  if (isEnough(known)) return known;
  forget();
  return extract(await recall(operation, target));
}

/** Names and paths of a function's parameters, each leading to the path (hub-interface.md, "Resources"). */
function pathsOf(description: unknown): Map<string, string> {
  const properties = (description as { Properties?: Record<string, { PropertyPath?: string }> } | null)?.Properties;
  const paths = new Map<string, string>();
  for (const [name, { PropertyPath = name }] of Object.entries(properties ?? {}))
    for (const key of [PropertyPath, name]) paths.set(key, PropertyPath);
  return paths;
}

/** What presses a button: its key, or its id where it has none. */
const keyOf = ({ key, id }: Button): string => key ?? id;

async function pressable(
  sources: Sources,
  operation: string,
  target: Values,
  extract: (answer: unknown) => Button[] | undefined,
  wanted: string,
): Promise<string> {
  const buttons = await lookUp(
    sources,
    operation,
    target,
    extract,
    (known) => !known || matching(known, wanted).length > 0,
  );
  // Not every hub lists buttons.
  if (!buttons) return wanted;
  const [button, ...others] = matching(buttons, wanted);
  if (!button) throw unknown('buttonKey', wanted, buttons.map(described));
  if (others.length > 0) {
    const candidates = [button, ...others].map(described).join(', ');
    throw new HubError('BAD_INPUT', { sentence: 'ambiguous', field: 'buttonKey', value: wanted, candidates });
  }
  return keyOf(button);
}

/** Buttons that a word means: the one with that key or id, otherwise all with that label. */
function matching(buttons: readonly Button[], wanted: string): Button[] {
  const exact = buttons.find((button) => keyOf(button) === wanted) ?? buttons.find(({ id }) => id === wanted);
  return exact ? [exact] : buttons.filter(({ label }) => label === wanted);
}

const described = (button: Button): string => `${keyOf(button)} (${button.label})`;

const unknown = (field: string, value: unknown, options: readonly string[]): HubError =>
  badInput(field, value, { key: 'choice', options: [...new Set(options)] });

/** Objects are merged field by field; anything else is replaced. */
function merged(old: unknown, fresh: unknown): unknown {
  if (!isObject(old) || !isObject(fresh)) return fresh;
  const result: Values = { ...old };
  for (const [name, value] of Object.entries(fresh)) {
    // Own fields only: a field called __proto__ is data, too.
    Object.defineProperty(result, name, {
      value: merged(Object.hasOwn(old, name) ? old[name] : undefined, value),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return result;
}

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
