export const RUNDOWN = '2016ENPS9VM001;P_ENPSNEWS\\W;38387985-142E-409A-AD00-A500F856B3C3';

/** Parameters for lists in the simulator's first state. */
export const mixer = { engineId: 1, nodePath: 'Mixer_0' };
export const anchor = { rundownId: 51, itemId: 512 };
export const evening = { ncsID: '2016ENPS9VM001', roID: RUNDOWN };
export const linear = { engineId: 101, rundownId: 201 };
