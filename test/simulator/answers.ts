import type { Shape } from './shape.js';
import {
  batchAnswer,
  fn,
  item,
  linear1,
  linear2,
  linearEngine,
  mos,
  NAMED,
  node,
  project,
  property,
  rendererShape,
  ro,
  roWhole,
  show,
  showHost,
  studioHost,
  summary,
  whole,
} from './shapes.js';

/**
 * The answers of a hub, successes and refusals, written by hand from docs/interface.md. The tests send real HTTP
 * requests. The expectations come neither from the table nor from the simulator. `L` in a path is the segment of the
 * linear area, `C` a launch configuration.
 */
export interface Answer {
  readonly operation: string;
  /** Method and path below the version base. */
  readonly ask: string;
  /** Sent as JSON. Absent: no body. */
  readonly body?: unknown;
  readonly status: number;
  /** A shape is JSON, a pattern is plain text. Null: no body and no content type. */
  readonly expected: Shape | RegExp | null;
  /** Requests that are sent before. */
  readonly after?: readonly string[];
}

const a = (operation: string, ask: string, status: number, expected: Answer['expected'], body?: unknown): Answer => ({
  operation,
  ask,
  status,
  expected,
  ...(body !== undefined && { body }),
});
const after = (before: string, answer: Answer): Answer => ({ ...answer, after: [before] });

const ERROR = { error: 'text' };
const TEXT = /./;
const OK = /^OK$/;
const DONE = { success: 'bool' };

const NODE = '/engines/1/nodes/Mixer_0';
const OPACITY = `${NODE}/properties/Overlay%2F%2FOpacity%2F0`;
const CUT = `${NODE}/functions/Default%2F%2FCut%2F0`;
const ITEM = '/playout/rundowns/51/items/512';
const SHOW = '/L/rundown/101';
const LINEAR_ITEM = `${SHOW}/201/items/2012`;
const PLAYING = `PUT ${SHOW}/play/2012/0`;
const RO = '/newsroom/rundowns/2016ENPS9VM001/2016ENPS9VM001%3BP_ENPSNEWS%5CW%3B38387985-142E-409A-AD00-A500F856B3C3';
const STORY = `${RO}/2016ENPS9VM001%3BP_ENPSNEWS%5CW%5CR_38387985%3B1B7D0E22/2`;
const MAP = '/newsroom/mosObjects/4d1f20c7-93ab-4e58-8f16-b07c2a95d302';
const NEW_ITEM = { name: 'Sport', templateId: 302, data: { Headline: 'Final' } };

