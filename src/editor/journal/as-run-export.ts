import { DAY_S, timesOn } from '../../base/local-time.js';
import { airtimeCsv, airtimesBetween, periodOn, secondsOf } from '../../hub/records/airtime-csv.js';
import { type AirReport, airtimes } from '../../hub/records/airtimes.js';
import type { OnAirReport } from '../../hub/watch/on-air.js';
import { labelOf } from '../../hub/words/target-names.js';
import { pickedValues } from '../../saved/param.js';
import { download, element, smallButton } from '../base/dom.js';
import { askEndpoint } from '../base/endpoint.js';
import { allNodes, type EditorNode } from '../base/red.js';
import { words } from '../base/words.js';
import { airCommandsOf, type HubRow } from './row-text.js';

/** The shown hubs, and their commands. */
export interface ShownJournal {
  readonly hubs: readonly string[];
  readonly rows: readonly HubRow[];
}

/** *Export* with its times: saves the graphics that were on air as CSV. */
export function asRunExport(shown: () => ShownJournal, onFailure: (error: unknown) => void): HTMLElement {
  const from = timeField('from');
  const to = timeField('to');
  const save = smallButton(words('sidebar.journal.export'), () => void exportRows().catch(onFailure), {
    title: words('sidebar.journal.exportHint'),
  });

  async function exportRows(): Promise<void> {
    const { hubs, rows } = shown();
    const reports = (await Promise.all(hubs.map(reportsOf))).flat();
    const [start, end] = periodOf(from.value, to.value, Date.now());
    const shownRows = airtimesBetween(airtimes(airCommandsOf(rows), reports), start, end);
    download(
      'as-run.csv',
      airtimeCsv(shownRows, (key) => words(`asRun.${key}`)),
    );
  }

  return element('div', { class: 'hub-side-bar' }, from, '–', to, save);
}

const timeField = (name: 'from' | 'to'): HTMLInputElement => {
  const label = words(`sidebar.journal.${name}`);
  return element('input', { type: 'time', 'aria-label': label, title: label });
};

/** The last period between these times of the day. Without a time, all rows count. */
function periodOf(from: string, to: string, now: number): [number, number] {
  const today = new Date(now).setHours(0, 0, 0, 0);
  const yesterday = new Date(today).setDate(new Date(today).getDate() - 1);
  const [start, end] = [secondsOf(from), secondsOf(to)];
  if (start === undefined)
    return [Number.NEGATIVE_INFINITY, end === undefined ? Number.POSITIVE_INFINITY : timesOn(today, end)[1]];
  const day = timesOn(today, start)[0] > now ? yesterday : today;
  const [first, last] = periodOn(day, start, end ?? DAY_S);
  return [first, end === undefined ? Number.POSITIVE_INFINITY : last];
}

/** The changes of the graphics on air of one hub, with the names that the pickers saved in its nodes. */
async function reportsOf(hub: string): Promise<AirReport[]> {
  const reports = await askEndpoint<readonly OnAirReport[]>(['on-air', hub]);
  const nodes = allNodes().filter((node: EditorNode & { readonly hub?: unknown }) => node.hub === hub);
  const values = nodes.flatMap(pickedValues);
  return reports.map((report) => ({
    ...report,
    names: {
      engineId: labelOf(values, 'engineId', report.engineId),
      rundownId: labelOf(values, 'rundownId', report.rundownId),
    },
  }));
}
