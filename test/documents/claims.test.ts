import { readFileSync } from 'node:fs';
import should from 'should';
import { findTableOperation } from '../../dist/hub/table/operations.js';
import { RECORD_LIMITS } from '../../dist/recording/record.js';
import { HUB, MAX_HEADERS } from '../../dist/saved/hub.js';
import { LOOK } from '../../dist/saved/look.js';
import { REMOTE } from '../../dist/saved/remote.js';
import { WATCH } from '../../dist/saved/watch.js';
import { faults } from '../hostile/faults.js';
import { filesNamed } from './markdown.js';

const textOf = (file: string): string => readFileSync(file, 'utf8');
const sources = filesNamed('src/*.ts').map((file) => ({ file, text: textOf(file) }));

/** The number of a constant, for example of `const MAX_AGE_MS = 60_000` or of `?? 60` for an environment variable. */
function constant(name: string, place = ''): number {
  const files = place.startsWith('test/') ? [{ file: place, text: textOf(place) }] : sources;
  const pattern = new RegExp(`\\b${name}(?:: number)? = (?:Number\\(process\\.env\\.\\w+ \\?\\? )?([\\d_.* ]+)`, 'g');
  const [value, ...others] = files
    .filter(({ file }) => file.includes(place))
    .flatMap(({ text }) => [...text.matchAll(pattern)].map(([, number = '']) => number));
  if (!value || others.length > 0)
    throw new Error(`${value ? 'Several constants' : 'No constant'} ${name} in src/${place}`);
  const factors = value.replaceAll('_', '').split('*');
  return factors.reduce((product, factor) => product * Number.parseFloat(factor), 1);
}

const count = (number: number): string => number.toLocaleString('en-US');
const seconds = (ms: number): string => `${ms / 1000} s`;
const time = (name: string, place?: string): string => seconds(constant(name, place));
const number = (name: string, place?: string): string => count(constant(name, place));

/** A page on one line. */
const pageText = (file: string): string => textOf(file).replace(/\s+/g, ' ');

const hub = HUB.fields;
const look = LOOK.fields;
const trigger = time('TRIGGER_EXPIRY_MS');
const journalRows = constant('MAX_ROWS', 'hub/records/');
const properties = count(RECORD_LIMITS.propertiesPerEngine);
const port = constant('DEFAULT_PORT');
const readPause = constant('INTERVAL', 'recording/');

/** 300 nodes have seven reads each: one of the node, two lists, three properties and a function. */
const recordTime = Math.round((300 * 7 * readPause) / 60_000);

