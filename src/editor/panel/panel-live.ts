import type { Gesture } from '../../panels/gesture/gesture.js';
import type { LastGestureReport } from '../../panels/mapping/last-gesture.js';
import { byId, setText } from '../base/dom.js';
import { MAX_NAME_LENGTH, pollWhileOpen } from '../base/poll-while-open.js';
import { words } from '../base/words.js';
import type { ChosenControl } from './chosen-control.js';
import { explainMessage } from './panel-sentence.js';

interface Live {
  readonly kind: 'panel' | 'control';
  readonly id: string;
  readonly chosen: () => ChosenControl;
  /** Called with each report and the time of its request. Returns the command of its gesture as text. */
  readonly command: (report: LastGestureReport | undefined, askedAt: number) => string | undefined;
}

/** Shows and explains the last message of the deployed node while its dialog is open, as text. */
export function showPanelLive({ kind, id, chosen, command }: Live): void {
  void pollWhileOpen(byId<HTMLDivElement>('hub-live-panel'), kind, id, (report, askedAt) => {
    const text = command(report, askedAt);
    // A message that is not recognised has no gesture. The last one is from an earlier message.
    const gesture = report?.isUnrecognised ? undefined : report?.gesture;
    setText(byId('hub-recognised'), explainMessage(report, chosen()));
    setPart('message', report?.message);
    setPart('gesture', gesture && gestureText(gesture));
    setPart('command', gesture && text);
  });
}

/** Sets one part of the list. Without a text, it is hidden. */
function setPart(name: 'message' | 'gesture' | 'command', text: string | undefined): void {
  byId(`hub-live-${name}-part`).hidden = text === undefined;
  setText(byId(`hub-live-${name}`), text ?? '');
}

function gestureText({ source, control, kind, pressed, event, word, raw, delta, values }: Gesture): string {
  const number = raw ?? delta ?? values?.join(' ');
  const act = word ? words(`panel.${event ?? (pressed ? 'press' : 'release')}`) : String(pressed ?? '');
  const parts = [
    words(`panel.choices.${source}`),
    control.slice(0, MAX_NAME_LENGTH),
    `${words(`panel.kinds.${kind}`)} ${number ?? act}`,
  ];
  return parts.join(' · ');
}
