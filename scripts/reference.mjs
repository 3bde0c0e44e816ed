/** Writes the reference of all operations, and the interface as OpenAPI. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { publicOperations, wordsIn } from './help.mjs';
import { readJson } from './project.mjs';

const dist = createRequire(new URL('../dist/', import.meta.url));
const { TRIGGER_EXPIRY_MS } = dist('./hub/queue/call.js');
const { openapi } = dist('./hub/table/openapi.js');
const { allOperations, operations } = dist('./hub/table/operations.js');
const { VERSION_BASE } = dist('./hub/table/paths.js');
const { messageParameter } = dist('./hub/table/public-table.js');
const { describeAllowed } = dist('./hub/words/explain.js');
const { HUB } = dist('./saved/hub.js');

const LOCALE = 'en-US';

/** The whole interface as an OpenAPI 3.1 document, in the words of a locale. */
export function interfaceText(locale = LOCALE) {
  const { operation: label } = wordsIn(readJson(`locales/${locale}/hub-config.json`));
  const sentences = readJson(`locales/${locale}/openapi.json`);
  const words = { label, sentence: (key) => sentences[key] };
  return JSON.stringify(openapi(operations, readJson('package.json').version, words));
}

const words = wordsIn(readJson(`locales/${LOCALE}/hub-config.json`));
const { about, hints } = readJson(`locales/${LOCALE}/hub-config.json`);
const { dialect2 } = readJson(`locales/${LOCALE}/openapi.json`);

const seconds = (ms) => `${ms / 1000} s`;
const row = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
const code = (text) => `\`${text}\``;

/** The fields of an answer. A field that may be missing has a question mark. */
function shapeOf(schema) {
  const { anyOf, properties, required = [], type, items } = schema;
  if (anyOf) return [...new Set(anyOf.map(shapeOf))].join(' or ');
  if (properties)
    return code(
      `{${Object.keys(properties)
        .map((name) => (required.includes(name) ? name : `${name}?`))
        .join(', ')}}`,
    );
  if (type === 'array') return `a list, each ${shapeOf(items)}`;
  return (
    { null: 'nothing', string: 'a text', integer: 'a whole number', object: 'an object' }[type] ??
    'the answer of the hub'
  );
}

/** Operations that are composed of several requests have no answer in the table. */
const COMPOSED_ANSWERS = {
  everythingOut: 'a list of the commands, each `{operation, params, outcome, statusCode?}`',
  getShow: '`{id, name, mode, running, rundowns}`, with the ids of the loaded rundowns',
};

/** The earlier commands that a command waits for. */
function queueOf({ area, lane, newestWins }) {
  if (area === 'batch') return 'It waits in the queues of all its entries.';
  if (!lane) return '';
  const { by, parts } = lane;
  const target = by.map(code).join(', ');
  const things = (parts ?? []).filter((part) => part.by && !part.ifSet).map((part) => part.by.map(code).join(' and '));
  const same = [...new Set(things)].join(' or ');
  const newest = newestWins ? ' While it waits, a newer one with the same fields replaces it.' : '';
  if (same) return `It waits for earlier commands of the same ${target} with the same ${same}.${newest}`;
  if (parts) return `It waits for earlier commands of its kind with the same ${target}.${newest}`;
  const queued = `Commands are sent one at a time${target ? ` for each ${target}` : ''}.`;
  return `${queued} ${newestWins ? 'The newest value wins.' : 'The order is kept.'}`;
}

