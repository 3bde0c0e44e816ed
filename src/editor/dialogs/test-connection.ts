import type { Finding } from '../../hub/lists/detect.js';
import type { Problem } from '../../hub/words/explain.js';
import { element } from '../base/dom.js';
import { words } from '../base/words.js';
import type { Draft } from '../picking/draft.js';
import { ask, type Failed, sentenceOf } from '../picking/runtime-api.js';

/** What a test tells. */
type Findings = Omit<Finding, 'problem'> & { readonly problem?: Problem };

/** What a test can find and the dialog can take over. */
type Taken = 'dialect' | 'linearSegment';

/** What a test comes to; the catalogue has its words, and for most what to do next. */
type Verdict = 'ok' | 'key' | 'forbidden' | 'offline' | 'foreign' | 'trouble' | 'unasked';

const ICONS: Partial<Record<Verdict, string>> = { ok: 'check-circle', forbidden: 'lock', key: 'key' };

/** What answers like this where the hub's interface should be is something else, e.g. a web page. */
const FOREIGN: readonly string[] = ['HUB_NOT_FOUND', 'HUB_BAD_ANSWER', 'HUB_REJECTED'];

/** Makes a button ask the hub as it is typed in, undeployed, and say below what it found; `take` fills in a setting. */
export function offerTest(
  button: HTMLElement,
  draft: () => Draft,
  take: (setting: Taken, value: string) => void,
): void {
  const result = element('div', { class: 'hub-tested', role: 'status' });
  button.closest('.form-row')?.append(result);
  let turn = 0;
  button.addEventListener('click', async () => {
    turn += 1;
    const mine = turn;
    const asked = draft();
    result.className = 'hub-tested';
    result.replaceChildren(words('pick.loading'));
    const found = await ask<Findings>('test', { hub: asked });
    if (mine !== turn) return;
    const verdict = verdictOf(found);
    result.classList.add('hub-card', verdict === 'ok' ? 'hub-good' : 'hub-bad');
    const icon = element('i', { class: `fa fa-${ICONS[verdict] ?? 'times-circle'}`, 'aria-hidden': 'true' });
    result.replaceChildren(element('strong', {}, icon, ' ', words(`test.verdict_${verdict}`)));
    result.append(...sentencesOf(found, verdict).map((sentence) => element('div', {}, sentence)));
    const other = 'reason' in found ? [] : differing(found, asked);
    if (other.length > 0) result.append(takeOver(other, take));
  });
}

function verdictOf(found: Findings | Failed): Verdict {
  if ('reason' in found) return 'unasked';
  const { reachable, key, engines, dialect, linearSegment, problem } = found;
  if (!reachable) return 'offline';
  if (key === 'refused') return 'key';
  if (key === 'forbidden') return 'forbidden';
  if (engines !== undefined || key === 'accepted') return 'ok';
  return !dialect && !linearSegment && FOREIGN.includes(problem?.code ?? '') ? 'foreign' : 'trouble';
}

/** What to do next, then what was found. */
function sentencesOf(found: Findings | Failed, verdict: Verdict): string[] {
  if ('reason' in found) return [found.reason];
  const { elapsed, dialect, linearSegment, engines, problem } = found;
  const isSure = dialect && linearSegment;
  return [
    ['key', 'forbidden', 'foreign'].includes(verdict) ? words(`test.next_${verdict}`) : '',
    problem ? sentenceOf(problem) : '',
    engines === undefined ? '' : words('test.engines', { engines, elapsed }),
    dialect ? words('test.dialect', { dialect: words(`config.dialect.${dialect}`) }) : '',
    linearSegment ? words('test.linearSegment', { linearSegment }) : '',
    verdict === 'ok' && !isSure ? words('test.unsure') : '',
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
