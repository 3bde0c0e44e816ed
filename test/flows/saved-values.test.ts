import should from 'should';
import { SAVED_CASES, textOf } from '../saved-values.js';
import { type NodeOf, perform, type Stage } from './stage.js';

const hub = { id: 'config', type: 'hub-config', version: 1, baseUrl: 'http://127.0.0.1:9', auth: 'none' };
const reader = { type: 'hub-watch', operation: 'listEngines' };

/** Cases by the id of the node that shows the result: for a configuration, a watch that uses it. */
const cases = SAVED_CASES.map((each, index) => ({ ...each, id: `case${index}` }));
const isConfig = ({ type }: { type: string }) => type === 'hub-config';

describe('a saved field', function () {
  this.timeout(240_000);
  let stage: Stage;

  before(async () => {
    const configs = cases.filter(isConfig).map(({ id, fields }) => ({ ...hub, ...fields, id: `hub-${id}` }) as NodeOf);
    const nodes = cases.map((each) =>
      isConfig(each)
        ? ({ ...reader, id: each.id, hub: `hub-${each.id}` } as NodeOf)
        : ({ hub: 'config', ...each.fields, id: each.id, type: each.type } as NodeOf),
    );
    stage = await perform(undefined, nodes, {}, { configs: [hub as NodeOf, ...configs] });
  });

  after(() => stage?.close());

  it('with a valid value lets its node run', () => {
    const refused = cases.filter(
      ({ id, isValid }) => isValid && /^(bad|no operation|no hub)/.test(stage.status(id)?.text ?? ''),
    );
    should(refused.map(textOf)).eql([]);
  });

  it('with a wrong value stops its node at the start', () => {
    const running = cases.filter(
      ({ id, isValid }) => !isValid && !/^(bad|no operation|no hub)/.test(stage.status(id)?.text ?? ''),
    );
    should(running.map(textOf)).eql([]);
  });
});
