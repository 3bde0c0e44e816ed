import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import should from 'should';
import { deleteLook, storeLook } from '../../dist/looks/edit-looks.js';
import type { Look, Looks } from '../../dist/looks/look.js';
import { looksText } from '../../dist/looks/look-text.js';

/** A look of four lights. */
const lights = (...powers: number[]): Look =>
  powers.map((value, index) => ({ engine: 'Arena', node: `Light ${index}`, property: 'Power', value }));

const BASE: Looks = new Map([
  ['Day', lights(9, 9, 9, 9)],
  ['Dusk', lights(5, 5, 5, 5)],
  ['Night', lights(0, 0, 0, 0)],
]);

describe('looks that two people have changed', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hub-looks-'));
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** The text that git merges. Throws if git leaves a conflict. */
  function mergedText(one: Looks, other: Looks): string {
    const paths = [one, BASE, other].map((looks, index) => {
      const path = join(folder, `${index}.json`);
      writeFileSync(path, looksText(looks));
      return path;
    });
    return execFileSync('git', ['merge-file', '--stdout', '--quiet', ...paths], { encoding: 'utf8' });
  }

  it('are merged by git if they changed other values, looks and lights', () => {
    const one = storeLook(storeLook(BASE, 'Day', lights(8, 9, 9, 9)), 'Cold', lights(1));
    const other = storeLook(deleteLook(BASE, 'Dusk'), 'Day', lights(9, 9, 7, 9));
    const expected = deleteLook(storeLook(storeLook(BASE, 'Day', lights(8, 9, 7, 9)), 'Cold', lights(1)), 'Dusk');
    should(mergedText(one, other)).equal(looksText(expected));
  });

  it('are a conflict of git if they changed the same value', () => {
    const one = storeLook(BASE, 'Dusk', lights(5, 6, 5, 5));
    const other = storeLook(BASE, 'Dusk', lights(5, 7, 5, 5));
    should(() => mergedText(one, other)).throw();
  });
});
