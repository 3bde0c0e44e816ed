import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import should from 'should';
import { record as recordHub } from '../../dist/commands/record.js';
import { parseRecording } from '../../dist/recording/recording-file.js';
import { startSimulator } from '../../dist/simulator/index.js';
import { AnsweringHub } from '../recording/answering-hub.js';
import { FORMS, NUMBERS, number, property, SECRET, secret } from '../recording/secret-forms.js';
import { runHere } from './command-line.js';

describe('the secrets of a hub', function () {
  this.timeout(120_000);
  let folder: string;
  let hub: AnsweringHub;

  const recording = () => readFileSync(join(folder, 'recording.json'), 'utf8');

  /** Records a hub whose only item has these data. */
  async function record(data: unknown, ...others: (readonly [string, unknown])[]) {
    const item = { id: 1, name: 'Item', template: 'T', data, buttons: [{ id: 'b1', key: 'in', label: 'In' }] };
    hub = new AnsweringHub(
      new Map<string, unknown>([
        ['engines', []],
        ['playout|rundowns', [{ id: 1, name: 'News' }]],
        ['playout|rundowns|1|items', [item]],
        ...others,
      ]),
    );
    return runHere(recordHub, [await hub.start(), join(folder, 'recording.json')]);
  }

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'graphics-hub-'));
  });
  afterEach(() => {
    hub.close();
    rmSync(folder, { recursive: true });
  });

  it('are not in a recording, in any of 100 forms', async () => {
    should(FORMS.length + NUMBERS.length).be.above(100);
    // In a list, one text could name the next one as a secret.
    const texts = Object.fromEntries(FORMS.map((form, index) => [`form ${index}`, form(secret(index))]));
    const numbers = Object.fromEntries(NUMBERS.map((form, index) => [`form ${index}`, form(number(index))]));
    const { stdout } = await record({ texts, numbers });
    const content = recording();
    should(content.match(SECRET) ?? []).eql([]);
    const encoded = FORMS.map((_, index) => Buffer.from(`admin:${secret(index)}`).toString('base64'));
    should(encoded.filter((each) => content.includes(each))).eql([]);
    should(content.match(/777\d{3}/g) ?? []).eql([]);
    const [, count] = /look like secrets, and are not in the file: (\d+)/.exec(stdout) ?? [];
    should(Number(count)).be.aboveOrEqual(FORMS.length + NUMBERS.length);
    const served = await startSimulator({ recording: parseRecording(content) });
    should((await fetch(`${served.url}/api/rest/v1/playout/rundowns/1/items`)).status).equal(200);
    await served.close();
  });

  it('are not in a recording, if the name of a node names them', async () => {
    const id = '0d9a6c6e-1f6c-4c0e-9d3c-6a8b1f0c2d3e';
    await record(
      {},
      ['engines', [{ id: 1, name: 'E', displayName: 'E', instances: [] }]],
      ['engines|1|nodes', [{ NodePath: id, NodeName: 'Stream Key' }]],
      [`engines|1|nodes|${id}|properties`, [property('Text', secret(1), 'Text//Value/0')]],
    );
    should(recording()).containEql('Text//Value/0').and.not.match(SECRET);
  });

  it('do not include keyers, buttons, and words that only resemble them', async () => {
    const data = {
      keyer: [
        property('Key', 0.5),
        property('Chroma Key', 'Green'),
        property('Keyer', 'Luma'),
        property('Linear Key', 1),
      ],
      pins: [property('Pins', 'a'), property('Spin', 4), property('Compass', 'North'), property('Render Pass', 2)],
      monkey: 'Bob',
      secretary: 'Ann',
      passenger: 'Tom',
      isPasswordSet: true,
      empty: { password: '', token: null },
      address: 'http://10.0.0.5:8080/live?size=2',
      time: 'Start: 12:30, end: 13:00',
      text: 'Basic Training for beginners & others <b>bold</b> at 50 %',
      markup: '<mos><name>Anna</name><title value="Reporter">a</title></mos>',
      json: '{ "name": "Anna", "size": 1.50 }',
    };
    const { stdout } = await record(data);
    should(stdout).not.containEql('secrets');
    const recorded = JSON.parse(recording()).reads.find(
      ({ operation }: { operation: string }) => operation === 'listItems',
    );
    should(recorded.answer[0]).match({ data, buttons: [{ id: 'b1', key: 'in', label: 'In' }] });
  });
});
