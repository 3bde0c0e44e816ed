import should from 'should';
import type { Message, NodeOf, Stage } from './stage.js';

/** A lamp as the dialog saves it. */
export const lamp = (fields: object = {}): NodeOf => ({
  id: 'lamp',
  type: 'hub-lamp',
  surface: 'streamdeck',
  control: 'key 0',
  ...fields,
});

/** What is done with the lamp of a stage, and what comes of it. */
export function lampOn(stage: () => Stage) {
  /** What came out, without what Node-RED adds. */
  const out = () => stage().out.map(({ _msgid, ...message }) => message);
  const last = () => out().at(-1);
  const shows = (message: object) =>
    stage()
      .until(() => JSON.stringify(last()) === JSON.stringify(message))
      .catch(() => should(last()).eql(message));
  const says = (text: string) => stage().until(() => stage().status('lamp').text === text);
  let sent = 0;
  const tell = (msg: Message) => {
    sent += 1;
    return stage().send('lamp', { _msgid: `m${sent}`, ...msg });
  };
  return { out, last, shows, says, tell };
}
