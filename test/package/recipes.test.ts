import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { eventually } from '../editor/page.js';
import { example, examples, type Part, pointedAt, USUAL } from '../examples.js';
import { type RealNodeRed, startNodeRed } from '../real-node-red.js';
import { FOLDER, type Recipe, recipePages, recipes, recipesUserDir, USER_DIR } from '../recipes.js';
import { ofCoreNodes } from '../runtime.js';
import { pkg, read } from './package.js';
import { recipeRuns } from './recipe-runs.js';
import { commands, type Stage } from './recipe-stage.js';

/** Types of tabs and frames, which no package registers. */
const DRAWN = ['tab', 'group'];

/** The library that *inject* uses for times. */
interface Cronos {
  CronosExpression: { parse(text: string, options: { timezone: string }): { nextDate(from: Date): Date } };
}

/** The headings of a page, in this order. */
const HEADINGS = ['You need', 'Do', 'How it works', 'When it does not work'];

/** The recipes of panels, with one control for each key and fader. */
const PANELS = ['looks-on-a-stream-deck', 'midi-fader-bank', 'stream-deck', 'x-keys', 'x-touch'];

/** The nodes that the index explains. */
const inEachFlow = ['Simulated hub', 'What went wrong', 'Failures'];

const oneLine = (text: string): string => text.replace(/\s+/g, ' ');

/** One node of a row of keys stands for all. */
const withoutNumbers = (name: string): string => name.replace(/\d+/g, '');

describe('the recipes', function () {
  this.timeout(300_000);

  const index = read(`${FOLDER}/README.md`);

  it('have an index with every page, and a flow for every page', () => {
    const explained = new Set(recipes.map(({ page }) => page.name));
    should(recipePages.map(({ name }) => name)).eql([...explained].sort());
    for (const { name } of recipePages) should(index).containEql(`](${name}.md)`);
  });

  it('have names that no other example has', () => {
    const others = examples.map(({ name }) => name.split('/').at(-1));
    should(recipes.filter(({ name }) => others.includes(name))).eql([]);
  });

  it('share the hub of the examples', () => {
    const hubOf = (flow: readonly Part[]) => flow.find(({ type }) => type === 'hub-config');
    const expected = hubOf(example('1-first-steps/first-show'));
    for (const { name, flow } of recipes) should(hubOf(flow)).eql(expected, name);
    should(expected).match({ baseUrl: USUAL });
  });

  it('with controls have at most two other nodes, besides those of the device', () => {
    const withControls = recipes.filter(({ flow }) => flow.some(({ type }) => type === 'hub-control'));
    should(withControls.length).be.aboveOrEqual(8);
    for (const { name, flow } of withControls) {
      const others = flow.filter(
        ({ type }) => type !== 'hub-control' && /^(hub-(?!config)|inject$|switch$|change$)/.test(type),
      );
      should(others.map(({ type }) => type).length).be.belowOrEqual(2, name);
    }
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

  it('have only the controls of a panel, beside its function, the link back to it and the looks', () => {
    for (const name of PANELS) {
      const { flow } = recipes.find((recipe) => recipe.name === name)!;
      const others = flow.filter(({ type, z }) => z !== undefined && type !== 'hub-control').map(({ type }) => type);
      const looks = name.startsWith('looks') ? ['hub-look'] : [];
      should(others.sort()).eql(['catch', 'debug', 'function', ...looks, 'link in', 'link out'], name);
    }
  });

  it('fire once in the nights when the clocks change', () => {
    const { CronosExpression } = ofCoreNodes('cronosjs') as Cronos;
    const halfPastTwo = CronosExpression.parse('30 2 * * *', { timezone: 'Europe/Berlin' });
    const next = (from: string) => halfPastTwo.nextDate(new Date(from)).toISOString();
    // Two o'clock becomes three: at the moment of the change.
    should(next('2026-03-28T12:00Z')).equal('2026-03-29T01:00:00.000Z');
    // Three o'clock becomes two: only the first half past two.
    should(next('2026-10-24T12:00Z')).equal('2026-10-25T00:30:00.000Z');
    should(next('2026-10-25T00:30Z')).equal('2026-10-26T01:30:00.000Z');
  });

  for (const { name, text, commands, packages } of recipePages)
    describe(`the page ${name}`, () => {
      const flows = recipes.filter(({ page }) => page.name === name);

      it('describes result, trials, needs and steps, and shows each flow', () => {
        should(text).match(/^# .+\n\n[^\n#]+/);
        should(oneLine(text)).match(/ \*\*Tried with:\*\* the simulator[^*]*\. \*\*Not tried:\*\* [^*]*a real hub\. /);
        should([...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)).eql(HEADINGS);
        for (const flow of flows) {
          should(text).containEql(`](${flow.name}.png)`);
          should(existsSync(join(FOLDER, `${flow.name}.png`))).be.true();
        }
      });

      it('imports each flow from the examples in its first step', () => {
        const [, first = ''] = oneLine(text).match(/ 1\. (.*?Choose .*?)\. /) ?? [];
        should(first).containEql('*Import* → *Examples* → `@graphics-hub/node-red` → *4-recipes* → ');
        for (const flow of flows) should(oneLine(text)).containEql(`*4-recipes* → *${flow.name}*`);
      });

      it('names each node of its flows', () => {
        for (const { flow } of flows)
          for (const part of flow.filter((each) => each.name && !inEachFlow.includes(each.name)))
            should(withoutNumbers(oneLine(text))).containEql(withoutNumbers(part.name));
      });

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
    async function startedBy(flow: readonly object[]): Promise<string> {
      const since = nodeRed.log().length;
      await deploy(flow);
      await eventually(() => should(nodeRed.log().slice(since)).match(/Started (modified )?(flows|nodes)/));
      return nodeRed.log().slice(since);
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

        const does = recipeRuns[recipe.name]?.does;
        if (does)
          it('has the results that its page describes', async function () {
            const { nodes = [], changes = [], act, close } = await does(this);
            try {
              hub.reset();
              await deploy([...recipe.flow, ...nodes], ...changes);
              const stage: Stage = { hub, nodeRed, sent: () => commands(hub), find: finderIn(recipe) };
              await act(stage);
            } finally {
              await close?.();
            }
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
