import { drawOnChange, find, words } from './base.mjs';
import { button, controlRow, perform } from './control.mjs';

const launchRow = ({ id, name }) =>
  controlRow(
    name,
    '',
    button(words.launch, () => perform('launch', { configID: id })),
    button(words.stop, () => perform('stopLaunch', { configID: id })),
  );

export const showLaunches = drawOnChange((launches) =>
  find('#launches div').replaceChildren(...launches.map(launchRow)),
);
