import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import should from 'should';
import { root } from './package.js';

describe('the check of the imports', function () {
  this.timeout(120_000);

  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'graphics-hub-'));
    mkdirSync(join(folder, 'src'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Writes the files, checks them, and returns the problems. */
  function problemsOf(files: Record<string, string>, ...options: string[]): string[] {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    const { status, stderr } = spawnSync(process.execPath, [...options, 'scripts/imports.mjs', folder], {
      cwd: root,
      encoding: 'utf8',
    });
    const problems = stderr.split('\n').filter(Boolean);
    should(status).equal(problems.length > 0 ? 1 : 0);
    return problems;
  }

  const wire = { 'src/hub/wire/line.ts': 'export interface Line {}\nexport const line = 1;\n' };

  it('names both files and the rule of each forbidden import, of a value and of a type', () => {
    const panel =
      "import axios from 'axios';\nimport { join } from 'node:path';\nimport '../hub/wire/line.js';\nexport { axios, join };\n";
    const problems = problemsOf({
      ...wire,
      'src/hub/base/a.ts': "import { line } from '../wire/line.js';\nexport const copy = line;\n",
      'src/hub/base/b.ts': "import type { Line } from '../wire/line.js';\nexport const line: Line = {};\n",
      'src/hub/base/c.ts': "import { type Line } from '../wire/line.js';\nexport const line: Line = {};\n",
      'src/hub/base/d.ts': "export type { Line } from '../wire/line.js';\n",
      'src/hub/base/e.ts': "export const line: import('../wire/line.js').Line = {};\n",
      // A package, a module of Node.js and a folder that the row of the panels does not contain.
      'src/panels/gesture.ts': panel,
      // A folder without a row, and an import cycle.
      'src/hub/cellar/box.ts': "import { line } from '../wire/line.js';\nexport const box = line;\n",
      'src/saved/a.ts': "import type { B } from './b.js';\nexport interface A { b: B }\n",
      'src/saved/b.ts': "import type { A } from './a.js';\nexport interface B { a: A }\n",
    });
    const from = (folder: string) => problems.filter((line) => line.startsWith(folder));
    should(from('src/hub/base/')).eql([
      'src/hub/base/a.ts → src/hub/wire/line.ts: src/hub/base imports only from itself',
      'src/hub/base/b.ts → src/hub/wire/line.ts: src/hub/base imports only from itself',
      'src/hub/base/c.ts → src/hub/wire/line.ts: src/hub/base imports only from itself',
      'src/hub/base/d.ts → src/hub/wire/line.ts: src/hub/base imports only from itself',
      'src/hub/base/e.ts → src/hub/wire/line.ts: src/hub/base imports only from itself',
    ]);
    should(from('src/panels/')).match([/axios/, /→ path: /, /→ src\/hub\/wire\/line.ts: src\/panels /]);
    should(from('src/hub/cellar/')).containEql(
      'src/hub/cellar/box.ts → src/hub/wire/line.ts: each folder of src has a row in .dependency-cruiser.mjs',
    );
    should(from('src/saved/')).containEql(
      'src/saved/a.ts → src/saved/b.ts → src/saved/a.ts: no import leads back to its own file',
    );
  });

  it('fails if there are no files', () => {
    should(problemsOf({})).eql(['The check of the imports read 0 of 0 files in src']);
  });

  it('fails if it cannot parse the files', () => {
    const withoutParser = join(folder, 'without-parser.cjs');
    writeFileSync(
      withoutParser,
      `const Module = require('node:module');
      const resolve = Module._resolveFilename;
      Module._resolveFilename = (name, ...rest) => resolve(name.replace('@swc/core', 'nothing'), ...rest);`,
    );
    should(problemsOf(wire, '--require', withoutParser)).eql(['The check of the imports read 0 of 1 files in src']);
  });
});
