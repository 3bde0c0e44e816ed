import type { ButtonAction, PressableButton } from '../state/item-data.js';
import type { Playout, PlayoutItem, PlayoutTemplate } from '../state/state.js';
import {
  clipPlay,
  clipStop,
  lowerThirdIn,
  lowerThirdOut,
  overlayHide,
  scoreboardHide,
  scoreboardShow,
  tickerPlay,
  tickerStop,
} from './presses.js';

/** Two playout rundowns, and the templates of their items. */
export const initialPlayout = (): Playout => {
  const lowerThird = template(31, 'Lower Third', [
    button('b-311', 'in', 'In', lowerThirdIn),
    button('b-312', 'out', 'Out', lowerThirdOut),
  ]);
  const ticker = template(
    32,
    'Ticker',
    [button('b-321', 'play', 'Play', tickerPlay), button('b-322', 'stop', 'Stop', tickerStop)],
    { Feed: HEADLINES },
  );
  const clip = template(33, 'Full-screen Clip', [
    button('b-331', 'play', 'Play', clipPlay),
    button('b-332', 'stop', 'Stop', clipStop),
    button('b-333', undefined, 'Hide Overlay', overlayHide),
  ]);
  const weather = template(
    34,
    'Weather / Forecast',
    [
      button('b-341', 'nextDay', 'Next', { sets: { Day: 2 } }),
      button('b-342', 'nextRegion', 'Next', { sets: { Region: 'West' } }),
    ],
    { Forecast: FORECAST },
  );
  const scoreboard = template(35, 'Scoreboard', [
    button('b-351', 'show', 'Show', scoreboardShow),
    button('b-352', 'hide', 'Hide', scoreboardHide),
  ]);
  return {
    templates: [lowerThird, ticker, clip, weather, scoreboard],
    rundowns: [
      {
        id: 51,
        name: 'Evening News',
        items: [
          item(511, 'Opener', clip, { File: 'D:\\Clips\\Opener; 2nd half.mov', Speed: 1 }),
          item(512, 'Anchor', lowerThird, person('Zoë Müller', 'Anchor', 'D:\\Photos\\mueller.png')),
          item(513, 'Reporter', lowerThird, person('Seán Ó Briain', 'in Geneva', 'D:\\Photos\\obriain.png')),
          item(514, 'Weather', weather, {
            Map: 'D:\\Maps\\europe.png',
            Region: 'North',
            Day: 1,
            Forecast: external('weather.json'),
          }),
          item(515, 'Headlines', ticker, { Headline: 'Rail strike ends', Speed: 2, Feed: external('headlines.json') }),
        ],
      },
      {
        id: 52,
        name: 'Match Night / Final',
        items: [
          item(521, 'Score', scoreboard, { Home: 'Zürich', Away: 'İzmir', 'Home Score': 2 }),
          item(522, 'Commentator', lowerThird, person('Ana Novák', 'Commentator', 'D:\\Photos\\novak.png')),
          item(523, 'Replay', clip, { File: 'D:\\Clips\\Replay 1.mov', Speed: 0.5 }),
        ],
      },
    ],
    presses: [],
  };
};

const HEADLINES = [{ Headline: 'Rail strike ends' }, { Headline: 'Élections: second tour' }];

const FORECAST = [
  { City: 'Oslo', Sky: 'snow', High: -3 },
  { City: 'Genève', Sky: 'clear', High: 8.5 },
];

const template = (
  id: number,
  name: string,
  buttons: PressableButton[],
  externalData: PlayoutTemplate['externalData'] = {},
): PlayoutTemplate => ({ id, name, buttons, externalData });

const button = (id: string, key: string | undefined, label: string, does: ButtonAction): PressableButton => ({
  id,
  key,
  label,
  does,
});

const item = (id: number, name: string, made: PlayoutTemplate, data: PlayoutItem['data']): PlayoutItem => ({
  id,
  name,
  template: made,
  data,
});

const person = (Name: string, Title: string, Photo: string) => ({ Name, Title, Photo });

/** External data before its first download. */
const external = (file: string) => ({ source: `http://10.10.20.50/feeds/${file}`, rows: [], downloadedAt: null });
