import { roundForDisplay } from '../../base/display.js';
import type { LampReport } from '../../panels/lamp/lamp-input.js';
import { byId, element, setText } from '../base/dom.js';
import { MAX_NAME_LENGTH, pollWhileOpen } from '../base/poll-while-open.js';
import { words } from '../base/words.js';

/** Longer messages are cut: a template can have any length. */
const MAX_MESSAGE_LENGTH = 200;

/** Shows the last input and output of the deployed lamp while its dialog is open, as text. */
export function showLampLive(id: string): void {
  const box = byId<HTMLDivElement>('hub-live-lamp');
  const [input, output] = [element('div'), element('div')];
  box.append(input, output);
  void pollWhileOpen(box, 'lamp', id, (report) => {
    setText(input, inputText(report));
    setText(output, outputText(report));
  });
}

/** The last source and its state. */
function inputText(report: LampReport | undefined): string {
  if (!report) return words('panel.live.undeployed');
  if (!report.input) return words('lamp.live.nothing');
  return [words(`lamp.live.${report.input.from}`), ...inputDetails(report.input)]
    .filter((text) => text !== '')
    .join(' · ');
}

function inputDetails(input: NonNullable<LampReport['input']>): string[] {
  switch (input.from) {
    case 'source':
      return [input.name.slice(0, MAX_NAME_LENGTH), words(`status.lamp_${input.state}`)];
    case 'lost':
      return [input.name.slice(0, MAX_NAME_LENGTH)];
    case 'hub':
      return [words(input.connected ? 'status.connected' : 'status.lamp_unknown')];
    case 'command':
      return input.state ? [words(`status.lamp_${input.state}`)] : [];
    case 'guard':
      return [words(input.armed ? 'lamp.live.waits' : 'lamp.live.over')];
    case 'value':
      return [textOf(input.value)];
    default:
      return [];
  }
}

const textOf = (value: number | string | boolean): string =>
  typeof value === 'number' ? String(roundForDisplay(value)) : String(value).slice(0, MAX_NAME_LENGTH);

/** The state of the lamp, and the message to the surface. A lamp behind a node that drops repeats may wait for long. */
function outputText({ state, waits, sent = '' }: LampReport = {}): string {
  const shown = [
    [state ? words(`status.lamp_${state}`) : '', waits ? words('lamp.live.waitsForMessage') : '']
      .filter((text) => text !== '')
      .join(' · '),
    sent && `→ ${sent.slice(0, MAX_MESSAGE_LENGTH)}`,
  ];
  return shown.filter((text) => text !== '').join(' ');
}
