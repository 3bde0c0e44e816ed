import should from 'should';
import { parse } from 'yaml';
import { filesIn, pkg, read } from './package.js';

const workflow = (name: string) => parse(read(`.github/workflows/${name}.yml`));

/** Every pair that a matrix includes, as `NODE-RED on NODE, OS`. */
function runs({
  os,
  node,
  'node-red': nodeReds,
  exclude,
}: Record<string, (string | number)[]> & { exclude: object[] }) {
  const isOut = (one: object) =>
    exclude.some((pair) => Object.entries(pair).every(([key, value]) => Object(one)[key] === value));
  return os!.flatMap((system) =>
    nodeReds!.flatMap((nodeRed) =>
      node!.flatMap((version) =>
        isOut({ os: system, 'node-red': nodeRed, node: version }) ? [] : [`${nodeRed} on ${version}, ${system}`],
      ),
    ),
  );
}

/** The steps of all jobs of a workflow. */
const stepsOf = (name: string) =>
  Object.values(workflow(name).jobs as Record<string, { steps?: { uses?: string; run?: string }[] }>).flatMap(
    ({ steps = [] }) => steps,
  );

describe('the workflows', () => {
  it('test every supported pair of Node-RED and Node.js, on Linux and on Windows', () => {
    const pairs = ['4 on 20', '4 on 22', '4 on 24', '5 on 22', '5 on 24'];
    const wanted = ['ubuntu-latest', 'windows-latest'].flatMap((os) => pairs.map((pair) => `${pair}, ${os}`));
    should(runs(workflow('ci').jobs.test.strategy.matrix)).eql(wanted);
  });

  it('run the tests of the chosen Node-RED, with the editor tests', () => {
    const said = stepsOf('ci').map(({ run }) => run);
    for (const script of ['test', 'run test:editor'])
      should(said).containEql(`npm ${script} -- --only \${{ matrix.node-red }}`);
  });

  it('publish a tag by a workflow that npm trusts, after all tests', () => {
    const { on, jobs } = workflow('publish');
    should(on).eql({ push: { tags: ['v*'] } });
    should(jobs.publish).match({ needs: 'test', permissions: { contents: 'read', 'id-token': 'write' } });
    should(jobs.test).eql({ uses: './.github/workflows/ci.yml' });
    should(Object.keys(workflow('ci').on)).containEql('workflow_call');
    should(stepsOf('publish').at(-1)?.run).equal('npm publish --provenance --access public');
    should(read('.github/workflows/publish.yml')).not.match(/secrets\.|registry-url|NODE_AUTH_TOKEN/);
  });

  it('pin actions by their major version, and have read permission unless they declare more', () => {
    for (const name of ['ci', 'publish']) {
      should(workflow(name).permissions).eql({ contents: 'read' });
      const used = stepsOf(name).flatMap(({ uses }) => uses ?? []);
      should(used.length).be.above(1);
      should(used).matchEach(/^actions\/[\w-]+@v\d+$/);
    }
  });
});

describe('the forms for issues', () => {
  const forms = filesIn('.github/ISSUE_TEMPLATE').filter((file) => !file.endsWith('/config.yml'));

  for (const file of forms)
    it(`${file} is valid`, () => {
      const { name, description, body } = parse(read(file));
      should([name, description].every((text) => typeof text === 'string' && text.length > 0)).be.true();
      const fields = (body as { type: string; id: string }[]).filter(({ type }) => type !== 'markdown');
      should(new Set(fields.map(({ id }) => id)).size).equal(fields.length);
      should(fields.map(({ type }) => type)).matchEach(/^(input|textarea)$/);
    });

  it('ask for the data to reproduce a bug, and for no key', () => {
    const text = read('.github/ISSUE_TEMPLATE/bug.yml');
    for (const wanted of [/No keys/, /Test connection/, /journal/i, /Versions/, /below the node/])
      should(text).match(wanted);
  });

  it('link to the repository that the package names', () => {
    const home = pkg.bugs.replace(/issues$/, '');
    const { contact_links: links } = parse(read('.github/ISSUE_TEMPLATE/config.yml'));
    should(links).not.be.empty();
    should((links as { url: string }[]).map(({ url }) => url)).matchEach((url: string) => url.startsWith(home));
  });
});
