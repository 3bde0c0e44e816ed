import should from 'should';
import { rows, servedHub } from './written.js';

const studio = { id: 7, status: 'Idle', engineType: 'RE' };
const unreal = { id: 8, status: 'Idle', engineType: 'UE', pid: 4711, statusDescription: 'Ready', hub: 'x' };
const re5 = rows({ id: 9, status: 'Loaded', engineType: 'RE5', pid: 'p' }, { id: 10, status: 'Idle' });
const ENGINES = rows({ id: 1, instances: [studio] }, { id: 2, instances: [unreal] }, { id: 3, instances: re5 });

const renderer = (engineId: number, engineType: string, stateId: number) => ({ engineId, engineType, stateId });
const inShow = (rendererID: number) => ({ configID: 103, rendererID });

describe('the launch configurations of a recording', () => {
  const asRows = rows({ id: 5, engineHostId: 1, graphId: 12 }, { id: 6, engineHostId: 2, projectId: 3, graphId: 22 });
  const { call, state } = servedHub(1, [
    ['listEngines', ENGINES],
    [
      'listLaunchConfigs',
      rows(
        { id: 101, renderers: [...asRows, { id: 7, engineHostId: 3, graphId: 31 }] },
        { id: 102, renderers: null },
        { id: 103, renderers: [1, 2, 3, 4, 8] },
      ),
    ],
    // The engines of some are of another type, or not known.
    ['getRenderer', renderer(2, 'RE', 13), inShow(1)],
    ['getRenderer', renderer(4, 'RE5', 32), inShow(2)],
    ['getRenderer', renderer(4, 'UE', 21), inShow(3)],
    ['getRenderer', { ...renderer(2, 'UE', 22), projectId: 3, projectMapId: 4 }, inShow(4)],
    ['listGraphs', rows({ id: 30 }, { id: 31, name: 'Election' })],
    ['listRgraphs', rows({ id: 11 }, { id: 12, name: 'Sport' })],
    ['listUstates', [{ id: 21, name: 'Arena' }]],
    ['getGraph', { content: '{}' }, { graphId: 31 }],
    ['getRgraph', { xmlContent: '<a/>' }, { rgraphId: 12 }],
    ['getUstate', { ustateData: 'u' }, { ustateId: 21 }],
    [
      'listProjects',
      rows({ projectId: 3, name: 'Dome', version: 1, maps: ['Main', 4] }, { projectId: 4, maps: 'Main' }),
    ],
  ]);

  it('start and stop the recorded states', async () => {
    should(await call('launch', { configID: 101 })).equal('OK');
    should(await call('listEngines')).match([
      { rgraphId: 12, instances: [{ id: 7, status: 'Loaded', pid: 8007, statusDescription: 'Sport' }] },
      { ustateId: 22, instances: [{ pid: 4711, statusDescription: 'UE 22', projectId: 3, hub: 'x' }] },
      { instances: rows({ pid: 'p', statusDescription: 'Election' }, { id: 10, status: 'Idle' }) },
    ]);
    await call('stopLaunch', { configID: 101 });
    const idle = { status: 'Idle', pid: null };
    const stopped = [{ ...idle, statusDescription: null, projectId: 3, hub: 'x' }];
    should(await call('listEngines')).match([ENGINES[0], { instances: stopped }, { instances: [idle, re5[1]] }]);
    should(await call('startRenderer', inShow(4))).equal('OK');
    should(await call('getEngine', { engineId: 2 })).match({ instances: [{ projectId: 3, projectMapId: 4 }] });
  });

  it('have no renderers if none were recorded', async () => {
    should(await call('listRenderers', { configID: 102 })).eql([]);
    const unknown = { engineId: null, projectId: null, projectMapId: null, engineType: 'RE', stateId: 0 };
    should(await call('getRenderer', inShow(8))).eql({ launchConfigId: 103, ...unknown });
    should(state().launcher.renderers).matchEach({ log: (log: unknown) => should(log).eql([]) });
  });

  it('have the recorded states and projects, and once the states that only renderers name', () => {
    const named = (id: number, name: string, content: object) => ({ id, name, ...content });
    const none = { name: '', sharedFolderName: '', version: '', maps: [], createdAt: 0, updatedAt: 0 };
    const [content, xmlContent, ustateData] = ['', '', ''];
    should(state().library).eql({
      graphs: [named(30, '', { content }), named(31, 'Election', { content: '{}' }), named(32, 'RE5 32', { content })],
      rgraphs: [
        ...[named(11, '', { xmlContent }), named(12, 'Sport', { xmlContent: '<a/>' })],
        ...[named(13, 'RE 13', { xmlContent }), named(0, 'RE 0', { xmlContent })],
      ],
      ustates: [named(21, 'Arena', { ustateData: 'u' }), named(22, 'UE 22', { ustateData })],
      projects: [
        { ...none, projectId: 3, name: 'Dome', version: '1', maps: ['Main', '4'] },
        { ...none, projectId: 4 },
      ],
    });
  });
});
