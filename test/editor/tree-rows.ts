/** A thing of the hub as a dialog saves it. */
export const num = (value: string, label: string) => ({ type: 'num', value, label });
export const str = (value: string, label: string) => ({ type: 'str', value, label });
const PAYLOAD = { type: 'msg', value: 'payload' };

const ENPS = '2016ENPS9VM001';

const MIXER = { engineId: num('1', 'Studio A'), nodePath: str('Mixer_0', 'Mixer') };
const ANCHOR = { rundownId: num('51', 'Evening News'), itemId: num('512', 'Anchor') };
const SHOW = { engineId: num('101', 'News Show'), rundownId: num('201', 'Evening News') };
const STORY = {
  ...{ ncsID: str(ENPS, ENPS), storyID: str('2016ENPS9VM001;P_ENPSNEWS\\W\\R_38387985;1B7D0E22', 'Rail strike') },
  roID: str('2016ENPS9VM001;P_ENPSNEWS\\W;38387985-142E-409A-AD00-A500F856B3C3', 'Evening News'),
};

/** The path of each row, and the type, operation and parameters of its node. */
export const ROW_NODES: readonly [path: string, string, string, object][] = [
  [
    ...(['Studio A/Mixer/Overlay Opacity', 'hub-engine-property', 'setProperty'] as const),
    { ...MIXER, propertyPath: str('Overlay//Opacity/0', 'Overlay Opacity'), Value: PAYLOAD },
  ],
  [
    ...(['Studio A/Mixer/Overlay Position/y', 'hub-engine-property', 'setProperty'] as const),
    {
      ...{ ...MIXER, propertyPath: str('Overlay//Position/0', 'Overlay Position') },
      ...{ Value: PAYLOAD, Component: str('y', 'y') },
    },
  ],
  [
    ...(['Studio B/Media Player/Play', 'hub-engine-function', 'callFunction'] as const),
    {
      ...{ engineId: num('2', 'Studio B'), nodePath: str('Media Player_0', 'Media Player') },
      functionPath: str('Default//Play/0', 'Play'),
    },
  ],
  [
    ...(['Linear engines (shows)/News Show/Evening News/Reporter', 'hub-linear-play', 'playItem'] as const),
    { ...SHOW, itemId: num('2013', 'Reporter'), preview: { type: 'num', value: '0' } },
  ],
  [
    ...(['Playout rundowns/Evening News/Anchor/In', 'hub-playout-item', 'pressItemButton'] as const),
    { ...ANCHOR, buttonKey: str('in', 'In') },
  ],
  [
    ...(['Playout rundowns/Evening News/Anchor/Title', 'hub-playout-item', 'updateItem'] as const),
    { ...ANCHOR, data: { type: 'jsonata', value: '{ "Title": payload }' }, merge: { type: 'bool', value: 'true' } },
  ],
  [
    ...([`Newsroom systems/${ENPS}/Evening News/Rail strike/Map of the lines/Zoom in`, 'hub-newsroom-mos'] as const),
    ...([
      'pressNewsroomButton',
      { ...STORY, itemID: str('2', 'Map of the lines'), buttonKey: str('zoomIn', 'Zoom in') },
    ] as const),
  ],
  ['Launch configurations/Breaking News', 'hub-launcher', 'launch', { configID: num('61', 'Breaking News') }],
  ['Graphs/Election Wall', 'hub-graph', 'loadGraph', { graphId: num('12', 'Election Wall'), engineHostId: PAYLOAD }],
];

/** Dialogs are slow. These cover a choice, many levels and a value from the message. */
export const OPENED_OPERATIONS = ['playItem', 'pressNewsroomButton', 'updateItem', 'loadGraph'];