/** The words around each number of a page. The number is from the code, the saved fields, the table, a test or the bench. */
const CLAIMS: Readonly<Record<string, readonly string[]>> = {
  'README.md': [
    `Default: ${WATCH.fields.interval.usual} s. Minimum: ${(WATCH.fields.interval.allowed as { minimum?: number }).minimum} s.`,
    `${hub.maxInFlight.usual} for each hub configuration`,
    `one target:** ${hub.rate.usual}`,
    `Presses wait ${trigger} at most`,
    `http://127.0.0.1:${port}`,
  ],
  'SECURITY.md': [
    `last ${journalRows} presses, ${journalRows} failed movements and ${journalRows} other movements`,
    `up to ${constant('MIN_PATTERN_LENGTH') - 1} characters`,
  ],
  'docs/live-control.md': [
    `| it acts twice | ${trigger} |`,
    `| its timeout + ${time('EXTRA_EXPIRY_MS')} |`,
    `at most ${hub.maxInFlight.usual} requests at once`,
    `At most ${hub.rate.usual} values a second`,
    `${1000 / hub.rate.usual} ms have passed`,
    `then one value every ${time('REPORT_PAUSE_MS')}`,
    `at most ${constant('maxJobs')} in all`,
    `waits for ${hub.timeout.usual + 1} s by default`,
    `up to ${constant('maxJobs')} values leave as one request`,
    `Default: ${hub.timeout.usual} s.`,
    `a launch: ${seconds(findTableOperation('launch')?.timeout ?? Number.NaN)}`,
    `Next waited ${trigger} behind Play`,
    `from the last ${constant('MAX_OLDER_AGE_MS') / 60_000} minutes`,
    `then every ${time('INTERVAL_MS', 'hub/reads/')}`,
    `until ${time('IN_USE_MS')} after a press`,
    `up to ${constant('MAX_KEPT')} descriptions`,
    `up to every ${time('LONGEST_PAUSE_MS')}`,
    `in slices of ${constant('SLICE_MS')} ms`,
    `up to ${number('MOST_WAITING')} errors wait`,
    `at least ${number('MOST_OF_NODE')} of them`,
    `for up to ${time('LAG_MS')} after it`,
    `${constant('FIRST_READ_MS')} ms after a command`,
    `every ${constant('NEXT_READ_MS')} ms until the hub shows the new state or ${time('LAG_MS')} have passed`,
    `after ${REMOTE.fields.expiry.usual} s by default`,
    `differ by more than ${time('MAX_DIFFERENCE_MS')}`,
  ],
  'docs/looks.md': [
    `default ${look.interval.usual} s`,
    `at most ${look.maxAbsence.usual} s`,
    `${constant('MAX_LOOK_NAME')} characters`,
    `${constant('MAX_BYTES', 'stored/') / 1e6} MB, ${number('MAX_LOOKS')} looks`,
    `${number('MAX_VALUES')} values`,
    `more than ${number('USUAL_VALUES')} values`,
    `take over after ${time('ABANDONED_MS')}`,
    `After ${time('MAX_WAIT_MS', 'stored/')}, a store fails`,
    `within about ${time('CHECK_MS')}`,
  ],
  'docs/editor.md': [
    `at most ${constant('MAX_LISTS')} lists`,
    `last ${journalRows} presses, ${journalRows} movements that failed, and ${journalRows} other movements`,
    `after ${constant('LONGEST_MESSAGE')} characters`,
  ],
  'docs/troubleshooting.md': [
    `within ${constant('EARLIEST_MS') / 1000} to ${time('SECOND_PRESS_MS')}.`,
    `(a press: ${trigger})`,
    `more than ${constant('MAX_LEVELS', 'base/')} levels`,
    `the last ${number('MAX_PENDING')} lines`,
    `one every ${time('REPORT_PAUSE_MS')}`,
    `more than ${time('OLDEST_MS', 'is07')} old`,
    `looks ${constant('TAI_AHEAD_S')} s old`,
    `at least a ${constant('FAR', 'nodes/status/') === 1000 ? 'thousand' : ''} times as large`,
    `within ${time('INITIAL_READ_MS')} after a start`,
  ],
  'docs/commands.md': [
    `at most ${constant('AT_ONCE') === 2 ? 'two' : ''} requests at once`,
    `fewer than ${Math.ceil(1000 / readPause / 10) * 10} a second`,
    `Default and maximum: ${constant('TIMEOUT', 'commands/')} s`,
    `most properties of one engine. Default: ${properties}`,
    `all engines, ${properties} properties of each engine`,
    `Default: ${RECORD_LIMITS.limits.item} for \`property\`, \`item\` and \`linearItem\`, ${number('THINGS')} for the others`,
    `${constant('MAX_BYTES', 'hub/wire/') / 2 ** 20} MiB`,
    `at most ${constant('MAX_LENGTH', 'recording-file') / 1e6} MB`,
    `Numbers below ${number('MAX_NUMBER')}`,
    `Default port: ${port}`,
  ],
  'docs/prepare-a-show.md': [`about ${recordTime === 2 ? 'two' : recordTime} minutes`, `http://127.0.0.1:${port}`],
  'docs/reliability.md': [
    `${constant('REDEPLOYS', 'test/hostile/lifecycle.test.ts')} deploys`,
    `${number('RUNS', 'test/looks/model.test.ts')} random stories`,
    `${faults.length} faults`,
  ],
  'docs/develop/rules.md': [
    `${constant('MAX_IDLE')} others were read since`,
    `${time('KEPT_MS')} after the last press`,
    `1, 2, 4 … ${time('LONGEST_PAUSE_MS')}`,
    `within the last ${time('HOST_TIMEOUT_MS')}`,
    `at most ${constant('MAX_ROWS', 'tree-row')} rows`,
  ],
  'docs/develop/performance.md': [
    `All ${pageText('docs/develop/performance.md').match(/\| yes +\|/g)?.length} limits were met.`,
  ],
  'docs/develop/interface.md': [`up to ${MAX_HEADERS === 8 ? 'eight' : ''} more headers`],
};

describe('the numbers in the documents', () => {
  for (const [file, claims] of Object.entries(CLAIMS))
    it(`of ${file} are those of the code`, () => {
      const text = pageText(file);
      should(claims.filter((claim) => !text.includes(claim))).be.empty();
    });
});
