import { build } from 'esbuild';
import should from 'should';
import { operations } from '../../../dist/hub/table/operations.js';
import { publicShape } from '../../../dist/hub/table/public-table.js';
import { explainProblem, type Problem, statusOf } from '../../../dist/hub/words/explain.js';
import { failing, ScriptedHub } from '../scripted-hub.js';

/** Words that show which key was asked for, and with what. */
const words = Object.assign((key: string, facts: object = {}) => `${key} ${JSON.stringify(facts)}`, {
  operation: (name: string) => `“${name}”`,
  parameter: (name: string, names = '') => `${name} of ${names}`,
});

const shape = publicShape(operations);
const known = (name: string) => shape.find((operation) => operation.name === name);

describe('the words of a failure', () => {
  it('are the same for what is left of it in an answer', async () => {
    const hub = await ScriptedHub.open();
    hub.script = { 'GET /engines/7/nodes': { status: 422, body: { error: 'busy' } } };
    for (const params of [{ engineId: 7 }, { engineId: 8 }, { engineId: 'x' }, {}]) {
      const error = await failing(hub.run('listNodes', params));
      const { code, facts, outcome } = error;
      const problem = JSON.parse(JSON.stringify({ code, facts, outcome })) as Problem;
      should(explainProblem(words, problem, known('listNodes'))).equal(
        explainProblem(words, error, known('listNodes')),
      );
    }
    await hub.close();
  });

  it('name the thing that is not there, and where, as people call them', () => {
    const facts = {
      statusCode: 404,
      said: 'no',
      called: { engineId: 'Studio A', nodePath: 'Mixer', propertyPath: 'No' },
    };
    const problem: Problem = { code: 'HUB_NOT_FOUND', facts, outcome: 'refused' };
    should(explainProblem(words, problem, known('getProperty')))
      .startWith('errors.HUB_NOT_FOUND_thing ')
      .and.containEql('"thing":"propertyPath of property No"')
      .and.containEql('"place":"Mixer, Studio A"');
    should(explainProblem(words, problem, known('listEngines'))).startWith('errors.HUB_NOT_FOUND {');
  });

  it('name a wrong key, a lacking right, a wrong value and what is not there differently', () => {
    const named = (code: Problem['code'], statusCode: number) => statusOf({ code, facts: { statusCode } });
    should(named('HUB_AUTH', 401)).equal('HUB_AUTH');
    should(named('HUB_AUTH', 403)).equal('HUB_FORBIDDEN');
    should(named('HUB_REJECTED', 422)).equal('HUB_WRONG_VALUE');
    should(named('HUB_REJECTED', 400)).equal('HUB_WRONG_VALUE');
    should(named('HUB_REJECTED', 409)).equal('HUB_REJECTED');
    should(named('HUB_NOT_FOUND', 404)).equal('HUB_NOT_FOUND');
  });

  it('tell a read that failed from a command', () => {
    const problem: Problem = { code: 'HUB_TIMEOUT', facts: { timeout: 5000 }, outcome: 'unknown' };
    should(explainProblem(words, problem, known('listNodes'))).startWith('errors.HUB_TIMEOUT_read ');
    should(explainProblem(words, problem, known('launch'))).startWith('errors.HUB_TIMEOUT ');
  });

  it('bring nothing into the editor but what is pure', async () => {
    const { metafile } = await build({
      entryPoints: ['dist/hub/words/explain.js'],
      bundle: true,
      write: false,
      metafile: true,
    });
    should(Object.keys(metafile.inputs)).matchEach(/^dist\/hub\/words\/(explain|describe)\.js$/);
  });
});
