/** What was found, as a table in Markdown. */

/** Whether a row's limit must hold in every run, disturbed or not; the others are held to the median of calm runs. */
export const isStrict = ({ worst }) => worst === true;

/** The rows of a scenario: text, and whether its limit holds (undefined: it has none). */
export function judge({ rows }, all, calm) {
  return rows.map((row) => {
    const { measure, of, core, most, least } = row;
    const runs = (isStrict(row) ? all : calm).map(({ found }) => found);
    const found = of && spread(runs.map(of));
    const limit = most ?? least;
    const held = limit === undefined ? undefined : holds(row, found);
    const allowed =
      limit === undefined
        ? ''
        : `${most === undefined ? '≥' : '≤'} ${number(limit)}${isStrict(row) ? ', every run' : ''}`;
    const verdict = held === undefined ? '' : held ? 'yes' : 'NO';
    return { held, cells: [measure, shown(found), shown(core && spread(runs.map(core))), allowed, verdict] };
  });
}

function holds(row, found) {
  if (row.most !== undefined) return (isStrict(row) ? found.most : found.median) <= row.most;
  return (isStrict(row) ? found.least : found.median) >= row.least;
}

function spread(values) {
  const sorted = values.sort((left, right) => left - right);
  const middle = sorted.length / 2;
  const median = (sorted[Math.ceil(middle) - 1] + sorted[Math.floor(middle)]) / 2;
  return { median, least: sorted[0], most: sorted.at(-1) };
}

/** Median, and the range it comes from. */
const shown = (found) => {
  if (!found) return '';
  const [median, least, most] = [found.median, found.least, found.most].map(number);
  return least === most ? median : `${median} (${least}–${most})`;
};

/** Three digits that mean something. */
const number = (value) => {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return Number(value.toFixed(digits)).toLocaleString('en-US');
};

/** The table, its columns aligned for a terminal too. */
export function table(title, judged) {
  const all = [[title, 'ours', 'core', 'limit', 'held'], ...judged.map(({ cells }) => cells)];
  const widths = all[0].map((_, column) => Math.max(...all.map((cells) => cells[column].length)));
  const line = (cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [line(all[0]), rule, ...all.slice(1).map(line)].join('\n');
}
