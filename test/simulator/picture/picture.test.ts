import fc from 'fast-check';
import should from 'should';
import type { Params } from '../../../dist/hub/wire/request.js';
import { type Simulator, startSimulator } from '../../../dist/simulator/index.js';
import { ask } from '../ask.js';
import { classed, fetchDrawing, parse, part, texts } from './drawing.js';

const uuid = (serial: string) => `6f1c2a90-3d4e-4b5f-8a6b-${serial.padStart(12, '0')}`;
const WALL = { engineId: 3, nodePath: uuid('100') };
const SCOREBOARD = { engineId: 4, nodePath: '/Game/Maps/Arena.Arena:PersistentLevel.Scoreboard_2' };
const mixer = (engineId: number) => ({ engineId, nodePath: 'Mixer_0' });
const lowerThird = (engineId: number) => ({ engineId, nodePath: 'Lower Third_0' });

const [PROGRAM, PREVIEW] = [0, 1];

describe('the picture of the show', () => {
  let simulator: Simulator;
  beforeEach(async () => {
    simulator = await startSimulator();
  });
  afterEach(() => simulator.close());

  const act = async (operation: string, params: Params, linear = 'linear') =>
    should((await ask(simulator, operation, { params, linear })).status).be.below(300);
  const set = (node: Params, propertyPath: string, Value: unknown) =>
    act('setProperty', { ...node, propertyPath, Value });
  const press = (rundownId: number, itemId: number, buttonKey: string) =>
    act('pressItemButton', { rundownId, itemId, buttonKey });
  const picture = () => fetchDrawing(simulator);
  const attribute = async (id: string, name: string) => part(await picture(), id).attributes[name];
  const textsOf = async (output: string, className: string) => texts(part(await picture(), output), className);

  it('is served without a key, is small, and is in no journal', async () => {
    await simulator.close();
    simulator = await startSimulator({ apiKey: 'rh_very_secret' });
    const text = await (await fetch(`${simulator.url}/picture.svg`)).text();
    should(text.length).be.below(30_000);
    should(parse(text).name).equal('svg');
    should(simulator.journal).be.empty();
  });

  it('shows two monitors with their engines, in the language of the user', async () => {
    const english = await picture();
    should(part(english, 'picture-program').attributes['aria-label']).equal('Program, CAM 1');
    should(part(english, 'picture-program').text).containEql('Program').and.containEql('Studio A');
    should(part(english, 'picture-preview').text).containEql('Preview').and.containEql('Studio B');
    const german = await fetchDrawing(simulator, { 'Accept-Language': 'de-AT' });
    should(part(german, 'picture-program').attributes['aria-label']).equal('Programm (PGM), CAM 1');
  });

  it('changes the camera only of the output whose mixer changes', async () => {
    should(await textsOf('picture-program', 'camera')).eql(['CAM 1']);
    should(await textsOf('picture-preview', 'camera')).eql(['CAM 2']);
    const [before, beside] = [
      await attribute('program-camera', 'transform'),
      await attribute('preview-camera', 'transform'),
    ];
    await set(mixer(1), 'Channels//ProgramChannel/0', 'CAM 3');
    await set(mixer(1), 'Channels//PreviewChannel/0', 'CAM 7');
    should(await textsOf('picture-program', 'camera')).eql(['CAM 3']);
    should(await textsOf('picture-program', 'next')).eql(['CAM 7']);
    should(await textsOf('picture-preview', 'camera')).eql(['CAM 2']);
    should(await attribute('program-camera', 'transform')).not.equal(before);
    should(await attribute('preview-camera', 'transform')).equal(beside);
  });

  it('fades only the overlay of the output whose mixer changes', async () => {
    should(await attribute('program-overlay', 'opacity')).equal('1');
    await set(mixer(1), 'Overlay//Opacity/0', 0.5);
    should(await attribute('program-overlay', 'opacity')).equal('0.5');
    should(await attribute('preview-overlay', 'opacity')).equal('1');
    await act('callFunction', { ...mixer(1), functionPath: 'Default//HideOverlay/0' });
    should(await attribute('program-overlay', 'opacity')).equal('0');
    await set(mixer(1), 'Overlay//Opacity/0', 100);
    should(await attribute('program-overlay', 'opacity')).equal('1');
  });

  it('shows a lower third with its texts, and hides it', async () => {
    const off = part(await picture(), 'program-lower-third');
    should(off.attributes).have.property('data-off');
    should(off.text).equal('');
    await press(51, 512, 'in');
    const on = part(await picture(), 'program-lower-third');
    should(on.attributes).not.have.property('data-off');
    should(on.attributes.transform).equal('translate(0 0)');
    should(texts(on, 'name')).eql(['Zoë Müller']);
    should(texts(on, 'title')).eql(['Anchor']);
    should(on.text).containEql('ZM');
    should(await attribute('picture-program', 'aria-label')).equal('Program, CAM 1, Zoë Müller, Anchor');
    should(part(await picture(), 'preview-lower-third').text).equal('');
    await set(lowerThird(1), 'Image//Photo/0', '');
    should(part(await picture(), 'program-lower-third').text).equal('Zoë MüllerAnchor');
    await press(51, 512, 'out');
    should(part(await picture(), 'program-lower-third')).eql(off);
  });

  it('shows the scoreboard on program', async () => {
    should(part(await picture(), 'program-scoreboard').text).equal('');
    await press(52, 521, 'show');
    await set(SCOREBOARD, 'Root/Relative Location', { x: 40, z: 300 });
    await set(SCOREBOARD, 'Material/Glow.Color', { x: 1, y: 0.5, z: 0 });
    const board = part(await picture(), 'program-scoreboard');
    should(['home', 'score', 'away'].flatMap((each) => texts(board, each))).eql(['Zürich', '2', 'İzmir']);
    should(board.attributes.transform).equal('translate(40 20)');
    should(classed(board, 'glow')[0]?.attributes.fill).equal('rgb(255 128 0)');
    should(part(await picture(), 'preview-scoreboard').text).equal('');
    await press(52, 521, 'hide');
    should(part(await picture(), 'program-scoreboard').text).equal('');
  });

  it('shows brightness, tint and position of the wall, from both cameras', async () => {
    for (const wall of ['program-wall', 'preview-wall']) {
      const drawing = part(await picture(), wall);
      should(drawing.attributes.transform).equal('translate(0 0)');
      should(classed(drawing, 'lit')[0]?.attributes.opacity).equal('0.8');
      should(texts(drawing, 'wall-title')).eql(['Video Wall']);
    }
    await set(WALL, uuid('101'), { x: 30, z: 100 });
    await set(WALL, uuid('103'), 0.25);
    await set(WALL, uuid('104'), { x: 0, y: 0.5, z: 1 });
    for (const wall of ['program-wall', 'preview-wall']) {
      const drawing = part(await picture(), wall);
      should(drawing.attributes.transform).equal('translate(30 40)');
      should(classed(drawing, 'lit')[0]?.attributes.opacity).equal('0.25');
      should(classed(drawing, 'wall-tint')[0]?.attributes.fill).equal('rgb(0 128 255)');
    }
    await act('loadGraph', { graphId: 12, engineHostId: 3 });
    should(await textsOf('program-wall', 'wall-title')).eql(['Election Wall']);
  });

  it('shows the items of linear rundowns on their own output only', async () => {
    const play = (engineId: number, itemId: number, preview: number) => act('playItem', { engineId, itemId, preview });
    const row = async (output: string, place: number) => part(await picture(), `${output}-item-${place}`).text;
    await play(101, 2011, PROGRAM);
    await play(101, 2012, PREVIEW);
    should(await row('program', 1)).equal('Welcome · 1Zoë MüllerAnchor');
    should(await row('preview', 1)).equal('Headlines · 1Rail strike endsPage 1');
    await act('loadLinearRundown', { engineId: 102, rundownId: 203 });
    await play(102, 2032, PROGRAM);
    should(await row('program', 2)).equal('Score · 1Zürichİzmir · Home Score 2');
    await act('continueItem', { engineId: 101, itemId: 2011, preview: PROGRAM });
    should(await row('program', 1)).startWith('Welcome · 2');
    await act('takeOut', { engineId: 101, preview: PROGRAM });
    should(await row('program', 1)).startWith('Score');
    should(await row('program', 2)).equal('');
    should(await row('preview', 1)).startWith('Headlines');
  });

  it('is black if the engine is stopped', async () => {
    await press(51, 512, 'in');
    await press(52, 521, 'show');
    await act('stopRenderer', { configID: 62, rendererID: 74 });
    await act('stopRenderer', { configID: 62, rendererID: 73 });
    should(part(await picture(), 'program-scoreboard').text).equal('');
    const without = await picture();
    should(() => part(without, 'program-wall')).throw();
    await act('stopRenderer', { configID: 61, rendererID: 71 });
    const dark = await picture();
    should(() => part(dark, 'program-overlay')).throw();
    should(part(dark, 'picture-program').text).containEql('Stopped').and.not.containEql('Zoë');
    should(part(dark, 'picture-program').attributes['aria-label']).equal('Program, Stopped');
    part(dark, 'preview-overlay');
  });

  it('stays an SVG of a limited size for every text', async () => {
    await set(lowerThird(1), 'Status//Visible/0', true);
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async (text) => {
        await set(lowerThird(1), 'Text//Name/0', text);
        await set({ engineId: 1, nodePath: 'Media Player_0' }, 'Clip//FilePath/0', text);
        await picture();
      }),
      { numRuns: 30 },
    );
  });
});
