/**
 * Runs the scorecard of the Flow Library on a package: `node scorecard.cjs SCORECARD PACKAGE ANSWERS`. SCORECARD is the
 * folder of `node-red-dev`, with its dependencies in NODE_PATH. ANSWERS is JSON with the answers of the internet, by
 * the end of an address, and `dependencies` as NAME@VERSION. Prints its results and its complaints as JSON.
 */
const { Module } = require('node:module');

const [, , scorecard, folder, json] = process.argv;
const { dependencies, ...answers } = JSON.parse(json);

const instead = {
  axios: { get: async (url) => ({ data: answers[Object.keys(answers).find((end) => url.endsWith(end))] }) },
  'npm-remote-ls': { config() {}, ls: (_name, _version, _flat, done) => done(dependencies) },
  // Rule D03 requires the latest dependencies. It is not checked, because it would fail one day without a change.
  'npm-check': async () => ({ get: () => [] }),
};
const load = Module._load;
Module._load = (name, ...more) => instead[name] ?? load(name, ...more);

const complaints = [];
const note = (...words) => complaints.push(words.join(' '));
const cli = { log() {}, warn: note, error: note };
// The only place where it reports an unreadable html file of a node.
console.log = note;

async function judge() {
  const found = {};
  for (const part of ['checkpackage', 'checknodes', 'checkdeps'])
    await require(`${scorecard}/src/libs/${part}`)(folder, cli, found, false);
  process.stdout.write(JSON.stringify({ found, complaints }), () => process.exit());
}
judge();