/** The same on both dialects. */
const BOTH: Answer[] = [
  a('listNodes', 'GET /engines/1/nodes', 200, [node]),
  a('listNodes', 'GET /engines/1/nodes/', 200, [node]),
  a('listNodes', 'GET /engines/99/nodes', 404, ERROR),
  a('getNode', `GET ${NODE}`, 200, node),
  a('getNode', 'GET /engines/1/nodes/Mixer_9', 404, TEXT),
  a('getEngine', 'GET /engines/99', 404, ERROR),
  a('getEngine', 'GET /engines/one', 404, TEXT),
  a('listProperties', `GET ${NODE}/properties`, 200, [property]),
  a('listProperties', 'GET /engines/1/nodes/Mixer_9/properties', 404, TEXT),
  a('getProperty', `GET ${OPACITY}`, 200, property),
  a('getProperty', `GET ${NODE}/properties/Nothing`, 404, ERROR),
  a('setProperty', `PATCH ${OPACITY}`, 200, property, { Value: 0.5, Interpolation: 'Linear', Duration: 1, Delay: 1 }),
  a('setProperty', `PATCH ${OPACITY}`, 200, property, { Value: '0.5' }),
  a('setProperty', `PATCH ${OPACITY}`, 422, ERROR, {}),
  a('setProperty', `PATCH ${OPACITY}`, 422, ERROR, { Value: 0.5, Delay: -1 }),
  a('setProperty', `PATCH ${NODE}/properties/Nothing`, 404, ERROR, { Value: 1 }),
  a('listFunctions', `GET ${NODE}/functions`, 200, [fn]),
  a('listFunctions', 'GET /engines/1/nodes/Mixer_9/functions', 404, TEXT),
  a('getFunction', `GET ${CUT}`, 200, { ...fn, Properties: { '*': property } }),
  a('getFunction', `GET ${NODE}/functions/Nothing`, 404, TEXT),
  a('callFunction', `POST ${CUT}`, 200, DONE),
  a('callFunction', `POST ${CUT}`, 200, DONE, {}),
  a('callFunction', `POST ${CUT}`, 200, DONE, { Parameters: [] }),
  a('callFunction', `POST ${CUT}`, 422, ERROR, { Parameters: [{}] }),
  a('callFunction', `POST ${NODE}/functions/Nothing`, 404, TEXT),

  a('listRundowns', 'GET /playout/rundowns', 200, [NAMED]),
  a('getRundown', 'GET /playout/rundowns/51', 200, NAMED),
  a('getRundown', 'GET /playout/rundowns/99', 404, ERROR),
  a('createRundown', 'POST /playout/rundowns', 201, NAMED, { name: 'Late' }),
  a('createRundown', 'POST /playout/rundowns', 422, ERROR, {}),
  a('renameRundown', 'PATCH /playout/rundowns/51', 200, NAMED, { name: 'Late' }),
  a('renameRundown', 'PATCH /playout/rundowns/51', 422, ERROR, { name: '' }),
  a('renameRundown', 'PATCH /playout/rundowns/99', 404, ERROR, { name: 'Late' }),
  a('deleteRundown', 'DELETE /playout/rundowns/51', 204, null),
  a('deleteRundown', 'DELETE /playout/rundowns/99', 404, ERROR),
  a('listItems', 'GET /playout/rundowns/51/items', 200, [item]),
  a('listItems', 'GET /playout/rundowns/99/items', 404, ERROR),
  a('getItem', `GET ${ITEM}`, 200, item),
  a('getItem', 'GET /playout/rundowns/51/items/99', 404, ERROR),
  a('createItem', 'POST /playout/rundowns/51/items', 201, summary, {
    name: 'New',
    template: 'Ticker',
    data: {},
    order: 1,
  }),
  a('createItem', 'POST /playout/rundowns/51/items', 201, summary, { name: 'New', template: 'Ticker' }),
  a('createItem', 'POST /playout/rundowns/51/items', 422, ERROR, { name: 'New' }),
  a('updateItem', `PATCH ${ITEM}`, 200, summary, { data: { Name: 'Ada' } }),
  a('updateItem', `PATCH ${ITEM}`, 200, summary, {}),
  a('updateItem', `PATCH ${ITEM}`, 422, ERROR, { order: 'first' }),
  a('updateItem', 'PATCH /playout/rundowns/51/items/99', 404, ERROR, {}),
  a('deleteItem', `DELETE ${ITEM}`, 204, null),
  a('deleteItem', 'DELETE /playout/rundowns/51/items/99', 404, ERROR),
  a('pressItemButton', `POST ${ITEM}/in`, 200, DONE),
  a('pressItemButton', `POST ${ITEM}/b-311`, 200, DONE),
  a('pressItemButton', `POST ${ITEM}/nothing`, 404, ERROR),
  a('downloadExternalData', 'POST /playout/rundowns/51/items/514/Forecast', 200, DONE),
  a('downloadExternalData', 'POST /playout/rundowns/51/items/99/Forecast', 404, ERROR),
  a('listTemplates', 'GET /playout/templates', 200, [NAMED]),

  a('getLaunchConfig', 'GET /launcher/C', 200, { id: 'int', 'name?': 'text', renderers: ['int'] }),
  a('getLaunchConfig', 'GET /launcher/99', 422, TEXT),
  a('launch', 'PUT /launcher/C/launch', 200, OK),
  a('launch', 'PUT /launcher/99/launch', 404, TEXT),
  a('retime', 'PUT /launcher/C/retime', 200, null),
  a('retime', 'PUT /launcher/99/retime', 422, TEXT),
  a('stopLaunch', 'PUT /launcher/C/stop', 200, null),
  a('stopLaunch', 'PUT /launcher/99/stop', 422, TEXT),
  a(
    'createLaunchConfig',
    'POST /launcher/create',
    200,
    { id: 'int', renderers: ['int'] },
    { name: 'New', renderers: [71] },
  ),
  a('createLaunchConfig', 'POST /launcher/create', 422, ERROR, { name: 'New' }),
  a('listRenderers', 'GET /launcher/C/renderer', 200, ['int']),
  a('listRenderers', 'GET /launcher/99/renderer', 404, TEXT),
  a('getRenderer', 'GET /launcher/C/renderer/71', 200, rendererShape),
  a('getRenderer', 'GET /launcher/C/renderer/99', 404, TEXT),
  a('startRenderer', 'PUT /launcher/C/renderer/71/start', 200, OK),
  a('startRenderer', 'PUT /launcher/C/renderer/99/start', 404, TEXT),
  a('stopRenderer', 'PUT /launcher/C/renderer/71/stop', 200, OK),
  a('stopRenderer', 'PUT /launcher/C/renderer/99/stop', 404, TEXT),
  a('createRenderer', 'POST /launcher/C/renderer/create', 200, 'int', {}),
  a('createRenderer', 'POST /launcher/99/renderer/create', 404, TEXT, {}),

  a('listLinearRundowns', 'GET /L/rundowns/101', 200, [NAMED]),
  a('listAllLinearRundowns', 'GET /L/rundowns', 200, [NAMED]),
  a('listLinearTemplates', 'GET /L/templates', 200, [{ templateId: 'int', name: 'text', data: { '*': 'any' } }]),
  a('listLinearItems', `GET ${SHOW}/999/items`, 404, ERROR),
  a('listLinearItems', 'GET /L/rundown/1/201/items', 404, TEXT),
  a('getLinearItem', `GET ${SHOW}/201/items/99`, 404, ERROR),
  a('createLinearItem', `POST ${SHOW}/201/items`, 422, ERROR, { name: 'New' }),
  a('updateLinearItem', `PATCH ${LINEAR_ITEM}`, 422, ERROR, { templateId: 99 }),
  a('deleteLinearItem', `DELETE ${LINEAR_ITEM}`, 200, OK),
  a('deleteLinearItem', `DELETE ${SHOW}/201/items/99`, 404, ERROR),
  a('createLinearRundown', `POST ${SHOW}/205`, 422, ERROR, {}),
  a('deleteLinearRundown', `DELETE ${SHOW}/201`, 200, OK),
  a('deleteLinearRundown', `DELETE ${SHOW}/999`, 404, TEXT),
  a('loadLinearRundown', `PUT ${SHOW}/202/load`, 200, NAMED),
  a('loadLinearRundown', `PUT ${SHOW}/999/load`, 404, TEXT),
  a('unloadLinearRundown', `PUT ${SHOW}/201/unload`, 200, OK),
  a('unloadLinearRundown', `PUT ${SHOW}/999/unload`, 404, ERROR),
  a('appendLinearRundown', `PUT ${SHOW}/201/append/202`, 200, OK),
  a('appendLinearRundown', `PUT ${SHOW}/201/append/999`, 404, TEXT),
  a('playItem', `PUT ${SHOW}/play/99/0`, 404, TEXT),
  a('playItem', `PUT ${SHOW}/play/2012/2`, 404, TEXT),
  a('playNext', 'PUT /L/rundown/1/playnext/0', 404, TEXT),
  a('continueItem', `PUT ${SHOW}/continue/99/0`, 404, TEXT),
  a('takeOut', 'PUT /L/rundown/1/out/0', 404, TEXT),

  a('listNewsroomRundowns', 'GET /newsroom/rundowns', 200, [ro]),
  a('listNcsRundowns', 'GET /newsroom/rundowns/2016ENPS9VM001', 200, [ro]),
  a('listNcsRundowns', 'GET /newsroom/rundowns/NOBODY', 404, ERROR),
  a('getNewsroomRundown', `GET ${RO}`, 200, roWhole),
  a('getNewsroomRundown', 'GET /newsroom/rundowns/2016ENPS9VM001/0', 404, ERROR),
  a('updateMosObject', `PATCH ${MAP}`, 200, mos, { data: { Zoom: 2 } }),
  a('updateMosObject', `PATCH ${MAP}`, 422, ERROR, {}),
  a('updateMosObject', 'PATCH /newsroom/mosObjects/0', 404, ERROR, { data: {} }),
  a('pressNewsroomButton', `POST ${STORY}/zoomIn`, 200, DONE),
  a('pressNewsroomButton', `POST ${STORY}/n-3`, 200, DONE),
  a('pressNewsroomButton', `POST ${STORY}/nothing`, 404, ERROR),

  ...(['graphs', 'rgraphs', 'ustates'] as const).flatMap((kind, index) => {
    const name = ['Graph', 'Rgraph', 'Ustate'][index];
    const [id, other] = [
      [11, 12],
      [21, 22],
      [41, 42],
    ][index] as [number, number];
    const content = [{ content: 'text' }, { xmlContent: 'text' }, { ustateData: 'text' }][index] as Record<
      string,
      Shape
    >;
    const engineHostId = [3, 1, 4][index];
    return [
      a(`list${name}s`, `GET /${kind}`, 200, [NAMED]),
      a(`get${name}`, `GET /${kind}/${id}`, 200, { ...NAMED, ...content }),
      a(`get${name}`, `GET /${kind}/99`, 404, ERROR),
      a(`load${name}`, `POST /${kind}/${other}/load`, 200, DONE, { engineHostId }),
      a(`load${name}`, `POST /${kind}/${other}/load`, 422, ERROR, {}),
      a(`load${name}`, `POST /${kind}/99/load`, 404, ERROR, { engineHostId }),
    ];
  }),
  a('listProjects', 'GET /projects', 200, [project]),
  a(
    'batch',
    'PUT /batch',
    200,
    [batchAnswer],
    [
      { id: 'a', url: '/playout/rundowns/', verb: 'GET' },
      { id: 2, url: '/engines/99', verb: 'GET' },
    ],
  ),
  a('batch', 'PUT /batch', 422, ERROR, [{ id: 1, url: '/playout/rundowns/51', verb: 'DELETE' }]),
];

