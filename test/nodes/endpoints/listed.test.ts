import { readFileSync } from 'node:fs';
import type { NodeInitializer } from 'node-red';
import helper from 'node-red-node-test-helper';
import should from 'should';
import { perform, type Stage } from '../../flows/stage.js';
import { fromPage } from './endpoints.js';

interface Layer {
  readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
}

type Method = 'get' | 'post';

describe('the endpoints of the package', () => {
  let stage: Stage;
  /** Method and path below `/graphics-hub/`. */
  let routes: (readonly [Method, string])[];

  before(async () => {
    let layers: readonly Layer[] = [];
    const listen: NodeInitializer = (RED) => {
      const { _router: router } = RED.httpAdmin as unknown as {
        readonly _router: { readonly stack: readonly Layer[] };
      };
      layers = router.stack;
    };
    stage = await perform(undefined, [], {}, { modules: [listen] });
    routes = layers.flatMap(({ route }) =>
      route?.path.startsWith('/graphics-hub/')
        ? Object.keys(route.methods).map((method) => [method as Method, route.path.slice(14)] as const)
        : [],
    );
  });
  after(() => stage.close());

  it('are all listed in SECURITY.md', () => {
    const rows = readFileSync('SECURITY.md', 'utf8').matchAll(/^\| (GET|POST) ([^|]+) \|/gm);
    const listed = [...rows].flatMap(([, method, paths]) =>
      [...String(paths).matchAll(/`([^`]+)`/g)].map(([, path]) => `${method} ${path}`),
    );
    should(listed.length).be.above(10);
    should(routes.map(([method, path]) => `${method.toUpperCase()} ${path}`).sort()).eql(listed.sort());
  });

  it('refuse a request without the token of the editor, and one of another page with it', async () => {
    const page = await fromPage();
    const statusOf = async (method: Method, path: string, headers: Readonly<Record<string, string>>) =>
      (await helper.request()[method](`/graphics-hub/${path}`).set(headers)).status;
    for (const [method, path] of routes) {
      const isToken = path === 'token';
      if (!isToken) should([path, await statusOf(method, path, {})]).eql([path, 403]);
      should([path, await statusOf(method, path, { 'X-Graphics-Hub-Token': 'guessed' })]).eql([
        path,
        isToken ? 200 : 403,
      ]);
      for (const site of ['cross-site', 'same-site', 'none']) {
        const headers = { ...page, 'Sec-Fetch-Site': site };
        should([path, site, await statusOf(method, path, headers)]).eql([path, site, 403]);
      }
    }
  });

  it('answer the editor, and let no cache keep the answer', async () => {
    const headers = { ...(await fromPage()), 'Sec-Fetch-Site': 'same-origin' };
    const { status, headers: answered } = await helper.request().get('/graphics-hub/hubs').set(headers);
    should(status).equal(200);
    should(answered['cache-control']).equal('no-store');
  });
});
