import { firstName, printableName } from '../base/display.js';
import { kindsListedBy, thingsIn } from '../hub/lists/index.js';
import type { CrawledRead, Settled } from '../recording/crawl.js';
import type { HubReader } from '../recording/reader.js';
import { type RecordOptions, recordHub } from '../recording/record.js';
import type { Recording } from '../recording/recording.js';
import { text } from '../texts/report-texts.js';
import { Progress } from './terminal.js';

/** Reads a whole hub, and shows its progress with the names of the present part. */
export async function readHub(
  reader: HubReader,
  hub: Recording['hub'],
  options: Omit<RecordOptions, 'onRead'>,
): Promise<Recording> {
  const progress = new Progress();
  const names = new PlaceNames();
  for (const { operation, params, answer } of options.earlier?.reads ?? []) names.learn(operation, params, answer);
  let asked = 0;
  const ask = async (read: CrawledRead): Promise<Settled> => {
    asked += 1;
    const settled = await reader.ask(read);
    if ('answer' in settled) names.learn(read.operation.name, read.params, settled.answer);
    return settled;
  };
  const onRead = (read: CrawledRead, planned: number) =>
    progress.show(text('progress.named', { asked, planned, place: names.placeOf(read) }));
  try {
    return await recordHub({ ask }, hub, { ...options, onRead });
  } finally {
    progress.end();
  }
}

type Values = Readonly<Record<string, unknown>>;

/** Names of one list. The other things are shown by their ids. */
const MAX_NAMES = 10_000;

/** The names of listed things, for the progress. */
class PlaceNames {
  readonly #names = new Map<string, string>();

  learn(operation: string, params: Values, answer: unknown): void {
    for (const kind of kindsListedBy(operation))
      for (const { value, label } of thingsIn(kind, answer).slice(0, MAX_NAMES))
        this.#names.set(keyOf(kind, Object.values(params), value), firstName(label, value));
  }

  /** Example: `Studio A › Mixer`. The name of the operation, if it is about nothing. */
  placeOf({ operation, params }: CrawledRead): string {
    const values = operation.parameters.map(({ name }) => params[name]);
    const places = operation.parameters.map(({ names = '' }, index) => {
      const id = values[index];
      return this.#names.get(keyOf(names, values.slice(0, index), id)) ?? String(id);
    });
    return places.length > 0 ? places.map(printableName).join(' › ') : operation.name;
  }
}

const keyOf = (kind: string, containers: readonly unknown[], id: unknown): string =>
  JSON.stringify([kind, ...containers.map(String), String(id)]);
