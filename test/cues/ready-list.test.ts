import { readFileSync } from 'node:fs';
import should from 'should';
import { checkCues } from '../../dist/cues/check.js';
import { cuesText, parseCues } from '../../dist/cues/cue-text.js';
import { Hub, type Result } from '../../dist/hub/hub.js';
import type { SendRead } from '../../dist/hub/lookup/look-ups.js';
import { findTableOperation } from '../../dist/hub/table/operations.js';
import { startSimulator } from '../../dist/simulator/index.js';
import { READY_LIST } from '../cue-lists.js';
import { freePort } from '../free-port.js';

describe("the ready list of the simulator's show", () => {
  const text = readFileSync(READY_LIST, 'utf8');

  it('is written as a list is stored', () => {
    should(cuesText(parseCues(text))).equal(text);
    should([...parseCues(text).keys()]).eql(['10', '20', '30', '40', '50', '60']);
  });

  it('has only things that the simulator has', async () => {
    const simulator = await startSimulator({ port: await freePort() });
    const settings = { dialect: 1, linearSegment: 'linear', headers: {}, timeout: 5000, maxInFlight: 8 } as const;
    const hub = new Hub({ baseUrl: simulator.url, ...settings });
    const read: SendRead = async (name, params) => ((await hub.run(findTableOperation(name)!, params)) as Result).body;
    try {
      should(await checkCues(parseCues(text), read, new Set())).eql([]);
    } finally {
      hub.close();
      await simulator.close();
    }
  });
});
