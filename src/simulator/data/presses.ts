import type { ButtonAction } from '../state/item-data.js';
import { uuid } from './reality5.js';
import { LEVEL } from './unreal.js';

/** The action of a button: it calls a function of one node with the data of its item. */
const calls = (engineId: number, nodePath: string, functionPath: string): ButtonAction => ({
  calls: { engineId, nodePath, functionPath },
});

export const lowerThirdIn = calls(1, 'Lower Third_0', 'Default//In/0');
export const lowerThirdOut = calls(1, 'Lower Third_0', 'Default//Out/0');
export const clipPlay = calls(1, 'Media Player_0', 'Default//Play/0');
export const clipStop = calls(1, 'Media Player_0', 'Default//Stop/0');
export const overlayHide = calls(1, 'Mixer_0', 'Default//HideOverlay/0');
export const tickerPlay = calls(3, uuid(0x200), uuid(0x210));
export const tickerStop = calls(3, uuid(0x200), uuid(0x211));
export const scoreboardShow = calls(4, `${LEVEL}.Scoreboard_2`, 'Show');
export const scoreboardHide = calls(4, `${LEVEL}.Scoreboard_2`, 'Hide');
