/** All steps of a build after the compiler. They write `lib/`, `resources/` and the generated documents. */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { build, buildSync } from 'esbuild';
import { writePackage } from './bundle.mjs';
import { documentAddress, writeDocuments } from './documents.mjs';
import { foldedSections, foldSections } from './fold-help.mjs';
import { operationsHtml, publicListings, publicOperations } from './help.mjs';
import { operationDialogs } from './operation-dialogs.mjs';
import { packageName, readJson, withParts } from './project.mjs';
import { writeReference } from './reference.mjs';
import { wordProblems } from './words.mjs';

const problems = wordProblems();
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}

// Deleted first, so that no file remains after its source is deleted.
rmSync('lib', { recursive: true, force: true });
cpSync('icons', 'lib/nodes/icons', { recursive: true });
cpSync('src/simulator/page', 'lib/simulator/page', { recursive: true, filter: (file) => !file.endsWith('.ts') });

/** The style sheets that a `<style>` imports, as one. In the page itself, they apply before anything is drawn. */
const bundledStyle = (contents, resolveDir) =>
  buildSync({ stdin: { contents, resolveDir, loader: 'css' }, bundle: true, minify: true, write: false }).outputFiles[0]
    .text;

/** The text of a source file with the values of the build. */
function fillIn(path) {
  const operations = () => operationsHtml(basename(path, '.html'), readJson(`${dirname(path)}/hub-config.json`));
  return withParts(readFileSync(path, 'utf8'), `${dirname(path)}/parts`)
    .replaceAll('{{package}}', packageName)
    .replace(/(?<=<style>)[^<]+/g, (imports) => bundledStyle(imports, dirname(path)))
    .replace('{{operations}}', operations)
    .replace(/\{\{docs ([\w/-]+)\}\}/g, (_, name) => documentAddress(name));
}

/** Writes a file of the package, in a folder that may be new. */
function write(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

for (const folder of ['nodes', 'plugins'])
  for (const file of readdirSync(folder).filter((each) => each.endsWith('.html')))
    write(`lib/${folder}/${file}`, fillIn(`${folder}/${file}`));
for (const [name, html] of operationDialogs) write(`lib/nodes/${name}.html`, html);

for (const locale of readdirSync('locales'))
  for (const file of readdirSync(`locales/${locale}`)) {
    const [source, built] = [`locales/${locale}/${file}`, `lib/nodes/locales/${locale}/${file}`];
    // All languages fold the same sections of the help.
    if (file.endsWith('.html'))
      write(built, foldSections(fillIn(source), foldedSections(fillIn(`locales/en-US/${file}`))));
    else if (file.endsWith('.json') && file !== 'openapi.json') write(built, JSON.stringify(readJson(source)));
  }

/** The code of the dialogs and of the sidebar, which Node-RED serves to the browser. */
for (const [entry, file, globalName] of [
  ['dialogs', 'editor', 'GraphicsHub'],
  ['sidebar', 'sidebar', 'GraphicsHubSidebar'],
])
  await build({
    entryPoints: [`src/editor/${entry}.ts`],
    outfile: `resources/${file}.js`,
    bundle: true,
    format: 'iife',
    globalName,
    // The code uses `Object.hasOwn`, so each browser that runs it has private fields too.
    target: 'es2022',
    charset: 'utf8',
    minify: true,
    sourcemap: true,
    define: {
      __OPERATIONS__: JSON.stringify(publicOperations),
      __LISTINGS__: JSON.stringify(publicListings),
      __PACKAGE__: JSON.stringify(packageName),
    },
  });

await writePackage();
writeReference();
writeDocuments();
// The last file: `npm start` builds again if a source is newer.
writeFileSync('dist/built', '');
