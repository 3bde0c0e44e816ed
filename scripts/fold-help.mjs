/** Folds the long sections of the help of a node, so that its start fits on a screen. */

/** Maximum number of words before the first fold, in English. */
const MAX_OPEN_WORDS = 250;

/** A shorter section is not folded. */
const MIN_FOLDED_WORDS = 60;

const HELP = /(<script type="text\/html" data-help-name=[^>]*>)([\s\S]*?)(<\/script>)/;

const sectionsOf = (html) => (HELP.exec(html)?.[2] ?? '').split(/(?=<h3>)/);

const countWords = (html) => (html.replace(/<[^>]*>/g, ' ').match(/\S+/g) ?? []).length;

/** The numbers of the sections to fold, by the lengths of the English text. */
export function foldedSections(english) {
  let words = 0;
  return sectionsOf(english).flatMap((section, index) => {
    words += countWords(section);
    return index > 0 && words > MAX_OPEN_WORDS && countWords(section) > MIN_FOLDED_WORDS ? [index] : [];
  });
}

/** Folds these sections. Their titles stay visible, but not as h3: Node-RED adds a link of its own to each h3. */
export function foldSections(html, folded) {
  const sections = sectionsOf(html).map((section, index) =>
    folded.includes(index)
      ? section.replace(
          /^<h3>(.*?)<\/h3>\n([\s\S]*?)\s*$/,
          '<details class="hub-fold">\n<summary>$1</summary>\n$2\n</details>\n\n',
        )
      : section,
  );
  return html.replace(HELP, (_, start, _help, end) => start + sections.join('') + end);
}