export const ANSWERS: Record<1 | 2, Answer[]> = {
  1: [
    ...BOTH,
    a('listEngines', 'GET /engines', 200, [{ ...studioHost, engineType: 'text' }]),
    a('getEngine', 'GET /engines/1', 200, studioHost),
    a('listLaunchConfigs', 'GET /launcher', 200, [{ id: 'int', 'name?': 'text', renderers: ['int'] }]),
    a('listLinearEngines', 'GET /L/engines', 200, [linearEngine]),
    a('getLinearEngine', 'GET /L/engines/101', 200, linearEngine),
    a('getLinearEngine', 'GET /L/engines/1', 404, TEXT),
    a('listLinearRundowns', 'GET /L/rundowns/1', 404, TEXT),
    a('listLinearItems', `GET ${SHOW}/201/items/`, 200, [linear1]),
    a('getLinearItem', `GET ${LINEAR_ITEM}`, 200, linear1),
    a('createLinearItem', `POST ${SHOW}/201/items/`, 201, linear1, NEW_ITEM),
    a('updateLinearItem', `PATCH ${LINEAR_ITEM}`, 200, linear1, NEW_ITEM),
    a('updateLinearItem', `PATCH ${LINEAR_ITEM}`, 200, linear1, {}),
    a('createLinearRundown', `POST ${SHOW}/205`, 200, linear1, NEW_ITEM),
    a('playItem', PLAYING, 200, OK),
    a('playNext', `PUT ${SHOW}/playnext/1`, 200, OK),
    after(PLAYING, a('continueItem', `PUT ${SHOW}/continue/2012/0`, 200, OK)),
    a('takeOut', `PUT ${SHOW}/out/0`, 200, OK),
    ...(
      [
        ['takeItemOut', `PUT ${SHOW}/out/2012/0`],
        ['nextItemStep', `PUT ${SHOW}/next/2012/0`],
        ['clearOutput', `PUT ${SHOW}/clear/0`],
        ['pressLinearButton', `POST ${LINEAR_ITEM}/buttons/nextPage`],
        ['listShows', 'GET /L/shows'],
      ] as const
    ).map(([operation, ask]) => a(operation, ask, 404, TEXT)),
  ],
  2: [
    ...BOTH,
    a('listEngines', 'GET /engines', 200, [{ ...showHost, engineType: 'text' }]),
    a('getEngine', 'GET /engines/1', 200, showHost),
    // A log has lines only after its renderers have run.
    {
      ...a('listLaunchConfigs', 'GET /launcher', 200, [
        { ...NAMED, running: 'bool', mode: 'text', renderers: [whole] },
      ]),
      after: ['PUT /launcher/101/launch', 'PUT /launcher/102/launch'],
    },
    a('listShows', 'GET /L/shows', 200, [show]),
    a('listLinearEngines', 'GET /L/shows/', 200, [show]),
    a('listLinearEngines', 'GET /L/engines', 404, TEXT),
    a('getLinearEngine', 'GET /L/engines/101', 404, TEXT),
    a('listLinearRundowns', 'GET /L/rundowns/1', 200, [NAMED]),
    a('listLinearItems', `GET ${SHOW}/201/items/`, 200, [linear2]),
    a('listLinearItems', 'GET /L/rundown/102/203/items', 404, ERROR),
    a('getLinearItem', `GET ${LINEAR_ITEM}`, 200, linear2),
    a('getLinearItem', 'GET /L/rundown/102/203/items/2031', 404, ERROR),
    a('createLinearItem', `POST ${SHOW}/201/items/`, 201, linear2, NEW_ITEM),
    a('updateLinearItem', `PATCH ${LINEAR_ITEM}`, 200, linear2, NEW_ITEM),
    a('updateLinearItem', `PATCH ${LINEAR_ITEM}`, 200, linear2, {}),
    a('createLinearRundown', `POST ${SHOW}/205`, 200, linear2, NEW_ITEM),
    a('playItem', PLAYING, 204, null),
    a('playNext', `PUT ${SHOW}/playnext/1`, 204, null),
    after(PLAYING, a('continueItem', `PUT ${SHOW}/continue/2012/0`, 204, null)),
    after(PLAYING, a('nextItemStep', `PUT ${SHOW}/next/2012/0`, 204, null)),
    a('nextItemStep', `PUT ${SHOW}/next/99/0`, 404, TEXT),
    a('takeOut', `PUT ${SHOW}/out/0`, 204, null),
    a('takeItemOut', `PUT ${SHOW}/out/2012/0`, 204, null),
    a('takeItemOut', `PUT ${SHOW}/out/99/0`, 404, TEXT),
    a('clearOutput', `PUT ${SHOW}/clear/0`, 204, null),
    a('clearOutput', 'PUT /L/rundown/1/clear/0', 404, TEXT),
    a('pressLinearButton', `POST ${LINEAR_ITEM}/buttons/nextPage`, 200, DONE),
    a('pressLinearButton', `POST ${LINEAR_ITEM}/buttons/nothing`, 404, ERROR),
    a('pressLinearButton', 'POST /L/rundown/102/203/items/2031/buttons/nextPage', 404, ERROR),
  ],
};
