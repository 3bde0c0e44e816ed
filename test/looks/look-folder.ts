import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storeLook } from '../../dist/looks/edit-looks.js';
import type { Look, Looks } from '../../dist/looks/look.js';
import { type LookFile, lookFiles } from '../../dist/looks/look-text.js';

/** A look with one value. */
export const look = (value: unknown): Look => [{ engine: 'Arena', node: 'Mixer', property: 'Opacity', value }];

export const store = (name: string, value: unknown) => (looks: Looks) => storeLook(looks, name, look(value));

/** The error of some work. */
export const problemOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: unknown) => error,
  );

/** A new folder for each test, with the files of looks that the test opens. */
export class LookFolder {
  folder!: string;
  path!: string;
  files: LookFile[] = [];

  static forEach(): LookFolder {
    const disk = new LookFolder();
    beforeEach(() => {
      disk.folder = mkdtempSync(join(tmpdir(), 'hub-looks-'));
      disk.path = join(disk.folder, 'looks.json');
    });
    afterEach(() => {
      disk.closeAll();
      rmSync(disk.folder, { recursive: true, force: true });
    });
    return disk;
  }

  open(at = this.path): LookFile {
    const file = lookFiles.open(at);
    this.files.push(file);
    return file;
  }

  closeAll(): void {
    for (const file of this.files.splice(0)) file.close();
  }
}
