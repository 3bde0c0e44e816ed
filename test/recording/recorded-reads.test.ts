import should from 'should';
import { RecordedReads } from '../../dist/recording/recorded-reads.js';
import type { RecordedRead } from '../../dist/recording/recording.js';
import { failing } from '../hub/scripted-hub.js';

const READS: RecordedRead[] = [
  { operation: 'listEngines', params: {}, answer: [{ id: 4, displayName: 'Studio' }] },
  { operation: 'getEngine', params: { engineId: 5 }, answer: { id: 5, displayName: 'Foyer' } },
  { operation: 'listNodes', params: { engineId: 4 }, answer: { data: [{ NodePath: 'Mixer_0', NodeName: 'Mixer' }] } },
  { operation: 'listRenderers', params: { configID: 1 }, answer: [7] },
  { operation: 'listProjects', params: {}, refusal: 403 },
  { operation: 'listRundowns', params: {}, refusal: 500 },
];

describe('the reads of a recording', () => {
  const reads = new RecordedReads({
    format: 'graphics-hub-recording',
    version: 1,
    recordedAt: '2026-11-23T14:00:00.000Z',
    hub: { dialect: 1, linearSegment: 'linear', isEarly: false },
    isAnonymous: false,
    missing: [],
    reads: READS,
  });

  it('have a thing that was read alone, or its row in a list', () => {
    should(reads.find('getEngine', { engineId: 5 })).match({ answer: { displayName: 'Foyer' } });
    should(reads.find('getEngine', { engineId: 4 })).eql({ answer: { id: 4, displayName: 'Studio' } });
    // In a path, every parameter is text.
    should(reads.find('getEngine', { engineId: '4' })).eql({ answer: { id: 4, displayName: 'Studio' } });
  });

  it('have a 404 for a thing that its list does not have', () => {
    should(reads.find('getEngine', { engineId: 6 })).eql({ refusal: 404 });
    should(reads.find('getNode', { engineId: 4, nodePath: 'Gone_0' })).eql({ refusal: 404 });
  });

  it('have nothing for a thing whose list was not read, or was refused', () => {
    should(reads.find('getNode', { engineId: 5, nodePath: 'Mixer_0' })).be.undefined();
    should(reads.find('getRundown', { rundownId: 1 })).be.undefined();
    should(reads.find('listTemplates', {})).be.undefined();
    // The list of engines has no nodes, and the one of renderers only ids.
    should(reads.find('listNodes', { engineId: 5 })).be.undefined();
    should(reads.find('getRenderer', { configID: 1, rendererID: 7 })).be.undefined();
    should(reads.find('getRenderer', { configID: 1, rendererID: 8 })).eql({ refusal: 404 });
  });

  it('reject as a hub does: a 404, another status, or no answer', async () => {
    should(await failing(reads.read('getEngine', { engineId: 6 }))).match({
      code: 'HUB_NOT_FOUND',
      facts: { statusCode: 404 },
    });
    should(await failing(reads.read('listProjects', {}))).match({ code: 'HUB_REJECTED', facts: { statusCode: 403 } });
    should(await failing(reads.read('listTemplates', {}))).match({ code: 'HUB_UNREACHABLE' });
  });
});
