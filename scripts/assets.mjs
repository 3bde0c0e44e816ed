/** All steps of a build after the compiler. It puts the files that Node-RED expects beside the compiled nodes. */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { build } from 'esbuild';
import { documentAddress, writeDocuments } from './documents.mjs';
import { operationsHtml, publicListings, publicOperations } from './help.mjs';
import { packageName, readJson } from './project.mjs';
import { writeReference } from './reference.mjs';
import { wordProblems } from './words.mjs';

const problems = wordProblems();
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}

const nodesDir = 'dist/nodes';
for (const folder of ['locales', 'icons']) {
  rmSync(`${nodesDir}/${folder}`, { recursive: true, force: true });
  cpSync(folder, `${nodesDir}/${folder}`, { recursive: true });
}
cpSync('nodes', nodesDir, { recursive: true });
cpSync('plugins', 'dist/plugins', { recursive: true });
cpSync('src/simulator/page', 'dist/simulator/page', { recursive: true, filter: (file) => !file.endsWith('.ts') });

/** Replaces placeholders by values of the build. */
for (const folder of [nodesDir, 'dist/plugins'])
  for (const file of readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.html'))) {
    const path = `${folder}/${file}`;
    const operations = () => operationsHtml(basename(path, '.html'), readJson(`${dirname(path)}/hub-config.json`));
    const part = (_, name) => readFileSync(`${dirname(path)}/parts/${name}.html`, 'utf8').trimEnd();
    const html = readFileSync(path, 'utf8').replace(/\{\{part (\w+)\}\}/g, part);
    const text = html
      .replaceAll('{{package}}', packageName)
      .replace('{{operations}}', operations)
      .replace(/\{\{docs ([\w/-]+)\}\}/g, (_, name) => documentAddress(name));
    writeFileSync(path, text);
  }

/** The code of the dialogs and of the sidebar, which Node-RED serves to the browser. */
for (const [entry, file, globalName] of [
  ['index', 'editor', 'GraphicsHub'],
  ['sidebar/index', 'sidebar', 'GraphicsHubSidebar'],
])
  await build({
    entryPoints: [`dist/editor/${entry}.js`],
    outfile: `resources/${file}.js`,
    bundle: true,
    format: 'iife',
    globalName,
    target: 'es2020',
    define: {
      __OPERATIONS__: JSON.stringify(publicOperations),
      __LISTINGS__: JSON.stringify(publicListings),
      __PACKAGE__: JSON.stringify(packageName),
    },
  });

writeReference();
writeDocuments();
