import should from 'should';
import { inLanguage, page, showSidebar } from './stage.js';

/** Shows the sidebar in a language, with a width of 320 px. `act` gets a check that no text is cut or too wide. */
export const inNarrowSidebar = (language: string, act: (fits: () => Promise<void>) => Promise<void>): Promise<void> =>
  inLanguage(language, async () => {
    await showSidebar(page());
    await page()
      .locator('.hub-side')
      .evaluate((side) => {
        side.style.width = '320px';
      });
    await act(async () => {
      should(await tooWide()).eql([]);
      should(await cutFields()).eql([]);
    });
  });

/** The texts of tabs that wrap, and of filters and fields that are cut. */
const cutFields = (): Promise<string[]> =>
  page()
    .locator('.hub-side')
    .evaluate((side) => {
      const canvas = document.createElement('canvas').getContext('2d')!;
      /** Room for the arrow of a select, in px. */
      const ARROW = 16;
      const shown = [...side.querySelectorAll<HTMLElement>('[role=tab], select, input:not([type=checkbox])')].filter(
        (it) => it.checkVisibility(),
      );
      const cut = shown.filter((it) => {
        const { font, paddingLeft, paddingRight, lineHeight } = getComputedStyle(it);
        if (it.role === 'tab') return it.clientHeight > 1.8 * Number.parseFloat(lineHeight);
        canvas.font = font;
        const isSelect = it instanceof HTMLSelectElement;
        const text = isSelect ? (it.selectedOptions[0]?.text ?? '') : (it as HTMLInputElement).placeholder;
        const room = it.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
        return canvas.measureText(text).width > room - (isSelect ? ARROW : 0);
      });
      return cut.map((it) => it.id || it.textContent || it.outerHTML.slice(0, 80));
    });

/** The elements of the sidebar whose contents are wider than they are. */
const tooWide = (): Promise<string[]> =>
  page()
    .locator('.hub-side')
    .evaluate((side) =>
      [...side.querySelectorAll<HTMLElement>('*')]
        .filter((part) => part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflowX !== 'hidden')
        .filter((part) => getComputedStyle(part).display !== 'inline' && part.clientWidth > 0)
        .map((part) => part.outerHTML.slice(0, 80)),
    );
