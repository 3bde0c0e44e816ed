import { storeLook } from '../../dist/looks/edit-looks.js';
import { LookFile } from '../../dist/looks/look-file.js';

/** Stores looks one after the other, and prints the name of each one when it is done. `count` 0: without an end. */
async function storeMany(path: string, prefix: string, count: number): Promise<void> {
  const file = LookFile.at(path);
  for (let index = 0; count === 0 || index < count; index += 1) {
    const name = `${prefix}${index}`;
    await file.update((looks) => storeLook(looks, name, []));
    process.stdout.write(`${name}\n`);
  }
  file.close();
}

const [path = '', prefix = '', count = ''] = process.argv.slice(2);
void storeMany(path, prefix, Number(count));
