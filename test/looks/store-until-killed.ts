import type { Looks } from '../../dist/looks/look.js';
import { type LookFile, lookFiles } from '../../dist/looks/look-text.js';

/** Counts in all values of the file, and prints each number after its update. */
async function count(file: LookFile): Promise<never> {
  for (;;) {
    const looks = await file.update(increased);
    process.stdout.write(`${looks.get('Day')?.[0]?.value}\n`);
  }
}

const increased = (looks: Looks): Looks =>
  new Map([...looks].map(([name, look]) => [name, look.map((each) => ({ ...each, value: Number(each.value) + 1 }))]));

void count(lookFiles.open(process.argv[2] as string));
