import type { Page } from 'playwright-core';
import * as editor from './page.js';
import type { Step } from './picking.js';

/** The steps in the dialog of a new node, and the expected request to the hub. */
export interface Case {
  readonly node: string;
  readonly operation: string;
  readonly hub?: 'hub' | 'second';
  readonly by?: 'mouse' | 'keys';
  /** Fills in fields before the first list opens. */
  readonly first?: (page: Page) => Promise<void>;
  /** The lists to open by field, and the entries to choose from the outside in. */
  readonly picks: Readonly<Record<string, readonly Step[]>>;
  /** Fields of the hub to add to a JSON field. */
  readonly addedFields?: Readonly<Record<string, readonly Step[]>>;
  /** The JSON field after this. */
  readonly json?: object;
  /** Fields that are filled in with a pick, or are not sent. */
  readonly alsoFilled?: readonly string[];
  readonly payload?: unknown;
  /** Expected values besides the picks. */
  readonly sent?: object;
}

const typeText = (param: string, text: string) => (page: Page) => editor.type(page, `hub-param-${param}`, text);
const chooseValue = (param: string, value: string) => (page: Page) =>
  editor.chooseOption(page, `hub-param-${param}`, value);

const STORY = '2016ENPS9VM001;P_ENPSNEWS\\W\\R_38387985;1B7D0E22';
const RUNDOWN = '2016ENPS9VM001;P_ENPSNEWS\\W;38387985-142E-409A-AD00-A500F856B3C3';
const ENPS: Step = ['2016ENPS9VM001', '2016ENPS9VM001'];
const MUELLER: Step = ['LT Müller', '0b8d7a52-6c1e-4f0a-9d43-5e2f71c4a901'];
const EVENING: Step = ['Evening News', RUNDOWN];

