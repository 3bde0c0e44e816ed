/** Things of the simulated hub in its initial state, and the sentences if one is missing. */

export const mixer = { engineId: 1, nodePath: 'Mixer_0' };
export const opacity = { ...mixer, propertyPath: 'Overlay//Opacity/0' };
export const anchor = { rundownId: 51, itemId: 512 };
export const weather = { rundownId: 51, itemId: 514 };
export const show = { engineId: 101 };
export const evening = { ...show, rundownId: 201 };
export const late = { ...show, rundownId: 202 };
export const headlines = { ...evening, itemId: 2012 };
export const PROGRAM = 0;
export const PREVIEW = 1;
export const ncs = { ncsID: '2016ENPS9VM001' };
export const bulletin = { ...ncs, roID: '2016ENPS9VM001;P_ENPSNEWS\\W;38387985-142E-409A-AD00-A500F856B3C3' };
export const map = { objID: '4d1f20c7-93ab-4e58-8f16-b07c2a95d302' };
export const story = { ...bulletin, storyID: '2016ENPS9VM001;P_ENPSNEWS\\W\\R_38387985;1B7D0E22' };
export const RUNDOWNS = ['Evening News', 'Match Night / Final'];

/** A property in the answer of a hub. */
export const channel = { PropertyPath: 'Channels//Program/0', DisplayName: 'Program', Value: { x: 0.5, y: 1, z: 0 } };

/** The path of `mixer`. */
export const NODE = '/engines/1/nodes/Mixer_0';

export const NO_ENGINE = 'no engine 999. Check the name.';
export const NO_NODE = 'Node absent does not exist on Engine 1.';
