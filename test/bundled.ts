import { buildSync } from 'esbuild';

/**
 * Bundles a compiled program of the tests into a file beside it, and returns its path. A start of the bundle takes less
 * than half of the processor time, because Node.js loads one file instead of 300.
 */
export function bundled(program: string): string {
  const outfile = program.replace(/\.js$/, '.bundle.js');
  buildSync({ entryPoints: [program], outfile, bundle: true, platform: 'node', logLevel: 'error' });
  return outfile;
}
