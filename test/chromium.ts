import { existsSync } from 'node:fs';
import { join } from 'node:path';

const LINUX = ['chromium-headless-shell', 'chromium', 'google-chrome', 'microsoft-edge'];

/** Paths below each program folder of Windows. */
const WINDOWS = ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe'];

const { env } = process;
const places = [
  env.CHROMIUM,
  ...LINUX.map((name) => `/usr/bin/${name}`),
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ...[env.ProgramFiles, env['ProgramFiles(x86)'], env.LOCALAPPDATA].flatMap((folder) =>
    folder ? WINDOWS.map((name) => join(folder, name)) : [],
  ),
];

/** The browser for the editor tests. Undefined if none is installed. */
export const chromium = places.find((path) => path && existsSync(path));

// Without a browser, a developer's machine skips the editor tests. CI must not hide them.
if (!chromium && process.env.CI) throw new Error('No Chromium: install it, or name it in CHROMIUM');
