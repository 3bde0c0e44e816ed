import type { Dialect } from '../../hub/table/operation.js';
import type { Linear, LinearEngine, LinearItem, LinearOutput, LinearRundown, LinearTemplate } from '../state/linear.js';
import { lowerThirdIn, lowerThirdOut, scoreboardShow } from './presses.js';
import { uuid } from './reality5.js';
import { LEVEL } from './unreal.js';

export const NEWS_SHOW = { id: 101, name: 'News Show' };
export const MATCH_SHOW = { id: 102, name: 'Match Show' };

/** Two linear engines. Their ids are separate from the ids of the engine hosts that display them. */
export const initialLinear = (dialect: Dialect): Linear => {
  const lowerThird: LinearTemplate = {
    templateId: 301,
    name: 'Lower Third',
    itemType: 'vs',
    data: { Name: '', Title: '' },
    buttons: { in: { label: 'In', does: lowerThirdIn }, out: { label: 'Out', does: lowerThirdOut } },
  };
  const headlines: LinearTemplate = {
    templateId: 302,
    name: 'Headlines',
    itemType: 'md',
    data: { Headline: '', Page: 1 },
    buttons: { nextPage: { label: 'Next page', does: { sets: { Page: 2 } } } },
  };
  const scoreboard: LinearTemplate = {
    templateId: 303,
    name: 'Scoreboard',
    itemType: 'vs',
    data: { Home: '', Away: '', 'Home Score': 0 },
    buttons: { show: { label: 'Show', does: scoreboardShow } },
  };
  const evening = rundown(201, 'Evening News', NEWS_SHOW, [
    item(2011, 'Welcome', lowerThird, { Name: 'Zoë Müller', Title: 'Anchor' }),
    item(2012, 'Headlines', headlines, { Headline: 'Rail strike ends', Page: 1 }),
    item(2013, 'Reporter', lowerThird, { Name: 'Seán Ó Briain', Title: 'in Geneva' }),
    item(2014, 'Closing', headlines, { Headline: 'Good night', Page: 1 }),
  ]);
  const late = rundown(202, 'Late Edition', NEWS_SHOW, [
    item(2021, 'Late headlines', headlines, { Headline: 'Élections: second tour', Page: 1 }),
    item(2022, 'Guest', lowerThird, { Name: 'Ana Novák', Title: 'Author' }),
  ]);
  const match = rundown(203, 'Final', MATCH_SHOW, [
    item(2031, 'Line-up', headlines, { Headline: 'Zürich – İzmir', Page: 1 }),
    item(2032, 'Score', scoreboard, { Home: 'Zürich', Away: 'İzmir', 'Home Score': 2 }),
  ]);
  return {
    templates: [lowerThird, headlines, scoreboard],
    rundowns: [evening, late, match],
    engines: [
      {
        ...NEWS_SHOW,
        engines: [playsOn(1), playsOn(2)],
        running: true,
        changedAt: 0,
        loaded: [evening],
        outputs: [onStudio(1), onStudio(2)],
      },
      {
        ...MATCH_SHOW,
        engines: [playsOn(4), playsOn(3)],
        // Only dialect 2 has a command that launches it.
        running: dialect === 1,
        changedAt: 0,
        loaded: dialect === 1 ? [] : [match],
        outputs: [onArena(), onWall()],
      },
    ],
  };
};

const rundown = (id: number, name: string, show: { readonly id: number }, items: LinearItem[]): LinearRundown => ({
  id,
  name,
  engineId: show.id,
  items,
});

const item = (id: number, name: string, template: LinearTemplate, data: LinearItem['data']): LinearItem => ({
  id,
  name,
  template,
  data,
});

const playsOn = (id: number): LinearEngine['engines'][number] => ({
  id,
  pollLevelsEnabled: true,
  rundownServerPort: 5100 + id,
  remoteControlPort: 5200 + id,
  devices: [{ id: 10 + id, profileId: 1 }],
});

const output = (shownBy: Required<LinearOutput>['shownBy']): LinearOutput => ({ playing: null, shownBy });

const onStudio = (engineId: number): LinearOutput =>
  output({ engineId, nodePath: 'Rundown Player_0', item: 'Status//Item/0', step: 'Status//Step/0' });

const onArena = (): LinearOutput =>
  output({ engineId: 4, nodePath: `${LEVEL}.RundownPlayer_1`, item: 'Item', step: 'Step' });

const onWall = (): LinearOutput => output({ engineId: 3, nodePath: uuid(0x400), item: uuid(0x401), step: uuid(0x402) });
