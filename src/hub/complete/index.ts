import type { CompletionName } from '../table/operation.js';
import { itemButton, linearButton, newsroomButton } from './buttons.js';
import type { Completion } from './completion.js';
import { ifAvailable } from './if-available.js';
import { itemData } from './item-data.js';
import { mosData } from './mos-data.js';
import { functionParameters } from './parameters.js';
import { propertyValue } from './property-value.js';

/** By the names in the table. */
export const completions: Record<CompletionName, Completion> = {
  propertyValue,
  functionParameters,
  itemButton,
  newsroomButton,
  linearButton,
  ifAvailable,
  itemData,
  mosData,
};
