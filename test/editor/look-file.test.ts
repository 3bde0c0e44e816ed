import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import should from 'should';
import { TAB, TEST_TIMEOUT, useBench } from './bench.js';
import * as editor from './page.js';
import { becomes } from './page.js';
import * as picking from './picking.js';

/** A file with one value in each look. */
const fileOf = (values: Readonly<Record<string, number>>): string =>
  `{
 "format": "graphics-hub-looks",
 "version": 1,
 "looks": {
${Object.entries(values)
  .map(
    ([name, value]) =>
      `  "${name}": [\n   {"engine":"Arena","node":"Mixer","property":"Opacity","value":${value}}\n  ]`,
  )
  .join(',\n')}
 }
}
`;

describe('the file of the looks, in the dialog', function () {
  this.timeout(TEST_TIMEOUT);
  const bench = useBench();
  const page = () => bench.page;
  let folder: string;
  let file: string;

  const look = (id: string) => ({
    ...{ id, type: 'hub-look', z: TAB, hub: 'hub', version: 1, interval: '0', file },
    ...{ x: editor.X, y: 100, wires: [[], []] },
  });

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'hub-looks-'));
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  beforeEach(async () => {
    file = join(folder, 'looks.json');
    await writeFile(file, fileOf({ Day: 1, Night: 0 }));
    await bench.deploy(picking.hubAt('http://127.0.0.1:9'), look('deployed'));
    await editor.openNode(page(), 'deployed');
  });

  const result = () => page().locator('#hub-look-file').innerText();

  async function importFile(content: string): Promise<void> {
    const [chooser] = await Promise.all([page().waitForEvent('filechooser'), page().click('#hub-look-import')]);
    await chooser.setFiles({ name: 'other.json', mimeType: 'application/json', buffer: Buffer.from(content) });
  }

  it('is exported', async () => {
    const [download] = await Promise.all([page().waitForEvent('download'), page().click('#hub-look-export')]);
    should(download.suggestedFilename()).equal('looks.json');
    should(await readFile(await download.path(), 'utf8')).equal(fileOf({ Day: 1, Night: 0 }));
    should(await result()).equal('');
  });

  it('gets the imported looks. The others stay', async () => {
    await importFile(fileOf({ Evening: 0.5, Night: 0.25 }));
    await becomes(result, 'The looks of the file were imported.');
    should(await readFile(file, 'utf8')).equal(fileOf({ Day: 1, Evening: 0.5, Night: 0.25 }));
  });

  it('stays as it is if the imported text is broken, and the reason is shown as text', async () => {
    await importFile('{\n<img src=x onerror=alert(1)>');
    await becomes(result, /^The file is broken\. Correct it\. other\.json, line 2 is not JSON: /);
    should(await page().$('img[src="x"]')).be.null();
    should(await readFile(file, 'utf8')).equal(fileOf({ Day: 1, Night: 0 }));
  });

  it('stays as it is if it is broken itself, and the reason names it', async () => {
    await writeFile(file, '{\n<<<<<<< HEAD');
    await importFile(fileOf({ Evening: 0.5 }));
    await becomes(result, /^The file is broken\. Correct it\. .*\/looks\.json, line 2 is not JSON: /);
    should(await readFile(file, 'utf8')).equal('{\n<<<<<<< HEAD');
  });

  it('stays as it is if the imported text is larger than Node-RED accepts', async () => {
    await importFile('x'.repeat(5_300_000));
    await becomes(result, /^The file is larger than Node-RED accepts \(default: 5 MB\)\. Raise apiMaxLength/);
    should(bench.browserErrors.splice(0)).match([/status of 413/]);
    should(await readFile(file, 'utf8')).equal(fileOf({ Day: 1, Night: 0 }));
  });

  it('needs a deployed node', async () => {
    await editor.closeDialog(page(), 'node-dialog-cancel');
    await picking.add(page(), look('other'));
    await editor.openNode(page(), 'other');
    await page().click('#hub-look-export');
    await becomes(result, 'To export or import the looks, deploy this node first.');
    // The browser reports the answer.
    const lines = bench.browserErrors.splice(0);
    should(lines).match([/404 .*\/looks\/other\/file/]);
  });
});
