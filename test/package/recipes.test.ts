import { rmSync } from 'node:fs';
import should from 'should';
import type { KeysReport } from '../../dist/saved/page-key.js';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { eventually } from '../editor/page.js';
import { example, type Part, pointedAt, USUAL } from '../examples.js';
import { pageToken } from '../page-token.js';
import { type RealNodeRed, startNodeRed } from '../real-node-red.js';
import { FOLDER, type Recipe, recipePages, recipes, recipesUserDir, USER_DIR } from '../recipes.js';
import { pkg, read } from './package.js';
import { recipeRuns } from './recipe-runs.js';
import { commands, type Stage } from './recipe-stage.js';

/** Types of tabs and frames, which no package registers. */
const DRAWN = ['tab', 'group'];

describe('the recipes', function () {
  this.timeout(300_000);

  const index = read(`${FOLDER}/README.md`);

  it('have an index with every page, and a flow for every page', () => {
    const explained = new Set(recipes.map(({ page }) => page.name));
    should(recipePages.map(({ name }) => name)).eql([...explained].sort());
    for (const { name } of recipePages) should(index).containEql(`](${name}.md)`);
  });

  it('share the hub of the examples', () => {
    const hubOf = (flow: readonly Part[]) => flow.find(({ type }) => type === 'hub-config');
    const expected = hubOf(example('1-first-steps/first-show'));
    for (const { name, flow } of recipes) should(hubOf(flow)).eql(expected, name);
    should(expected).match({ baseUrl: USUAL });
  });

  it('share no other id, except configuration nodes that several use', () => {
    const parts = new Map<string, Part>();
    for (const part of recipes.flatMap(({ flow }) => flow)) {
      const same = parts.get(part.id);
      if (same) should(part).eql(same);
      if (same) should(part).not.have.property('z');
      parts.set(part.id, part);
    }
  });

  for (const { name, commands, packages } of recipePages)
    describe(`the page ${name}`, () => {
      const flows = recipes.filter(({ page }) => page.name === name);

      it('has no command that is not tested here', () => {
        const others = commands.filter((line) => line !== USER_DIR && !line.startsWith('npm install '));
        should(others).eql(flows.flatMap((flow) => recipeRuns[flow.name]?.commands ?? []));
        should(commands.includes(USER_DIR)).equal(packages.length > 0);
      });
    });

  describe('in a real Node-RED', () => {
    let hub: Simulator;
    let nodeRed: RealNodeRed;
    let userDir: string | undefined;
    /** The types that a package registers. */
    let typesOf: (module: string) => readonly string[];

    before(async function () {
      userDir = recipesUserDir();
      if (!userDir) return this.skip();
      hub = await startSimulator();
      nodeRed = await startNodeRed(userDir);
      const headers = { accept: 'application/json' };
      const sets = (await (await fetch(`${nodeRed.url}/nodes`, { headers })).json()) as {
        module: string;
        types: string[];
      }[];
      typesOf = (name) => sets.filter(({ module }) => module === name).flatMap(({ types }) => types);
    });

    after(async () => {
      await nodeRed?.stop();
      await hub?.close();
      if (userDir) rmSync(userDir, { recursive: true, force: true, maxRetries: 5 });
    });

    async function deploy(flow: readonly object[], ...changes: readonly (readonly [string, string])[]): Promise<void> {
      const text = changes.reduce(
        (json, [from, to]) => json.replaceAll(from, to),
        JSON.stringify(pointedAt(hub.url, flow)),
      );
      const headers = { 'content-type': 'application/json' };
      const deployed = await fetch(`${nodeRed.url}/flows`, { method: 'POST', headers, body: text });
      should(deployed.status).equal(204, await deployed.text());
    }

    /** Deploys a flow. Returns the log of its start. */
    async function startedBy(flow: readonly object[], ...changes: Parameters<typeof deploy>[1][]): Promise<string> {
      const since = nodeRed.log().length;
      await deploy(flow, ...changes);
      await eventually(() => should(nodeRed.log().slice(since)).match(/Started (modified )?(flows|nodes)/));
      return nodeRed.log().slice(since);
    }

    /** Waits until each toggle knows the state of its property: before that, it asks for a second press. */
    async function togglesKnow(flow: readonly Part[]): Promise<void> {
      const toggles = new Set(flow.filter(({ toggle }) => toggle === true).map(({ id }) => id));
      const headers = await pageToken(nodeRed.url);
      await eventually(async () => {
        const answer = await fetch(`${nodeRed.url}/graphics-hub/controls`, { headers });
        const { controls } = (await answer.json()) as KeysReport;
        const own = controls.filter(({ id }) => toggles.has(id));
        should(own).have.length(toggles.size);
        for (const { state } of own) should(['off', 'program']).containEql(state);
      });
    }

    it('use all packages of their pages', () => {
      for (const { name, packages } of recipePages) {
        const parts = recipes.filter(({ page }) => page.name === name).flatMap(({ flow }) => flow);
        const modules = parts.flatMap(({ libs = [] }) => libs.map(({ module }) => module));
        const isUsed = (each: string) =>
          modules.includes(each) || typesOf(each).some((type) => parts.some((part) => part.type === type));
        should(packages.filter((each) => !isUsed(each))).eql([], name);
      }
    });

    for (const recipe of recipes)
      describe(recipe.name, () => {
        it('has only nodes of Node-RED, of this package and of the installed ones', () => {
          const types = [...new Set(recipe.flow.map(({ type }) => type))].filter((type) => !DRAWN.includes(type));
          const modules = recipe.flow.flatMap(({ libs = [] }) => libs.map(({ module }) => module));
          const { packages } = recipe.page;
          const registered = ['node-red', pkg.name, ...packages].flatMap(typesOf);
          should(types.filter((type) => !registered.includes(type))).eql([]);
          should(modules.filter((module) => !packages.includes(module))).eql([]);
        });

        const does = recipeRuns[recipe.name]?.does;
        if (does)
          it('has the results that its page describes', async function () {
            const { nodes = [], changes = [], act, close } = await does(this);
            try {
              // The flow before it may still end its last command.
              await startedBy([]);
              hub.reset();
              await startedBy([...recipe.flow, ...nodes], ...changes);
              await togglesKnow(recipe.flow);
              const stage: Stage = { hub, nodeRed, sent: () => commands(hub), find: finderIn(recipe) };
              await act(stage);
            } finally {
              await close?.();
            }
          });
        // The runs of the others show this, too.
        else
          it('starts, and sends no command at the deploy', async () => {
            hub.reset();
            // The flow before it may report messages that its end interrupts.
            await startedBy([]);
            const log = await startedBy(recipe.flow);
            should(commands(hub)).eql([]);
            should(log).not.match(/unknown|Waiting for missing types/i);
            should(log).not.match(/is not a (function|constructor)/);
            should(errorsIn(log).filter((line) => !isOfMissingDevice(line))).eql([]);
          });
      });
  });
});

/** Errors of missing devices. A flow that was stopped can still report one for a moment. */
const isOfMissingDevice = (line: string): boolean =>
  Object.values(recipeRuns).some(({ withoutDevice }) => withoutDevice?.test(line));

const errorsIn = (log: string): readonly string[] => log.match(/^.*\[error\].*$/gm) ?? [];

const finderIn =
  ({ flow }: Recipe) =>
  (name: string): Part => {
    const found = flow.find((part) => part.name === name);
    if (!found) throw new Error(`No node is called ${name}`);
    return found;
  };
