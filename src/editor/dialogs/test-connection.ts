import type { Finding } from '../../hub/lists/detect.js';
import type { Problem } from '../../hub/words/explain.js';
import { element } from '../base/dom.js';
import { words } from '../base/words.js';
import type { Draft } from '../picking/draft.js';
import { ask, sentenceOf } from '../picking/runtime-api.js';

/** What a test tells. */
type Findings = Omit<Finding, 'problem'> & { readonly problem?: Problem };

/** What a test can find and the dialog can take over. */
type Taken = 'dialect' | 'linearSegment';

/** Makes a button ask the hub as it is typed in, undeployed, and say below what it found; `take` fills in a setting. */
export function offerTest(
  button: HTMLElement,
  draft: () => Draft,
  take: (setting: Taken, value: string) => void,
): void {
  const result = element('div', { class: 'hub-hint hub-tested', 'aria-live': 'polite' });
  button.closest('.form-row')?.append(result);
  let turn = 0;
  button.addEventListener('click', async () => {
    turn += 1;
    const mine = turn;
    const asked = draft();
    result.replaceChildren(words('pick.loading'));
    const found = await ask<Findings>('test', { hub: asked });
    if (mine !== turn) return;
    if ('reason' in found) return result.replaceChildren(found.reason);
    result.replaceChildren(...sentencesOf(found).map((sentence) => element('div', {}, sentence)));
    const other = differing(found, asked);
    if (other.length > 0) result.append(takeOver(other, take));
  });
}

function sentencesOf(found: Findings): string[] {
  const { reachable, elapsed, key, dialect, linearSegment, engines, problem } = found;
  return [
    reachable ? words('test.reached', { elapsed }) : '',
    problem ? sentenceOf(problem) : '',
    reachable ? words(`test.key_${key}`) : '',
    engines === undefined ? '' : words('test.engines', { engines }),
    dialect ? words('test.dialect', { dialect: words(`config.dialect.${dialect}`) }) : '',
    linearSegment ? words('test.linearSegment', { linearSegment }) : '',
    reachable && !(dialect && linearSegment) ? words('test.unsure') : '',
  ].filter((sentence) => sentence !== '');
}

/** What was found and is set otherwise in the dialog. */
function differing({ dialect, linearSegment }: Findings, draft: Draft): readonly (readonly [Taken, string])[] {
  const found = [
    ['dialect', dialect],
    ['linearSegment', linearSegment],
  ] as const;
  return found
    .filter(([setting, value]) => value !== null && String(value) !== draft[setting])
    .map(([setting, value]) => [setting, String(value)]);
}

function takeOver(found: readonly (readonly [Taken, string])[], take: (setting: Taken, value: string) => void) {
  const button = element('button', { type: 'button', class: 'red-ui-button red-ui-button-small' }, words('test.take'));
  button.addEventListener('click', () => {
    for (const [setting, value] of found) take(setting, value);
    button.remove();
  });
  return button;
}
