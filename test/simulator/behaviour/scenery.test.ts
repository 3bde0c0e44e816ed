import should from 'should';
import { type Simulator, startSimulator } from '../../../dist/simulator/index.js';
import { reply } from '../ask.js';

/** Nodes and paths that existing pages for hubs use. */
describe('the scenery of a simulated engine', () => {
  let simulator: Simulator;
  before(async () => {
    simulator = await startSimulator();
  });
  afterEach(() => simulator.reset());
  after(() => simulator.close());

  const at = (node: string, kind: string, path: string) =>
    `${simulator.url}/api/rest/v1/engines/1/nodes/${node}/${kind}/${encodeURIComponent(path)}`;
  const call = async (node: string, path: string) =>
    should(await reply(await fetch(at(node, 'functions', path), { method: 'POST' }))).match({
      status: 200,
      body: { success: true },
    });
  const held = async (node: string, path: string) =>
    ((await reply(await fetch(at(node, 'properties', path)))).body as { Value: unknown }).Value;
  async function set(node: string, path: string, Value: unknown) {
    const body = JSON.stringify({ Value });
    should(await reply(await fetch(at(node, 'properties', path), { method: 'PATCH', body }))).match({ status: 200 });
  }

  const [program, preview] = ['Channels//ProgramChannel/0', 'Channels//PreviewChannel/0'];
  const outputs = async () => [await held('Mixer_0', program), await held('Mixer_0', preview)];

  it('has a mixer that takes each of ten channels from preview to program', async () => {
    for (let channel = 1; channel <= 10; channel += 1) {
      should(await held('Mixer_0', `Channels//Channel${channel}/0`)).equal(`CAM ${channel}`);
      const before = await held('Mixer_0', program);
      await set('Mixer_0', preview, `Channel${channel}`);
      await call('Mixer_0', 'Default//DoTransition/0');
      should(await outputs()).eql([`Channel${channel}`, before]);
    }
  });

  it('has a mixer whose transition takes its time', async () => {
    await set('Mixer_0', 'Default/DoTransition/Duration/0', 3600);
    await call('Mixer_0', 'Default//DoTransition/0');
    should(await outputs()).eql(['CAM 1', 'CAM 4']);
    simulator.reset();
    await set('Mixer_0', 'Default/DoTransition/Duration/0', '0.1');
    await call('Mixer_0', 'Default//DoTransition/0');
    while ((await outputs())[0] === 'CAM 1');
    should(await outputs()).eql(['CAM 4', 'CAM 1']);
  });

  it('has a media input that plays, pauses and rewinds', async () => {
    const [playing, position] = ['Status//Playing/0', 'Status//Position/0'];
    await call('MediaInput_0', 'Default//Play/0');
    should(await held('MediaInput_0', playing)).be.true();
    while ((await held('MediaInput_0', position)) === 0);
    await call('MediaInput_0', 'Default//Pause/0');
    should(await held('MediaInput_0', playing)).be.false();
    const paused = (await held('MediaInput_0', position)) as number;
    should(paused).be.above(0).and.below(60);
    await new Promise((resolve) => setTimeout(resolve, 20));
    should(await held('MediaInput_0', position)).equal(paused);
    await call('MediaInput_0', 'Default//Rewind/0');
    should(await held('MediaInput_0', position)).equal(0);
  });

  const settable: [string, string, unknown][] = [
    ['MediaInput_0', 'Media//Loop/0', true],
    ['MediaInput_0', 'File//FilePath/0', 'D:\\Clips\\Goal.mov'],
    ['Actor_0', 'Actor//EnableRender/0', false],
    ['Form_0', 'Default//Boolean/0', true],
    ['Form_0', 'Default//Float/0', 0.75],
    ['Form_0', 'Default//Integer/0', 7],
    ['Form_0', 'Default//String/0', 'Zürich'],
  ];
  for (const [node, path, value] of settable)
    it(`has ${path} on ${node}`, async () => {
      should(await held(node, path))
        .be.type(typeof value)
        .and.not.equal(value);
      await set(node, path, value);
      should(await held(node, path)).equal(value);
    });

  it('has internal properties of the engine among its properties', async () => {
    const { body } = await reply(await fetch(`${simulator.url}/api/rest/v1/engines/1/nodes/Form_0/properties`));
    const names = (body as { DisplayName: string }[]).map(({ DisplayName }) => DisplayName);
    should(names.filter((name) => /^(Node|Debug)/.test(name))).have.length(2);
  });
});
