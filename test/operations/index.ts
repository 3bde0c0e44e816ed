import type { Dialect } from '../../dist/hub/table/operation.js';
import type { OperationName } from '../../dist/hub/table/operations.js';
import type { Card, Params } from './card.js';
import * as all from './cards.js';

/** By name. The compiler refuses an operation of the table without a card. */
export const CARDS: Readonly<Record<OperationName, Card>> = all;

/** Each area in the order of a show in which every operation occurs once. */
export const cards = Object.entries<Card>(CARDS).map(([name, card]) => ({ name, ...card, params: card.params ?? {} }));

/** The values of the parameters in paths. `id` is an integer of at least 0. All texts are opaque. */
export const IN_PATHS: Readonly<Record<string, string>> = {
  ...{ engineId: 'id', nodePath: 'text', propertyPath: 'text', functionPath: 'text' },
  ...{ rundownId: 'id', newRundownId: 'id', itemId: 'id', buttonKey: 'text', externalDataFieldKey: 'text' },
  // Program or preview.
  preview: '0 | 1',
  ...{ configID: 'id', rendererID: 'id', graphId: 'id', rgraphId: 'id', ustateId: 'id' },
  ...{ ncsID: 'text', roID: 'text', storyID: 'text', itemID: 'text', objID: 'text' },
};

/** Names of the parameters in the path, in order. `{linear}` is a setting of the hub. */
export const inPath = ({ request }: Card): string[] =>
  [...request.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).filter((name) => name !== 'linear');

/** On dialect 2, the launch configurations 61 and 62 are the shows 101 and 102. */
export const onDialect = (dialect: Dialect, params: Params = {}): Params =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      const isShow = dialect === 2 && (name === 'configID' || name === 'launchConfigId');
      return [name, isShow ? Number(value) + 40 : value];
    }),
  );
