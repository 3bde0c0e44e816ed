import type { PressableButton } from '../state/item-data.js';
import { valueAt } from '../state/motion.js';
import type { SimulatorState } from '../state/state.js';

/** Names of the properties from 0 to 1 that a user can drag. */
const FADERS: readonly string[] = ['Overlay Opacity', 'Zoom'];

/** Everything that a user can operate on the page, at a time in ms of the epoch. */
export const controlData = (state: SimulatorState, now: number) => ({
  rundowns: state.playout.rundowns.map(({ id, name, items }) => ({
    id,
    name,
    items: items.map((item) => ({
      id: item.id,
      name: item.name,
      template: item.template.name,
      buttons: item.template.buttons.map(keyAndLabel),
    })),
  })),
  faders: state.engines.flatMap(({ host, nodes }) =>
    nodes.flatMap(({ path, properties }) =>
      properties
        .filter(({ name }) => FADERS.includes(name))
        .map((property) => ({
          engineId: host.id,
          engine: host.displayName,
          nodePath: path,
          propertyPath: property.path,
          name: property.name,
          value: valueAt(property, now),
        })),
    ),
  ),
  launches: state.launcher.configs.map(({ id, name }) => ({ id, name })),
});

const keyAndLabel = ({ id, key = id, label }: PressableButton) => ({ key, label });
