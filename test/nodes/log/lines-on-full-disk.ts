import { renameSync } from 'node:fs';
import { JsonLines } from '../../../dist/nodes/log/json-lines.js';

const path = process.argv[2] as string;
let fullFiles = 0;
let error: Error | undefined;

/**
 * Writes 1,000 lines. The process may write only a part of them into one file, so a write ends within a line as on a full
 * disk. Each full file is moved away. Prints the number of full files.
 */
async function writeLines(): Promise<void> {
  const lines = new JsonLines({ path, maxBytes: 1e6, maxOldFiles: 0 }, (result) => {
    error = result;
  });
  for (let value = 0; value < 1000; value++) lines.write({ value, text: 'Größe'.repeat(10) });
  await lines.close();
  while (error && fullFiles < 20) {
    // A second attempt on the same full disk.
    await lines.close();
    renameSync(path, `${path}.full${fullFiles}`);
    fullFiles += 1;
    await lines.close();
  }
  process.stdout.write(String(fullFiles));
}

void writeLines();
