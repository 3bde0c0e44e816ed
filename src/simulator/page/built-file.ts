import { dirname, join } from 'node:path';

const root = dirname(require.resolve('../../../package.json'));

/** The path of a file that the build writes for users, e.g. `nodes/locales`. */
export const builtFile = (...path: readonly string[]): string => join(root, 'lib', ...path);
