import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import should from 'should';
import { nodeRedDir } from '../runtime.js';
import { nodes, pkg, readJson, root } from './package.js';
import { pack, tarball, unpack } from './packed.js';

/** The scorecard of the Flow Library. Its own dependencies are old, so it uses those of Node-RED. */
const SCORECARD = 'node-red-dev@0.1.6';

interface Dependency {
  version: string;
  dev?: boolean;
}

interface Scorecard {
  found: Record<string, { test: boolean; nodes?: string[] }>;
  complaints: string[];
}

/** The two versions as a registry describes them. */
const four = readJson('package-lock.json').packages['node_modules/node-red'] as { version: string; engines: object };
const five = {
  version: readJson('test/runtimes/node-red-5/package.json').dependencies['node-red'] as string,
  engines: { node: '>=22.9' },
};

/** The packages that are installed with this one. */
const dependencies = Object.entries(readJson('package-lock.json').packages as Record<string, Dependency>)
  .filter(([path, { dev }]) => path && !dev)
  .map(([path, { version }]) => `${path.replace(/^.*node_modules\//, '')}@${version}`);

/** Types of Node-RED's own nodes. */
const core = dirname(require.resolve('@node-red/nodes/package.json', { paths: [nodeRedDir] }));
const coreTypes = readdirSync(join(core, 'core'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /^\w+.\d\d-[\w-]+\.html$/.test(file))
  .map((file) => readFileSync(join(core, 'core', file), 'utf8'))
  .flatMap((html) => [...html.matchAll(/registerType\(['"]([^'"]+)['"]/g)].map(([, type]) => type ?? ''));

describe("the Flow Library's scorecard", function () {
  this.timeout(240_000);

  let scorecard: string;
  let ours: string;

  before(function () {
    ours = unpack(tarball());
    try {
      scorecard = unpack(pack(SCORECARD, '--fetch-retries=0'));
    } catch (error) {
      if (process.env.CI) throw error;
      console.log(`        ${SCORECARD} cannot be had from here`);
      this.skip();
    }
  });

  /** The complaints about this package if the catalogue already contains these types. */
  function judge(types: string[]): Scorecard {
    const catalogue = { modules: [{ id: 'node-red-contrib-somebody', types }] };
    const nodeRed = {
      'dist-tags': { latest: five.version, maintenance: four.version },
      versions: { [five.version]: five },
    };
    const answers = JSON.stringify({ 'catalogue.json': catalogue, '/node-red': nodeRed, dependencies });
    const printed = execFileSync(
      process.execPath,
      [join(root, 'test/package/scorecard.cjs'), scorecard, ours, answers],
      { encoding: 'utf8', env: { ...process.env, NODE_PATH: join(root, 'node_modules') } },
    );
    return JSON.parse(printed) as Scorecard;
  }

  const types = nodes.map(({ type }) => type ?? '');

  it('has no complaint about the package, and finds an example for every node', () => {
    should(coreTypes).containEql('inject').and.containEql('batch');
    should(dependencies.length).be.above(10);
    const { found, complaints } = judge(coreTypes);
    should(complaints).be.empty();
    const { N02, package: named, ...rules } = found;
    should(named).match({ name: pkg.name });
    should(Object.keys(rules).sort()).eql('D01 D02 D03 N01 P01 P03 P04 P05 P06 P07 P08'.split(' '));
    should(rules).matchEach({ test: true });
    // The scorecard expects no example of a configuration.
    const names = types.filter((type) => !['hub-config', 'hub-surface'].includes(type));
    should(N02?.nodes?.sort()).eql(names.sort());
    should(N02?.test).be.true();
  });

  it('also reads the configuration, without an example, and notices that another package has its type', () => {
    should(judge(['hub-config']).found.N01).match({ test: false });
  });
});
