import { existsSync } from 'node:fs';

/** The browser for the tests in a real editor; undefined where none is installed. */
export const chromium = [process.env.CHROMIUM, '/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(
  (path) => path && existsSync(path),
);

// On a developer's machine those tests are skipped without a browser; in CI that would hide them.
if (!chromium && process.env.CI) throw new Error('No Chromium: install it, or name it in CHROMIUM');
