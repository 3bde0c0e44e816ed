import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import should from 'should';
import { root } from './package.js';

describe('the check of the imports', function () {
  this.timeout(60_000);

  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'graphics-hub-'));
    mkdirSync(join(folder, 'src'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Writes the files, checks them, and returns the problems. */
  function problemsOf(files: Record<string, string>): string[] {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    return check(folder);
  }

  function check(where: string, ...options: string[]): string[] {
    const { status, stderr } = spawnSync(process.execPath, [...options, 'scripts/imports.mjs', where], {
      cwd: root,
      encoding: 'utf8',
    });
    const problems = stderr.split('\n').filter(Boolean);
    should(status).equal(problems.length > 0 ? 1 : 0);
    return problems;
  }

  const wire = { 'src/hub/wire/line.ts': 'export interface Line {}\nexport const line = 1;\n' };

  it('names both files and the rule of a forbidden import, of a value and of a type', () => {
    const problems = problemsOf({
      ...wire,
      'src/hub/base/a.ts': "import { line } from '../wire/line.js';\nexport const copy = line;\n",
      'src/hub/base/b.ts': "import type { Line } from '../wire/line.js';\nexport const line: Line = {};\n",
      'src/hub/base/c.ts': "import { type Line } from '../wire/line.js';\nexport const line: Line = {};\n",
      'src/hub/base/d.ts': "export type { Line } from '../wire/line.js';\n",
      'src/hub/base/e.ts': "export const line: import('../wire/line.js').Line = {};\n",
    });
    should(problems).eql([
      'src/hub/base/a.ts → src/hub/wire/line.ts: src/hub/base imports only from itself',
      'src/hub/base/b.ts → src/hub/wire/line.ts: src/hub/base imports only from itself',
      'src/hub/base/c.ts → src/hub/wire/line.ts: src/hub/base imports only from itself',
      'src/hub/base/d.ts → src/hub/wire/line.ts: src/hub/base imports only from itself',
      'src/hub/base/e.ts → src/hub/wire/line.ts: src/hub/base imports only from itself',
    ]);
  });

  it('refuses a package, a module of Node.js and another folder that the row does not contain', () => {
    const text =
      "import axios from 'axios';\nimport { join } from 'node:path';\nimport '../hub/wire/line.js';\nexport { axios, join };\n";
    should(problemsOf({ ...wire, 'src/panels/gesture.ts': text })).match([
      /axios/,
      /→ path: /,
      /→ src\/hub\/wire\/line.ts: src\/panels /,
    ]);
  });

  it('refuses a folder without a row, and an import cycle', () => {
    const problems = problemsOf({
      ...wire,
      'src/hub/cellar/box.ts': "import { line } from '../wire/line.js';\nexport const box = line;\n",
      'src/saved/a.ts': "import type { B } from './b.js';\nexport interface A { b: B }\n",
      'src/saved/b.ts': "import type { A } from './a.js';\nexport interface B { a: A }\n",
    });
    should(problems).containEql(
      'src/hub/cellar/box.ts → src/hub/wire/line.ts: each folder of src has a row in .dependency-cruiser.mjs',
    );
    should(problems).containEql(
      'src/saved/a.ts → src/saved/b.ts → src/saved/a.ts: no import leads back to its own file',
    );
  });

  it('fails if there are no files', () => {
    should(problemsOf({})).eql(['The check of the imports read 0 of 0 files in src']);
  });

  it('accepts the sources, and fails if it cannot parse them', () => {
    should(check('.')).be.empty();
    const withoutParser = join(folder, 'without-parser.cjs');
    writeFileSync(
      withoutParser,
      `const Module = require('node:module');
      const resolve = Module._resolveFilename;
      Module._resolveFilename = (name, ...rest) => resolve(name.replace('@swc/core', 'nothing'), ...rest);`,
    );
    should(check('.', '--require', withoutParser)).match([
      /^The check of the imports read 0 of [1-9]\d\d files in src$/,
    ]);
  });
});
