import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import should from 'should';
import { faults } from './faults.js';
import { faultRow, HEADS, tableOf } from './table.js';

const file = join(__dirname, '../../test/hostile/faults.md');

/** The generated part of the document. */
const TABLE = /(<!-- faults -->\n\n)[\s\S]*?(\n\n<!-- end of faults -->)/;

describe('test/hostile/faults.md', () => {
  it('holds every fault and how a command ends that meets it (UPDATE=1 writes them)', () => {
    const table = tableOf(
      HEADS,
      faults.map(({ name, end, statusCode }) => faultRow(name, end, statusCode)),
    );
    const document = readFileSync(file, 'utf8');
    const right = document.replace(TABLE, (_, before, after) => before + table + after);
    if (process.env.UPDATE) writeFileSync(file, right);
    else should(document === right).equal(true, 'write it again: UPDATE=1 npm test -- --grep faults.md');
    should(right).containEql(table);
  });
});
