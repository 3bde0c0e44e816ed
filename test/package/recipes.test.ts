import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { eventually } from '../editor/page.js';
import { example, type Part, pointedAt, USUAL } from '../examples.js';
import { type RealNodeRed, startNodeRed } from '../real-node-red.js';
import { FOLDER, type Recipe, recipes, recipesUserDir, USER_DIR } from '../recipes.js';
import { ofCoreNodes } from '../runtime.js';
import { filesIn, pkg, read, readJson } from './package.js';
import { commands, deeds, type Stage } from './recipes-deeds.js';

/** What only a tab or a frame is, and no node's package registers. */
const DRAWN = ['tab', 'group'];

/** What *inject* keeps its times by. */
interface Cronos {
  CronosExpression: { parse(text: string, options: { timezone: string }): { nextDate(from: Date): Date } };
}

/** What a page must tell, in this order. */
const HEADINGS = ['You need', 'Do', 'How it works', 'When it does not work'];

/** A word or a sentence of the product in a page. */
const QUOTED = /“([^”]+)”/g;

describe('the recipes', function () {
  this.timeout(300_000);

  const index = read(`${FOLDER}/README.md`);

  it('have an index that names each page, and no page without a flow', () => {
    const pages = readdirSync(FOLDER).filter((file) => file.endsWith('.md') && file !== 'README.md');
    should(pages.sort()).eql(recipes.map(({ name }) => `${name}.md`).sort());
    for (const page of pages) should(index).containEql(`](${page})`);
  });

  it('share the hub of the examples', () => {
    const hubOf = (flow: readonly Part[]) => flow.find(({ type }) => type === 'hub-config');
    const expected = hubOf(example('1-first-steps/first-show'));
    for (const { name, flow } of recipes) should(hubOf(flow)).eql(expected, name);
    should(expected).match({ baseUrl: USUAL });
  });

  it('share no other id, but for the settings that several have', () => {
    const parts = new Map<string, Part>();
    for (const part of recipes.flatMap(({ flow }) => flow)) {
      const same = parts.get(part.id);
      if (same) should(part).eql(same);
      if (same) should(part).not.have.property('z');
      parts.set(part.id, part);
    }
  });

  it('are right about the nights in which the clocks change', () => {
    const { CronosExpression } = ofCoreNodes('cronosjs') as Cronos;
    const halfPastTwo = CronosExpression.parse('30 2 * * *', { timezone: 'Europe/Berlin' });
    const next = (from: string) => halfPastTwo.nextDate(new Date(from)).toISOString();
    // Two o'clock is three: at the moment of the change.
    should(next('2026-03-28T12:00Z')).equal('2026-03-29T01:00:00.000Z');
    // Three o'clock is two: the first half past two, and not the second.
    should(next('2026-10-24T12:00Z')).equal('2026-10-25T00:30:00.000Z');
    should(next('2026-10-25T00:30Z')).equal('2026-10-26T01:30:00.000Z');
  });

  for (const { name, page, commands, packages } of recipes)
    describe(name, () => {
      it('tells what one gets, needs and does, and shows the flow', () => {
        should(page).match(/^# .+\n\n[^\n#]+/);
        should([...page.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)).eql(HEADINGS);
        should(page).containEql(`![`).and.containEql(`](${name}.png)`).and.containEql(`](${name}.json)`);
        should(existsSync(join(FOLDER, `${name}.png`))).be.true();
      });

      it('names no command that is not run here', () => {
        const others = commands.filter((line) => line !== USER_DIR && !line.startsWith('npm install '));
        should(others).eql(deeds[name]?.commands ?? []);
        should(commands.includes(USER_DIR)).equal(packages.length > 0);
      });

      it('quotes the product as it is', () => {
        for (const [, words = ''] of page.replaceAll(/\n */g, ' ').matchAll(QUOTED))
          should(isSaid(words)).be.true(words);
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

    for (const recipe of recipes)
      describe(recipe.name, () => {
        it('has only nodes of Node-RED, of this package and of those that it installs, and uses all of these', () => {
          const types = [...new Set(recipe.flow.map(({ type }) => type))].filter((type) => !DRAWN.includes(type));
          const modules = recipe.flow.flatMap(({ libs = [] }) => libs.map(({ module }) => module));
          const known = ['node-red', pkg.name, ...recipe.packages].flatMap(typesOf);
          should(types.filter((type) => !known.includes(type))).eql([]);
          should(modules.filter((module) => !recipe.packages.includes(module))).eql([]);
          for (const name of recipe.packages)
            should(modules.includes(name) || typesOf(name).some((type) => types.includes(type))).be.true(name);
        });

        it('runs, and moves nothing by being deployed', async () => {
          hub.reset();
          const since = nodeRed.log().length;
          await deploy(recipe.flow);
          await eventually(() => should(nodeRed.log().slice(since)).match(/Started (modified )?(flows|nodes)/));
          should(commands(hub)).eql([]);
          const said = nodeRed.log().slice(since);
          should(said).not.match(/unknown|Waiting for missing types/i);
          should(said).not.match(/is not a (function|constructor)/);
          should(errorsIn(said).filter((line) => !isOfMissingDevice(line))).eql([]);
        });

        const deed = deeds[recipe.name]?.does;
        if (deed)
          it('does what its page says', async function () {
            const { nodes = [], changes = [], act, close } = await deed(this);
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

/** What is said where a device is missing; a flow that was there before may say it a moment after its end. */
const isOfMissingDevice = (line: string): boolean =>
  Object.values(deeds).some(({ withoutDevice }) => withoutDevice?.test(line));

const errorsIn = (log: string): readonly string[] => log.match(/^.*\[error\].*$/gm) ?? [];

const finderIn =
  ({ flow }: Recipe) =>
  (name: string): Part => {
    const found = flow.find((part) => part.name === name);
    if (!found) throw new Error(`No node is called ${name}`);
    return found;
  };

/** All that this package says in American English. */
const sentences = filesIn('locales/en-US')
  .filter((file) => file.endsWith('.json'))
  .flatMap((file) => texts(readJson(file)));

function texts(words: object): string[] {
  return Object.values(words).flatMap((entry) => (typeof entry === 'object' ? texts(entry) : [String(entry)]));
}

/** Whether the product says this: word for word, with anything in the place of a placeholder. */
const isSaid = (words: string): boolean =>
  sentences.some((sentence) => {
    const pattern = sentence.split(/__\w+__/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    return new RegExp(`^${pattern.join('.+')}$`).test(words);
  });