export const cases: readonly Case[] = [
  {
    node: 'engine-property',
    operation: 'setProperty',
    picks: {
      propertyPath: [
        ['Studio B', '2'],
        ['Mixer', 'Mixer_0'],
        ['Overlay Position', 'Overlay//Position/0'],
      ],
      Component: [['y', 'y']],
    },
    alsoFilled: ['engineId', 'nodePath'],
    payload: 0.5,
    sent: { engineId: '2', nodePath: 'Mixer_0', propertyPath: 'Overlay//Position/0', Value: { x: 0, y: 0.5, z: 0 } },
  },
  {
    node: 'engine-function',
    operation: 'callFunction',
    by: 'keys',
    picks: {
      functionPath: [
        ['Arena', '4'],
        ['Scoreboard', '/Game/Maps/Arena.Arena:PersistentLevel.Scoreboard_2'],
        ['Show', 'Show'],
      ],
    },
    alsoFilled: ['engineId', 'nodePath'],
    addedFields: { Parameters: [['Home', 'Home']] },
    json: { Home: 'Zürich' },
    sent: { engineId: '4', functionPath: 'Show' },
  },
  {
    node: 'playout-item',
    operation: 'pressItemButton',
    by: 'keys',
    picks: {
      rundownId: [['Match Night / Final', '52']],
      itemId: [['Score', '521']],
      buttonKey: [['Hide', 'hide']],
    },
  },
  {
    node: 'playout-item',
    operation: 'updateItem',
    picks: {
      itemId: [
        ['Evening News', '51'],
        ['Anchor', '512'],
      ],
      template: [['Lower Third', 'Lower Third']],
    },
    alsoFilled: ['rundownId'],
    addedFields: { data: [['Title', 'Title']] },
    json: { Title: 'Anchor' },
    sent: { rundownId: '51', data: { Title: 'Anchor' } },
  },
  {
    node: 'playout-item',
    operation: 'downloadExternalData',
    picks: {
      externalDataFieldKey: [
        ['Evening News', '51'],
        ['Weather', '514'],
        ['Forecast', 'Forecast'],
      ],
    },
    alsoFilled: ['rundownId', 'itemId'],
    sent: { rundownId: '51', itemId: '514' },
  },
  {
    node: 'launcher',
    operation: 'createRenderer',
    first: chooseValue('engineType', 'UE'),
    picks: {
      configID: [['Match Night', '62']],
      launchConfigId: [['Match Night', '62']],
      engineId: [['Arena', '4']],
      projectId: [['Arena', '4']],
      stateId: [['Arena: match', '42']],
    },
    sent: { engineType: 'UE' },
  },
  {
    node: 'launcher',
    operation: 'startRenderer',
    by: 'keys',
    picks: {
      rendererID: [
        ['Breaking News', '61'],
        ['72', '72'],
      ],
    },
    alsoFilled: ['configID'],
    sent: { configID: '61' },
  },
  {
    node: 'linear-play',
    operation: 'updateLinearItem',
    first: typeText('name', 'Welcome back'),
    picks: {
      rundownId: [
        ['News Show', '101'],
        ['Evening News', '201'],
      ],
      itemId: [['Welcome', '2011']],
      templateId: [['Lower Third', '301']],
    },
    alsoFilled: ['engineId'],
    addedFields: { data: [['Name', 'Name']] },
    json: { Name: 'Zoë Müller' },
    sent: { engineId: '101' },
  },
  {
    node: 'linear-play',
    operation: 'createLinearItem',
    first: typeText('name', 'Expert'),
    picks: {
      rundownId: [
        ['Match Show', '102'],
        ['Final', '203'],
      ],
      templateId: [['Scoreboard', '303']],
    },
    alsoFilled: ['engineId'],
    addedFields: { data: [['Home Score', 'Home Score']] },
    json: { 'Home Score': 0 },
    sent: { engineId: '102', name: 'Expert' },
  },
  {
    node: 'linear-play',
    operation: 'pressLinearButton',
    hub: 'second',
    picks: {
      buttonKey: [
        ['News Show', '101'],
        ['Evening News', '201'],
        ['Welcome', '2011'],
        ['Out', 'out'],
      ],
    },
    alsoFilled: ['engineId', 'rundownId', 'itemId'],
    sent: { engineId: '101', rundownId: '201', itemId: '2011' },
  },
  {
    node: 'newsroom-mos',
    operation: 'pressNewsroomButton',
    picks: {
      buttonKey: [ENPS, EVENING, ['Rail strike', STORY], ['Map of the lines', '2'], ['Zoom in', 'zoomIn']],
    },
    alsoFilled: ['ncsID', 'roID', 'storyID', 'itemID'],
    sent: { ncsID: ENPS[1], roID: RUNDOWN, storyID: STORY, itemID: '2' },
  },
  {
    node: 'newsroom-mos',
    operation: 'updateMosObject',
    by: 'keys',
    picks: { objID: [ENPS, EVENING, MUELLER] },
    alsoFilled: ['ncsID', 'roID'],
    addedFields: { data: [['Name', 'Name']] },
    json: { Name: 'Zoë Müller' },
  },
  {
    node: 'graph',
    operation: 'loadGraph',
    picks: { graphId: [['Election Wall', '12']], engineHostId: [['Video Wall', '3']] },
  },
  {
    node: 'graph',
    operation: 'loadRgraph',
    by: 'keys',
    picks: { rgraphId: [['Morning Show; weekend', '23']], engineHostId: [['Studio B', '2']] },
  },
  {
    node: 'graph',
    operation: 'loadUstate',
    picks: { ustateId: [['Arena: match', '42']], engineHostId: [['Arena', '4']] },
  },
  {
    node: 'watch',
    operation: 'getLinearItem',
    picks: {
      itemId: [
        ['News Show', '101'],
        ['Evening News', '201'],
        ['Closing', '2014'],
      ],
    },
    alsoFilled: ['engineId', 'rundownId'],
    sent: { engineId: '101', rundownId: '201' },
  },
];
