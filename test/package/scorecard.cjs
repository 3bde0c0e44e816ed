/**
 * The Flow Library's own scorecard on a package: `node scorecard.cjs SCORECARD PACKAGE ANSWERS`. SCORECARD is the folder
 * of `node-red-dev`, which finds what it needs by NODE_PATH; ANSWERS is JSON: what the internet would answer it, by the
 * end of an address, and `dependencies`, what would be installed with the package, as NAME@VERSION.
 * Prints as JSON what it found, and what it had to say against the package.
 */
const { Module } = require('node:module');

const [, , scorecard, folder, json] = process.argv;
const { dependencies, ...answers } = JSON.parse(json);

const instead = {
  axios: { get: async (url) => ({ data: answers[Object.keys(answers).find((end) => url.endsWith(end))] }) },
  'npm-remote-ls': { config() {}, ls: (_name, _version, _flat, done) => done(dependencies) },
  // Whether dependencies are at their latest, which is red some day without a change: rule D03 is not judged.
  'npm-check': async () => ({ get: () => [] }),
};
const load = Module._load;
Module._load = (name, ...more) => instead[name] ?? load(name, ...more);

const said = [];
const note = (...words) => said.push(words.join(' '));
const cli = { log() {}, warn: note, error: note };
// It says so only here when it cannot read a node's html.
console.log = note;

async function judge() {
  const found = {};
  for (const part of ['checkpackage', 'checknodes', 'checkdeps'])
    await require(`${scorecard}/src/libs/${part}`)(folder, cli, found, false);
  process.stdout.write(JSON.stringify({ found, said }), () => process.exit());
}
judge();
