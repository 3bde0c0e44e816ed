import should from 'should';
import { surface, surfaceId } from '../surfaces.js';
import * as editor from './page.js';
import { becomes } from './page.js';
import { page, useStage } from './stage.js';

describe('the dialog of a surface', () => {
  const stage = useStage();
  const rows = () => page().locator('#hub-pages input');
  const names = () => rows().evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value));
  const add = () => page().locator('.red-ui-editableList-addButton').click();
  const reasons = () => editor.reasonsShown(page());
  const open = async (...pages: string[]) => {
    const saved = pages.map((name, index) => ({ id: `p${index}`, name }));
    await stage.deploy(surface('streamdeck', { pages: saved }));
    await editor.openConfig(page(), surfaceId('streamdeck'), 'hub-surface');
  };

  it('gives an added page a name that no other page has', async () => {
    await open('Page 2', 'Übergabe');
    await add();
    await add();
    await becomes(names, ['Page 2', 'Übergabe', 'Page 3', 'Page 4']);
    await page().locator('#hub-pages .red-ui-editableList-item-remove').first().click();
    await becomes(names, ['Übergabe', 'Page 3', 'Page 4']);
    await add();
    await becomes(names, ['Übergabe', 'Page 3', 'Page 4', 'Page 5']);
    should(await reasons()).eql([]);
    await editor.closeDialog(page(), 'node-config-dialog-ok');
    const { pages } = await editor.exportedNode(page(), surfaceId('streamdeck'));
    should(new Set((pages as { id: string }[]).map(({ id }) => id)).size).equal(4);
  });

  it('marks two pages with one name, also if one was just added', async () => {
    await open('Übergabe');
    await add();
    // The same name for a person: with a decomposed umlaut and spaces.
    await rows().last().fill(' U\u0308bergabe ');
    await becomes(reasons, ['Pages, row 2: Two pages have the same name']);
    await rows().last().fill('日本語');
    await becomes(reasons, []);
    await rows().first().fill('日本語');
    await add();
    await becomes(reasons, ['Pages, row 2: Two pages have the same name']);
  });
});
