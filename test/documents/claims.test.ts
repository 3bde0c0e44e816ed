import { readFileSync } from 'node:fs';
import should from 'should';
import { findTableOperation } from '../../dist/hub/table/operations.js';
import { RECORD_LIMITS } from '../../dist/recording/record.js';
import { HUB, MAX_HEADERS } from '../../dist/saved/hub.js';
import { LOOK } from '../../dist/saved/look.js';
import { REMOTE } from '../../dist/saved/remote.js';
import { WATCH } from '../../dist/saved/watch.js';
import { faults } from '../hostile/faults.js';

/** The number of a constant in a source, for example of `const MAX_AGE_MS = 60_000` or of `?? 60` for an environment variable. */
function constant(file: string, name: string): number {
  const [, value = ''] =
    new RegExp(`\\b${name}(?:: number)? = (?:Number\\(process\\.env\\.\\w+ \\?\\? )?([\\d_.* ]+)`).exec(
      readFileSync(file, 'utf8'),
    ) ?? [];
  const number = value
    .replaceAll('_', '')
    .split('*')
    .reduce((product, factor) => product * Number.parseFloat(factor), 1);
  if (!Number.isFinite(number)) throw new Error(`${file} has no number ${name}`);
  return number;
}

const count = (number: number): string => number.toLocaleString('en-US');
const seconds = (ms: number): string => `${ms / 1000} s`;

/** A page on one line. */
const pageText = (file: string): string => readFileSync(file, 'utf8').replace(/\s+/g, ' ');

/** The default timeout of an operation. */
const timeoutOf = (name: string): string => seconds(findTableOperation(name)?.timeout ?? Number.NaN);

const hub = HUB.fields;
const look = LOOK.fields;
const leastInterval = (WATCH.fields.interval.allowed as { minimum?: number }).minimum;
const triggerExpiry = seconds(constant('src/hub/queue/call.ts', 'TRIGGER_EXPIRY_MS'));
const extraExpiry = seconds(constant('src/hub/queue/call.ts', 'EXTRA_EXPIRY_MS'));
const joined = constant('src/hub/queue/joining.ts', 'maxJobs');
const lag = seconds(constant('src/hub/watch/own-commands.ts', 'LAG_MS'));
const firstRead = constant('src/hub/watch/own-commands.ts', 'FIRST_READ_MS');
const nextRead = constant('src/hub/watch/own-commands.ts', 'NEXT_READ_MS');
const movementReport = seconds(constant('src/nodes/message/movement-errors.ts', 'REPORT_PAUSE_MS'));
const slice = constant('src/nodes/runtime/node-output.ts', 'SLICE_MS');
const mostWaiting = count(constant('src/nodes/runtime/node-output.ts', 'MOST_WAITING'));
const mostOfNode = count(constant('src/nodes/runtime/node-output.ts', 'MOST_OF_NODE'));
const journalRows = constant('src/hub/records/journal-row.ts', 'MAX_ROWS');
const earliest = constant('src/panels/mapping/guard.ts', 'EARLIEST_MS') / 1000;
const latest = seconds(constant('src/panels/mapping/guard.ts', 'SECOND_PRESS_MS'));
const levels = constant('src/base/values.ts', 'MAX_LEVELS');
const description = (name: string): string => seconds(constant('src/hub/reads/descriptions.ts', name));
const lookUp = (name: string): number => constant('src/hub/reads/read.ts', name);
const lookText = (name: string): number => constant('src/looks/look-text.ts', name);
const writing = (name: string): string => seconds(constant('src/stored/write-whole.ts', name));
const poll = (name: string): number => constant('src/hub/reads/read.ts', name) / 1000;
const clock = (name: string): string => seconds(constant('src/remote/host-clock.ts', name));
const atOnce = constant('src/recording/crawl.ts', 'AT_ONCE');
const readPause = constant('src/recording/crawl.ts', 'INTERVAL');
const properties = count(RECORD_LIMITS.propertiesPerEngine);
const fileLimit = constant('src/recording/recording-file.ts', 'MAX_LENGTH') / 1e6;
const readLimit = constant('src/hub/wire/connections.ts', 'MAX_BYTES') / 2 ** 20;
const port = constant('src/commands/simulate.ts', 'DEFAULT_PORT');

