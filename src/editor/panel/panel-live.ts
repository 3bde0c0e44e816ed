import type { Gesture } from '../../panels/gesture/gesture.js';
import type { LastGestureReport } from '../../panels/mapping/last-gesture.js';
import { byId, setText } from '../base/dom.js';
import { MAX_NAME_LENGTH, pollWhileOpen } from '../base/poll-while-open.js';
import type { EditorNode } from '../base/red.js';
import { words } from '../base/words.js';
import { offerEnds } from './fader-preview.js';
import { type LearnedInputs, PanelLearn } from './panel-learn.js';
import { type OutputSettings, outputPreview, type PanelOutput } from './panel-preview.js';
import { type ChosenControl, explainMessage } from './panel-sentence.js';

interface Live {
  readonly kind: 'panel' | 'control';
  readonly node: EditorNode;
  readonly learned: LearnedInputs;
  readonly chosen: () => ChosenControl;
  readonly settings: () => OutputSettings;
  /** Called first with each report. */
  readonly onReport?: (report: LastGestureReport | undefined) => void;
  /** The value that the control sends, and its command, as text. */
  readonly command: (output: PanelOutput) => string;
}

/** Shows and explains the last message of the deployed node while its dialog is open, learns its control, and shows its output. */
export function showPanelLive({ kind, node, learned, chosen, settings, onReport, command }: Live): void {
  const isSaved = ({ id, value }: HTMLInputElement) =>
    value.trim() === String(Reflect.get(node, id.replace('node-input-', '')) ?? '');
  const isDeployed = () =>
    !node.changed && [learned.source, learned.control, learned.kind].every((input) => !input || isSaved(input));
  const learn = new PanelLearn(learned, chosen);
  const outputOf = outputPreview(isDeployed);
  const showEnds = offerEnds();
  void pollWhileOpen(byId<HTMLDivElement>('hub-live-panel'), kind, node.id, (report, askedAt) => {
    onReport?.(report);
    learn.update(report, askedAt);
    showEnds(report?.ends);
    const output = outputOf(report, chosen(), settings());
    // A message that is not recognised has no gesture. The last one is from an earlier message.
    const gesture = report?.isUnrecognised ? undefined : report?.gesture;
    setText(byId('hub-recognised'), explainMessage(report, chosen()));
    setPart('message', report?.message);
    setPart('gesture', gesture && gestureText(gesture));
    setPart('command', gesture && output && command(output));
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
