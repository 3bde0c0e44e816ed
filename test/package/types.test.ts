import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import should from 'should';
import { pkg, root } from './package.js';
import { ownFolder } from './packed.js';

/** Private members, and constructors of classes that are only types, may name any type. */
const DECLARATIONS = `
interface Hidden { readonly depth: number }
/** Reads it. */
export declare function read<T>(hidden: Hidden, map: Map<string, T>): T;
export interface Lamp { readonly lit: boolean }
/** A fader. */
export declare class Fader {
  #private;
  private readonly secret: Hidden;
  constructor(position: number);
  /** Moves it. */
  set(position: number): void;
}
declare class Motor { constructor(hidden: Hidden) }
/** All motors. */
export type Motors = readonly Motor[];
export type { Motor };
`;

const PROGRAM = `import { read } from '${pkg.name}';
export const result: string = read(1, new Map<string, string>());
`;

describe('the check of the types', function () {
  this.timeout(120_000);

  it('names each error, each type that is not exported, and each export and member without a description', () => {
    const folder = ownFolder();
    const installed = join(folder, 'node_modules', pkg.name);
    mkdirSync(installed, { recursive: true });
    const types = './index.d.ts';
    const manifest = { name: pkg.name, types, exports: { '.': { types }, './data.json': './data.json' } };
    writeFileSync(join(installed, 'package.json'), JSON.stringify(manifest));
    writeFileSync(join(installed, 'index.d.ts'), DECLARATIONS);
    writeFileSync(join(folder, 'program.ts'), PROGRAM);
    const script = [join(root, 'scripts/types.mjs'), folder];
    const problems = execFileSync(process.execPath, script, { encoding: 'utf8' }).trim().split('\n');
    const error = "program.ts:2: Argument of type 'number' is not assignable to parameter of type 'Hidden'.";
    should(problems).eql([
      `node10: ${error}`,
      `node16: ${error}`,
      '.: Hidden, which read names, is not exported',
      '.: Lamp has no description',
      '.: Lamp.lit has no description',
      '.: new Fader has no description',
      '.: Motor has no description',
    ]);
  });
});