/** The rows of the bench with a limit. */
const limits = pageText('docs/develop/performance.md').match(/\| yes +\|/g)?.length;

/** 300 nodes have seven reads each: one of the node, two lists, three properties and a function. */
const recordTime = Math.round((300 * 7 * readPause) / 60_000);

/** Each sentence with a number. The number is from the code, the saved fields, the table of operations, a test or the bench. */
const CLAIMS: Readonly<Record<string, readonly string[]>> = {
  'README.md': [
    `Default: ${WATCH.fields.interval.usual} s. Minimum: ${leastInterval} s.`,
    `**Requests at once:** ${hub.maxInFlight.usual} for each hub configuration`,
    `**Values per second to one target:** ${hub.rate.usual}, adjustable`,
    `**Presses wait ${triggerExpiry} at most**`,
    `http://127.0.0.1:${port}`,
  ],
  'SECURITY.md': [
    `last ${journalRows} presses, ${journalRows} failed movements and ${journalRows} other movements`,
    `secrets of up to ${constant('src/hub/wire/secrets.ts', 'MIN_PATTERN_LENGTH') - 1} characters inside a longer word`,
  ],
  'docs/live-control.md': [
    `| trigger | play, next, press a button, launch, load, delete | it acts twice | ${triggerExpiry} |`,
    `| level | set property, update an item | the state is the same | its timeout + ${extraExpiry} |`,
    `at most ${hub.maxInFlight.usual} requests at once`,
    `At most ${hub.rate.usual} values a second are sent to one target`,
    `and ${1000 / hub.rate.usual} ms have passed`,
    `then one value every ${movementReport}`,
    `one for each target, at most ${joined} in all`,
    `A value waits for ${hub.timeout.usual + 1} s by default`,
    `up to ${joined} values leave as one request`,
    `Default: ${hub.timeout.usual} s. Some operations have a longer default (a launch: ${timeoutOf('launch')})`,
    `Next waited ${triggerExpiry} behind Play`,
    `read within the last second`,
    `from the last ${lookUp('MAX_OLDER_AGE_MS') / 60_000} minutes`,
    `then every ${description('INTERVAL_MS')}, and every second until ${description('IN_USE_MS')} after a press`,
    `up to ${constant('src/hub/reads/descriptions.ts', 'MAX_KEPT')} descriptions`,
    `a small test request is sent once a second`,
    `less and less often, up to every ${poll('LONGEST_PAUSE_MS')} s`,
    `in slices of ${slice} ms`,
    `up to ${mostWaiting} errors wait. Each node has room for at least ${mostOfNode} of them`,
    `for up to ${lag} after it`,
    `reads ${firstRead} ms after a command`,
    `It then reads every ${nextRead} ms until the hub shows the new state or ${lag} have passed`,
    `expires after ${REMOTE.fields.expiry.usual} s by default`,
    `If the clocks differ by more than ${clock('MAX_DIFFERENCE_MS')}, nothing is sent`,
  ],
  'docs/looks.md': [
    `default ${look.interval.usual} s, minimum 0.1 s`,
    `at most ${look.maxAbsence.usual} s`,
    `${constant('src/looks/look.ts', 'MAX_LOOK_NAME')} characters`,
    `${constant('src/stored/stored-file.ts', 'MAX_BYTES') / 1e6} MB, ${count(lookText('MAX_LOOKS'))} looks`,
    `${count(lookText('MAX_VALUES'))} values`,
    `A recall with more than ${count(constant('src/looks/send-values.ts', 'USUAL_VALUES'))} values takes longer`,
    `the others take over after ${writing('ABANDONED_MS')}`,
    `After ${writing('MAX_WAIT_MS')}, a store fails`,
    `noticed within about ${seconds(constant('src/stored/stored-file.ts', 'CHECK_MS'))}`,
  ],
  'docs/editor.md': [
    `It reads at most ${constant('src/editor/tree/hub-search.ts', 'MAX_LISTS')} lists`,
    `The journal keeps the last ${journalRows} presses, ${journalRows} movements that failed, and ${journalRows} other movements`,
    `cut after ${constant('src/panels/mapping/last-gesture.ts', 'LONGEST_MESSAGE')} characters`,
  ],
  'docs/troubleshooting.md': [
    `Press again within ${earliest} to ${latest}.`,
    `(a press: ${triggerExpiry})`,
    `more than ${levels} levels of nested values`,
    `The node keeps the last ${count(constant('src/nodes/log/json-lines.ts', 'MAX_PENDING'))} lines`,
    `one every ${movementReport}`,
    `the state is more than ${seconds(constant('src/panels/recognise/is07.ts', 'OLDEST_MS'))} old`,
    `looks ${constant('src/base/clock.ts', 'TAI_AHEAD_S')} s old`,
    `at least a ${constant('src/nodes/status/value-range.ts', 'FAR') === 1000 ? 'thousand' : ''} times as large`,
    `within ${seconds(constant('src/panels/mapping/source-states.ts', 'INITIAL_READ_MS'))} after a start`,
  ],
  'docs/commands.md': [
    `at most ${atOnce === 2 ? 'two' : ''} requests at once, and fewer than ${Math.ceil(1000 / readPause / 10) * 10} a second`,
    `Default and maximum: ${constant('src/commands/connection.ts', 'TIMEOUT')} s`,
    `most properties of one engine. Default: ${properties}`,
    `all engines, ${properties} properties of each engine`,
    `Default: ${RECORD_LIMITS.limits.item} for \`property\`, \`item\` and \`linearItem\`, ${count(constant('src/recording/record.ts', 'THINGS'))} for the others`,
    `Each read has limits: ${readLimit} MiB`,
    `The file has at most ${fileLimit} MB`,
    `Numbers below ${count(constant('src/recording/anonymize.ts', 'MAX_NUMBER'))} stay`,
    `Default port: ${port}`,
  ],
  'docs/prepare-a-show.md': [
    `A hub with 300 nodes takes about ${recordTime === 2 ? 'two' : recordTime} minutes`,
    `usually \`http://127.0.0.1:${port}\``,
  ],
  'docs/reliability.md': [
    `${constant('test/hostile/lifecycle.test.ts', 'REDEPLOYS')} deploys under load`,
    `${count(constant('test/looks/model.test.ts', 'RUNS'))} random stories`,
    `${faults.length} faults`,
  ],
  'docs/develop/rules.md': [
    `${constant('src/hub/reads/reads.ts', 'MAX_IDLE')} others were read since`,
    `from messages end ${description('KEPT_MS')} after the last press`,
    `1, 2, 4 … ${poll('LONGEST_PAUSE_MS')} s`,
    `a heartbeat of this run within the last ${clock('HOST_TIMEOUT_MS')}`,
    `A level shows at most ${constant('src/editor/picking/tree-row.ts', 'MAX_ROWS')} rows`,
  ],
  'docs/develop/performance.md': [`All ${limits} limits were met.`],
  'docs/develop/interface.md': [`up to ${MAX_HEADERS === 8 ? 'eight' : ''} more headers`],
};

describe('the numbers in the documents', () => {
  it('are at least 60', () => {
    should(Object.values(CLAIMS).flat().length).be.aboveOrEqual(60);
  });

  for (const [file, sentences] of Object.entries(CLAIMS))
    it(`of ${file} are those of the code`, () => {
      const text = pageText(file);
      should(sentences.filter((sentence) => !text.includes(sentence))).be.empty();
    });
});
