/** The results as a table in Markdown. */

/** True if the limit applies to every run, disturbed or not. Other limits apply to the median of calm runs. */
export const isStrict = ({ worst }) => worst === true;

/** The rows of a scenario as text. `held` is undefined for a row without a limit. */
export function judge({ rows }, all, calm) {
  return rows.map((row) => {
    const { measure, of, core, most, least } = row;
    const runs = (isStrict(row) ? all : calm).map(({ found }) => found);
    const range = of && spread(runs.map(of));
    const limit = most ?? least;
    const held = limit === undefined ? undefined : holds(row, range);
    const allowed =
      limit === undefined
        ? ''
        : `${most === undefined ? '≥' : '≤'} ${number(limit)}${isStrict(row) ? ', every run' : ''}`;
    const verdict = held === undefined ? '' : held ? 'yes' : 'NO';
    return { held, cells: [measure, rangeText(range), rangeText(core && spread(runs.map(core))), allowed, verdict] };
  });
}

function holds(row, range) {
  if (row.most !== undefined) return (isStrict(row) ? range.most : range.median) <= row.most;
  return (isStrict(row) ? range.least : range.median) >= row.least;
}

function spread(values) {
  const sorted = values.sort((one, other) => one - other);
  const middle = sorted.length / 2;
  const median = (sorted[Math.ceil(middle) - 1] + sorted[Math.floor(middle)]) / 2;
  return { median, least: sorted[0], most: sorted.at(-1) };
}

/** The median with the range. */
const rangeText = (range) => {
  if (!range) return '';
  const [median, least, most] = [range.median, range.least, range.most].map(number);
  return least === most ? median : `${median} (${least}–${most})`;
};

/** Three significant digits. */
const number = (value) => {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return Number(value.toFixed(digits)).toLocaleString('en-US');
};

/** The table, with aligned columns for a terminal. */
export function table(title, judged) {
  const all = [[title, 'ours', 'core', 'limit', 'held'], ...judged.map(({ cells }) => cells)];
  const widths = all[0].map((_, column) => Math.max(...all.map((cells) => cells[column].length)));
  const line = (cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [line(all[0]), rule, ...all.slice(1).map(line)].join('\n');
}
