import type { SeenLamp } from '../../panels/lamp/seen.js';
import { byId, element, putText } from '../base/dom.js';
import { rounded } from '../base/shown-value.js';
import { words } from '../base/words.js';
import { seenBy } from '../picking/seen.js';
import { LONGEST, whileOpen } from './live.js';

/** Longer messages are cut: a template may be as long as somebody likes. */
const LONGEST_MESSAGE = 200;

/** Shows what the deployed lamp is told and what it sends, while its dialog is open; all of it as text. */
export function showLampLive(id: string): void {
  const box = byId<HTMLDivElement>('hub-live-lamp');
  const [line, out] = [element('div'), element('div')];
  box.append(line, out);
  void whileOpen(
    box,
    () => seenBy('lamp', id),
    (seen) => {
      putText(line, lineOf(seen));
      putText(out, sentOf(seen));
    },
  );
}

/** Who spoke last, and what was understood. */
function lineOf(seen: SeenLamp | undefined): string {
  if (!seen) return words('panel.seen.undeployed');
  if (!seen.said) return words('lamp.seen.nothing');
  return [words(`lamp.seen.${seen.said.from}`), ...toldOf(seen.said)].filter((text) => text !== '').join(' · ');
}

function toldOf(said: NonNullable<SeenLamp['said']>): string[] {
  switch (said.from) {
    case 'source':
      return [said.name.slice(0, LONGEST), words(`status.lamp_${said.state}`)];
    case 'lost':
      return [said.name.slice(0, LONGEST)];
    case 'hub':
      return [words(said.connected ? 'status.superseded_none' : 'status.lamp_unknown')];
    case 'command':
      return said.state ? [words(`status.lamp_${said.state}`)] : [];
    case 'guard':
      return [words(said.armed ? 'lamp.seen.waits' : 'lamp.seen.over')];
    case 'value':
      return [String(rounded(said.value))];
    default:
      return [];
  }
}

/** What the lamp shows, and the message that makes the surface show it. */
function sentOf({ state, sent = '' }: SeenLamp = {}): string {
  const shown = [state ? words(`status.lamp_${state}`) : '', sent && `→ ${sent.slice(0, LONGEST_MESSAGE)}`];
  return shown.filter((text) => text !== '').join(' ');
}
