import { storeLook } from '../../dist/looks/edit-looks.js';
import { lookFiles } from '../../dist/looks/look-text.js';

/** A file has at most 1,000 looks. */
const SLOTS = 200;

/**
 * Stores looks one after the other, each with the number of its store as its value. Prints name and number when it is
 * done. `count` 0: without an end.
 */
async function storeMany(path: string, prefix: string, count: number): Promise<void> {
  const file = lookFiles.open(path);
  for (let number = 0; count === 0 || number < count; number += 1) {
    const name = `${prefix}${number % SLOTS}`;
    const value = { engine: 'Arena', node: 'Mixer', property: 'Opacity', value: number };
    await file.update((looks) => storeLook(looks, name, [value]));
    process.stdout.write(`${name} ${number}\n`);
  }
  file.close();
}

const [path = '', prefix = '', count = ''] = process.argv.slice(2);
void storeMany(path, prefix, Number(count));