/** The hubs that have an operation, its queue and its timeout. */
function traits(operation) {
  const { timeout, guarded, dialects } = operation;
  return [
    dialects.includes(1) ? '' : dialect2,
    queueOf(operation),
    guarded ? 'The node may ask for a second press.' : '',
    timeout ? `The hub has ${seconds(timeout)} to answer.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

function answerOf({ name, success, answer }) {
  if (!answer) return COMPOSED_ANSWERS[name];
  return `${shapeOf(answer)} (status ${success.join(' or ')})`;
}

/** A choice of words that is sent as a number. */
const numbered = ({ options, words }) => (words ? `, or as a number: ${options.join(', ')}` : '');

function parameterRow(operation, { name, names, required, unit, allowed }) {
  const notes = [
    describeAllowed(words, allowed) + (unit ? ` (${unit})` : '') + numbered(allowed),
    about[`${name}_${names}`] ?? about[name] ?? '',
    messageParameter(operation)?.name === name ? 'A new node takes it from `msg.payload`.' : '',
  ];
  return row([
    code(name),
    required ? 'yes' : '',
    words.parameter(name, names),
    notes.filter(Boolean).join('. ').replaceAll('..', '.'),
  ]);
}

function operationText(operation) {
  const { name, kind, resets, method, path } = operation;
  const { parameters } = publicOperations.find((each) => each.name === name);
  const table = [
    row(['parameter', 'required', 'in the dialog', 'allowed values']),
    '|---|---|---|---|',
    ...parameters.map((parameter) => parameterRow({ ...operation, parameters }, parameter)),
  ];
  return [
    `### ${words.operation(name)}`,
    [code(name), kind, method ? `${method} ${code(path)}` : 'several requests'].join(' · '),
    `${hints[resets ? 'resets' : kind]} ${traits(operation)}`.trimEnd(),
    parameters.length > 0 ? table.join('\n') : 'No parameters.',
    `Answer: ${answerOf(operation)}.`,
  ].join('\n\n');
}

/** The purpose of a node: the first paragraph of its help, without tags. */
function purposeOf(area) {
  const [, purpose] = readFileSync(`locales/${LOCALE}/${area}.html`, 'utf8').match(/<p>(.*?)<\/p>/s);
  return purpose.replace(/\s*\n\s*/g, ' ').replace(/<[^>]+>/g, '');
}

function areaText(area) {
  const { label } = readJson(`locales/${LOCALE}/${area}.json`);
  const own = allOperations.filter((operation) => operation.area === area);
  return [`## ${label}`, `Node ${code(`hub-${area}`)}. ${purposeOf(area)}`, ...own.map(operationText)].join('\n\n');
}

const INTRODUCTION = `# All operations

The build makes this page from the table of operations, so it describes exactly this version. The same as an OpenAPI document
is in ${code('openapi.json')}.

**Parameters.** Each parameter is a field in the dialog of the node. A field is a fixed value, or is read from the message, a
context, an environment variable or a JSONata expression. In a new node, at most one field is read from the message, and the
table shows which. A blank field that is not required is not sent. ${code('hub-batch')} and the library use the same names:
${code('{"operation": "playNext", "params": {"engineId": 101, "preview": 0}}')}.

**Output.** The received message with ${code('payload')} (see *Answer*), ${code('statusCode')} and ${code('msg.hub')}. If a hub
sends more or less than this page shows, the answer is passed on unchanged. A failure goes to *catch* nodes.

**Kinds.** A ${code('read')} changes nothing, and ${code('hub-watch')} can watch it. A ${code('level')} that is sent twice ends
in the same state. A ${code('trigger')} acts each time. Releases of buttons and retained messages do not start it. A trigger
that waited for ${seconds(TRIGGER_EXPIRY_MS)} is dropped. The hub has the *Timeout* of its configuration to answer (default:
${HUB.fields.timeout.usual} s), unless this page or the node sets another.

**Requests.** Paths are relative to ${code(`{base URL}${VERSION_BASE}`)}. ${code('{linear}')} is the *Linear path* of the hub
configuration.`;

/** The reference of all operations in Markdown, area by area. */
function referenceText() {
  const areas = [...new Set(allOperations.map(({ area }) => area))];
  return `${[INTRODUCTION, ...areas.map(areaText)].join('\n\n')}\n`;
}

/** Writes both into `docs/`. The package has both, the repository only the first. */
export function writeReference() {
  mkdirSync('docs', { recursive: true });
  writeFileSync('docs/operations.md', referenceText());
  writeFileSync('docs/openapi.json', `${interfaceText()}\n`);
}
