import { build } from 'esbuild';
import should from 'should';
import { operations } from '../../../dist/hub/table/operations.js';
import { publicShape } from '../../../dist/hub/table/public-table.js';
import type { Problem } from '../../../dist/hub/wire/errors.js';
import { explainProblem } from '../../../dist/hub/words/explain.js';
import { failing, ScriptedHub } from '../scripted-hub.js';

/** Words that show the requested key and its facts. */
const words = Object.assign((key: string, facts: object = {}) => `${key} ${JSON.stringify(facts)}`, {
  operation: (name: string) => `“${name}”`,
  parameter: (name: string, names = '') => `${name} of ${names}`,
});

const shape = publicShape(operations);
const operationNamed = (name: string) => shape.find((operation) => operation.name === name);

describe('the words of a failure', () => {
  it('are the same for the part of it in an answer', async () => {
    const hub = await ScriptedHub.open();
    hub.script = { 'GET /engines/7/nodes': { status: 422, body: { error: 'busy' } } };
    for (const params of [{ engineId: 7 }, { engineId: 8 }, { engineId: 'x' }, {}]) {
      const error = await failing(hub.run('listNodes', params));
      const { code, facts, outcome } = error;
      const problem = JSON.parse(JSON.stringify({ code, facts, outcome })) as Problem;
      should(explainProblem(words, problem, operationNamed('listNodes'))).equal(
        explainProblem(words, error, operationNamed('listNodes')),
      );
    }
    await hub.close();
  });

  it('are different for a failed read and a failed command', () => {
    const problem: Problem = { code: 'HUB_TIMEOUT', facts: { timeout: 5000 }, outcome: 'unknown' };
    should(explainProblem(words, problem, operationNamed('listNodes'))).containEql('"advice":"errors.checkHub {}"');
    should(explainProblem(words, problem, operationNamed('launch'))).containEql('"advice":"errors.checkOutput {}"');
  });

  it('bring only pure modules into the editor', async () => {
    const { metafile } = await build({
      entryPoints: ['dist/hub/words/explain.js'],
      bundle: true,
      write: false,
      metafile: true,
    });
    should(Object.keys(metafile.inputs)).matchEach(
      /^dist\/(base\/(display|values)|hub\/wire\/certificates|hub\/words\/(explain|target-names|texts|verdict))\.js$/,
    );
  });
});
