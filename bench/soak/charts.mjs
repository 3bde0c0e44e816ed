/** Draws the measurements of a soak over time, as SVG. */

const WIDTH = 900;
const HEIGHT = 150;
const MARGIN = 60;
const GAP = 50;

const charts = [
  { title: 'Latency of answered commands, ms (median, 99th percentile)', lines: ['p50', 'p99'] },
  { title: 'Memory, MB (heap, whole process)', lines: ['heap', 'memory'] },
  { title: 'Handles: timers, sockets and other active resources', lines: ['handles'] },
];
const COLOURS = ['#2a7', '#a52'];

/** `samples`: one a second, `{at (s), p50, p99, heap, memory, handles}`. `faults`: `{at, until}` in s. */
export function drawCharts(title, samples, faults) {
  const end = Math.max(1, ...samples.map(({ at }) => at));
  const x = (at) => MARGIN + (at / end) * (WIDTH - MARGIN - 20);
  const round = (number) => Math.round(number * 10) / 10;
  const parts = charts.map(({ title: head, lines }, index) => {
    const top = 60 + index * (HEIGHT + GAP);
    const most = Math.max(1, ...samples.flatMap((sample) => lines.map((line) => sample[line] ?? 0)));
    const y = (value) => top + HEIGHT - (value / most) * HEIGHT;
    const polylines = lines.map((line, number) => {
      const points = samples.filter((sample) => sample[line] !== undefined);
      const path = points.map((sample) => `${round(x(sample.at))},${round(y(sample[line]))}`).join(' ');
      return `<polyline points="${path}" fill="none" stroke="${COLOURS[number]}" stroke-width="1.5"/>`;
    });
    const bands = faults.map(
      ({ at, until }) =>
        `<rect x="${round(x(at))}" y="${top}" width="${round(x(until) - x(at))}" height="${HEIGHT}" fill="#fdd"/>`,
    );
    const ticks = [0, 0.5, 1].map(
      (part) =>
        `<text x="${MARGIN - 6}" y="${top + HEIGHT * (1 - part) + 4}" text-anchor="end">${round(most * part)}</text>`,
    );
    const frame = `<rect x="${MARGIN}" y="${top}" width="${WIDTH - MARGIN - 20}" height="${HEIGHT}" fill="none" stroke="#999"/>`;
    return [...bands, frame, `<text x="${MARGIN}" y="${top - 8}">${head}</text>`, ...ticks, ...polylines].join('\n');
  });
  const height = 60 + charts.length * (HEIGHT + GAP);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12">
<title>${title}</title>
<rect width="${WIDTH}" height="${height}" fill="#fff"/>
<text x="${MARGIN}" y="24" font-size="15">${title}</text>
${parts.join('\n')}
<text x="${WIDTH - 20}" y="${height - 20}" text-anchor="end">${Math.round(end)} s; red: a fault</text>
</svg>
`;
}
