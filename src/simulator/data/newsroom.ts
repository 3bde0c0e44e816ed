import type { ButtonAction } from '../state/item-data.js';
import type { Newsroom, NewsroomButton, NewsroomObject, NewsroomStoryItem } from '../state/state.js';
import { clipPlay, clipStop, lowerThirdIn, lowerThirdOut, overlayHide } from './presses.js';

/** Two newsroom systems. One has ids with characters that URLs must escape. */
export const initialNewsroom = (): Newsroom => ({
  rundowns: [
    {
      ...rundown(ENPS, `${ENPS};P_ENPSNEWS\\W;38387985-142E-409A-AD00-A500F856B3C3`, 'Evening News', 'MANUAL CTRL'),
      items: [
        storyItem(`${ENPS};P_ENPSNEWS\\W\\R_38387985;1B7D0E22`, '1', 'Rail strike', 'Lower third Müller', MUELLER),
        storyItem(`${ENPS};P_ENPSNEWS\\W\\R_38387985;1B7D0E22`, '2', 'Rail strike', 'Map of the lines', MAP),
        storyItem(`${ENPS};P_ENPSNEWS\\W\\R_38387985;9C41F6A3`, '1', 'Weather', 'Clouds', CLOUDS),
      ],
    },
    {
      ...rundown(INEWS, 'SHOW.MORNING/RUNDOWN 1', 'Morning Show', 'NEW'),
      items: [storyItem('2F6A:0011', '0.1', 'Strike, day 2', 'Map of the lines', MAP)],
    },
  ],
  objects: [
    object(MUELLER, 'LT Müller', 'STILL', 'Lower Third', { Name: 'Zoë Müller', Title: 'Anchor' }, [
      button('n-1', 'in', 'In', 'PLAY', lowerThirdIn),
      button('n-2', 'out', 'Out', 'STOP', lowerThirdOut),
    ]),
    object(MAP, 'Map of the lines', 'STILL', 'Full-screen Map', { Image: 'D:\\Maps\\lines.png', Zoom: 1.5 }, [
      button('n-3', 'zoomIn', 'Zoom in', 'PLAY', { sets: { Zoom: 4 } }),
      button('n-4', undefined, 'Hide Overlay', 'STOP', overlayHide),
    ]),
    object(CLOUDS, 'Clouds loop', 'VIDEO', 'Full-screen Clip', { File: 'D:\\Clips\\Clouds.mov', Speed: 1 }, [
      button('n-5', 'play', 'Play', 'PLAY', clipPlay),
      button('n-6', 'stop', 'Stop', 'STOP', clipStop),
    ]),
  ],
});

const ENPS = '2016ENPS9VM001';
const INEWS = 'INEWS.STUDIO';

const MUELLER = '0b8d7a52-6c1e-4f0a-9d43-5e2f71c4a901';
const MAP = '4d1f20c7-93ab-4e58-8f16-b07c2a95d302';
const CLOUDS = '9e63c5b8-2f74-4a1d-a05b-68d91e3f7c03';

const CREATED = '2025-10-02T14:05:00.000Z';

type Rundown = Newsroom['rundowns'][number];

const rundown = (ncsID: string, roID: string, roSlug: string, status: string): Omit<Rundown, 'items'> => ({
  ncsID,
  roID,
  roSlug,
  status,
  createdAt: CREATED,
  updatedAt: CREATED,
  roChannel: 'Channel A',
  roEdStart: '2025-10-02T18:00:00.000Z',
  roEdDur: '00:28:30',
  roTrigger: null,
  macroIn: null,
  macroOut: null,
  mosExternalMetadata: null,
  readyToAir: true,
});

const storyItem = (
  storyID: string,
  itemID: string,
  storySlug: string,
  itemSlug: string,
  objID: string,
): NewsroomStoryItem => ({ storyID, itemID, storySlug, itemSlug, objID });

const object = (
  objID: string,
  objSlug: string,
  objType: string,
  template: string,
  data: NewsroomObject['data'],
  buttons: NewsroomButton[],
): NewsroomObject => ({
  objID,
  objSlug,
  mosAbstract: `${template}: ${objSlug}`,
  objGroup: null,
  objTB: '50',
  objRev: 1,
  objDur: 500,
  status: 'NEW',
  objAir: 'READY',
  objPaths: null,
  mosExternalMetadata: null,
  createdBy: 'newsdesk',
  created: CREATED,
  changedBy: 'newsdesk',
  changed: CREATED,
  description: '',
  objType,
  template,
  data,
  buttons,
});

const button = (
  id: string,
  key: string | undefined,
  label: string,
  status: string,
  does: ButtonAction,
): NewsroomButton => ({
  id,
  key,
  label,
  status,
  does,
});
